/// @file
/// @brief Cleans, escapes and shortens.
#include "support/text/markup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep {

std::string markup_escaped(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  return escaped;
}

std::string shortened(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  const std::size_t end = whole_characters(text, most_bytes);
  return fmt::format("{} … ({} more bytes)", text.substr(0, end), text.size() - end);
}

Excerpt excerpt(std::string_view text, std::size_t most_lines, std::size_t most_bytes) {
  const std::string clean = clean_text(text);
  Excerpt shown;
  for (std::string_view rest = clean; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (shown.lines.size() < most_lines)
      shown.lines.push_back(shortened(line, most_bytes));
    else
      ++shown.left_out;
  }
  return shown;
}

}  // namespace lockstep
