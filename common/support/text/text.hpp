/// @file
/// @brief Text in UTF-8, counted in the columns of a terminal: cut, trimmed and wrapped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

inline constexpr std::size_t kScreenWidth = 80;

/// False for the second byte of a character and those after it.
constexpr bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

/// Number of characters.
inline std::size_t display_width(std::string_view text) { return static_cast<std::size_t>(std::ranges::count_if(text, begins_character)); }

/// The first `width` characters.
inline std::string first_characters(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  for (std::size_t seen = 0; at < text.size(); ++at)
    if (begins_character(text[at]) && ++seen > width) break;
  return std::string(text.substr(0, at));
}

/// The text if it fits in `width` characters, otherwise its beginning and "…".
inline std::string cut_to(std::string_view text, std::size_t width) {
  return display_width(text) <= width ? std::string(text) : first_characters(text, width - 1) + "…";
}

/// How many of the first `most` bytes are whole characters.
inline std::size_t whole_characters(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text.size();
  while (most > 0 && !begins_character(text[most])) --most;
  return most;
}

/// The text without the blanks at its end.
inline std::string without_end_blanks(std::string_view text) { return std::string(text.substr(0, text.find_last_not_of(' ') + 1)); }

/// The text without blanks and line ends at either end.
inline std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == text.npos ? "" : std::string(text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin));
}

/// The pieces between `separator`s, trimmed; at least one.
inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    pieces.push_back(trimmed(text.substr(from, end - from)));
    from = end + 1;
  }
  return pieces;
}

/// The text in lines of at most `width` characters, broken at blanks; lines after the first are indented by `indent` blanks. Each line of
/// the text stays a line of its own.
inline std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  const std::string next_line = '\n' + std::string(indent, ' ');
  std::string lines, line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines += line + next_line;
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    if (end < text.size() && text[end] == '\n') {
      lines += line + next_line;
      line.clear();
    }
    at = end + 1;
  }
  return lines + line;
}

}  // namespace lockstep
