/// @file
/// @brief What happens at a step, in a sentence.
#pragma once

#include <string>

#include "player/steps.hpp"

namespace lockstep::player {

std::string sentence(const Steps& steps, std::size_t number);

}  // namespace lockstep::player
