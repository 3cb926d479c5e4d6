/// @file
/// @brief Names lanes, cells and values as the source and a reader do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "player/steps.hpp"

namespace lockstep::player {

/// Scalars as the source names them: `width` of them from `index`. "tile[2][0..31]"
std::string cell_name(const Array& array, std::int64_t index, std::int64_t width = 1);

/// Cells of several arrays, `width` scalars from each: "in[0..31] and out[0]".
std::string places_text(const Launch& launch, const std::vector<Cell>& cells, std::int64_t width);

/// "lanes 0–15", "lane 3", "9 lanes (0, 3, 5–6, 9, …)"
std::string lanes_text(std::uint32_t mask);

/// A value in full; "never written" if it was never written.
std::string value_text(const nlohmann::json& value);

}  // namespace lockstep::player
