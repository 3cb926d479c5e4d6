/// @file
/// @brief Counts the room that is left in a line.
#include "player/line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text/text.hpp"

namespace lockstep::player {

Line::Line(int columns, bool styles) : room_(static_cast<std::size_t>(std::max(columns, 0))), styles_(styles) {}

Line& Line::add(std::string_view text, const char* style) {
  const std::string fits = first_characters(text, room_);
  room_ -= display_width(fits);
  if (styles_ && style != nullptr && !fits.empty())
    text_ += fmt::format("\x1b[{}m{}\x1b[0m", style, fits);
  else
    text_ += fits;
  return *this;
}

Line& Line::add_whole(const std::vector<std::string>& texts, const char* style, std::size_t reserved) {
  for (const std::string& text : texts) {
    const std::string with_gap = (text_.empty() ? "" : "  ") + text;
    if (!text.empty() && display_width(with_gap) + reserved <= room_) add(with_gap, style);
  }
  return *this;
}

Line& Line::add_right(const std::string& text, const char* style) {
  const std::size_t width = display_width(text);
  if (width < room_) add(std::string(room_ - width, ' '));
  return add(text, style);
}

}  // namespace lockstep::player
