/// @file
/// @brief A line of a terminal's screen, cut at its edge.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::player {

/// Styles, which ECMA-48 calls renditions.
/// @{
inline constexpr const char* kBold = "1";
inline constexpr const char* kDim = "2";
inline constexpr const char* kReverse = "7";
inline constexpr const char* kRed = "1;31";
inline constexpr const char* kRedReverse = "1;7;31";
inline constexpr const char* kChosen = "7;1;33";
/// @}

/// A line that ends at the screen's edge; styles take no room.
class Line {
 public:
  Line(int columns, bool styles);

  Line& add(std::string_view text, const char* style = nullptr);
  /// Adds the texts that fit, with blanks between them; none is cut, and `reserved` characters stay free.
  Line& add_whole(const std::vector<std::string>& texts, const char* style = nullptr, std::size_t reserved = 0);
  /// Blanks, so that `text` ends at the edge.
  Line& add_right(const std::string& text, const char* style = nullptr);

  std::size_t room() const { return room_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t room_;
  bool styles_;
};

}  // namespace lockstep::player
