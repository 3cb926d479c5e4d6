/// @file
/// @brief Counts characters, not bytes.
#include "support/text_width.hpp"

#include <algorithm>

namespace lockstep {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

}  // namespace

std::size_t display_width(const std::string& text) { return static_cast<std::size_t>(std::ranges::count_if(text, begins_character)); }

std::string first_characters(const std::string& text, std::size_t width) {
  std::size_t at = 0;
  for (std::size_t seen = 0; at < text.size(); ++at)
    if (begins_character(text[at]) && ++seen > width) break;
  return text.substr(0, at);
}

std::string cut_to(const std::string& text, std::size_t width) {
  return display_width(text) <= width ? text : first_characters(text, width - 1) + "…";
}

std::string right_aligned(const std::string& text, int width) {
  const auto have = static_cast<int>(display_width(text));
  return std::string(static_cast<std::size_t>(std::max(0, width - have)), ' ') + text;
}

std::string without_end_blanks(const std::string& text) { return text.substr(0, text.find_last_not_of(' ') + 1); }

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string lines, line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines += line + '\n' + std::string(indent, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  return lines + line;
}

}  // namespace lockstep
