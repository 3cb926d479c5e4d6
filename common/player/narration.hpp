/// @file
/// @brief What happens at a step, in a sentence.
#pragma once

#include <string>

#include "player/steps.hpp"

namespace lockstep::player {

/// The same words as those of model.js; a test holds both together.
std::string sentence(const Steps& steps, std::size_t number);

/// Scalars as the source names them: `width` of them from `index`. "tile[2][0..31]"
std::string cell_name(const Array& array, std::int64_t index, std::int64_t width = 1);

/// "lanes 0–15", "lane 3"
std::string lanes_text(std::uint32_t mask);

/// A value in full; "never written" where it is what nobody wrote.
std::string value_text(const nlohmann::json& value);

}  // namespace lockstep::player
