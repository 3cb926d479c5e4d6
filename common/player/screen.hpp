/// @file
/// @brief A step as the lines of a terminal's screen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "player/steps.hpp"

namespace lockstep::player {

/// What is looked at.
struct View {
  std::size_t number = 1;        ///< the step
  std::optional<Cell> chosen{};  ///< a cell of the step's launch
};

/// How large a terminal is.
struct ScreenSize {
  int columns = 80, rows = 24;
};

/// At most `rows` lines of at most `columns` characters. With styles they hold escape sequences of ECMA-48.
std::vector<std::string> screen(const Steps& steps, const View& view, ScreenSize size, bool styles);

}  // namespace lockstep::player
