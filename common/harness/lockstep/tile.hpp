/// @file
/// @brief A block with two sides.
#pragma once

#include <string>

namespace lockstep {

/// The shape of a block of `width` × `height` threads. 0×0: none was asked for.
struct Tile {
  unsigned width = 0, height = 0;

  constexpr unsigned threads() const { return width * height; }
  friend constexpr bool operator==(const Tile&, const Tile&) = default;
};

/// `16x8`.
inline std::string to_string(Tile tile) { return std::to_string(tile.width) + 'x' + std::to_string(tile.height); }

}  // namespace lockstep
