/// @file
/// @brief Decodes UTF-8, and drops what could harm or fool a reader of a report.
#include "support/text/clean_text.hpp"

#include <cstdint>

#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  ///< none where it is not UTF-8
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(at);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >> 5 == 0b110 ? 2 : first >> 4 == 0b1110 ? 3 : first >> 3 == 0b11110 ? 4 : 0;
  if (bytes == 0 || bytes > text.size() - at) return {};
  std::uint32_t code = first & (0xffu >> (bytes + 1));
  for (std::size_t i = at + 1; i < at + bytes; ++i) {
    if (byte(i) >> 6 != 0b10) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kLeast[bytes] || code > 0x10ffff || is_surrogate) return {};
  return {code, bytes};
}

bool is_harmful(std::uint32_t code) {
  if (code == '\n' || code == '\t') return false;
  const bool is_control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  const bool turns_direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  const bool marks_direction = code == 0x061c || code == 0x200e || code == 0x200f;
  // Joiners are letters' own in many languages, and stay.
  const bool is_invisible =
      code == 0x00ad || code == 0x200b || (code >= 0x2060 && code <= 0x2064) || code == 0xfeff || (code >= 0xe0000 && code <= 0xe007f);
  const bool ends_line = code == 0x2028 || code == 0x2029;  // for some who read tables
  const bool is_no_character = (code & 0xfffe) == 0xfffe;
  return is_control || turns_direction || marks_direction || is_invisible || ends_line || is_no_character;
}

}  // namespace

std::size_t first_not_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = character_at(text, at).bytes;
    if (bytes == 0) return at;
    at += bytes;
  }
  return std::string_view::npos;
}

std::string clean_text(std::string_view text) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, bytes] = character_at(text, at);
    if (text.substr(at, 2) == "\r\n") {
      ++at;
      continue;
    }
    if (bytes == 0 || is_harmful(code))
      clean += kReplacement;
    else
      clean += text.substr(at, bytes);
    at += bytes == 0 ? 1 : bytes;
  }
  return clean;
}

std::string clean_line(std::string_view text) {
  std::string line = clean_text(text);
  for (char& c : line)
    if (c == '\n' || c == '\t') c = ' ';
  return trimmed(line);
}

}  // namespace lockstep
