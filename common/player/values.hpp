/// @file
/// @brief Values in columns: as many side by side as can be whole.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace lockstep::player {

/// How wide values want to be.
class Widths {
 public:
  void add(const nlohmann::json& value);
  void add(std::size_t width);

  std::size_t least() const { return least_; }  ///< of whole numbers and words all characters; of fractions a few digits
  std::size_t whole() const { return whole_; }  ///< all characters of all

 private:
  std::size_t least_ = 1, whole_ = 1;
};

/// Columns of one width, with a blank between them.
struct Columns {
  int across = 1;         ///< a power of two times less than asked for
  std::size_t width = 1;  ///< of a value, without the blank
};

/// @param most  so many side by side where there is room for them
Columns columns_for(const Widths& widths, std::size_t room, int most);

/// A value in so many characters or fewer. Only fractions are rounded; of anything else that is too long "…" takes the end.
std::string short_value(const nlohmann::json& value, std::size_t most);

/// The text behind a blank and at the right of its column.
std::string in_column(const std::string& text, const Columns& columns);

}  // namespace lockstep::player
