/// @file
/// @brief A step as the lines of a terminal's screen.
#pragma once

#include <string>
#include <vector>

#include "player/scene.hpp"

namespace lockstep::player {

/// At most `rows` lines of at most `columns` characters: if not everything fits, what matters most at the step. With styles they
/// hold escape sequences of ECMA-48.
std::vector<std::string> screen(const Steps& steps, const View& view, ScreenSize size, bool styles);

}  // namespace lockstep::player
