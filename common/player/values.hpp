/// @file
/// @brief Values in columns: as many side by side as fit unshortened.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace lockstep::player {

/// The widths that values need.
class Widths {
 public:
  void add(const nlohmann::json& value);
  void add(std::size_t width);

  std::size_t least() const { return least_; }  ///< all characters of whole numbers and words, a few digits of fractions
  std::size_t whole() const { return whole_; }  ///< all characters of all

 private:
  std::size_t least_ = 1, whole_ = 1;
};

/// Columns of one width, with a blank between them.
struct Columns {
  int across = 1;         ///< a power of two times less than asked for
  std::size_t width = 1;  ///< of a value, without the blank
};

/// @param most  this many side by side if there is room
Columns columns_for(const Widths& widths, std::size_t room, int most);

/// A value in at most that many characters. Only fractions are rounded; anything else that is too long ends in "…".
std::string short_value(const nlohmann::json& value, std::size_t most);

/// The text after a blank, right-aligned in its column.
std::string in_column(const std::string& text, const Columns& columns);

}  // namespace lockstep::player
