/// @file
/// @brief Turns CUDA's extra syntax into calls of the simulator, line for line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/source/edits.hpp"

namespace lockstep::translate {

/// What programs may ask for.
struct Dialect {
  bool relaxes_constexpr = false;  ///< device code may call the host's `constexpr` functions
  /// It was not written for the simulator: lanes go together through statements by which they exchange numbers with no barrier between, and
  /// objects are made where they are returned to.
  bool is_foreign = false;
};

struct Translation {
  std::string text;                 ///< C++; valid only where there are no errors
  std::vector<std::string> errors;  ///< in the order of the source, as `file:line: error: …`
  std::string options{};            ///< for the compiler, besides those that all units have
  bool lacks_ptx = false;           ///< errors are there because the unit does not include `lockstep/sim/ptx/all.hpp`
};

/// Translates a preprocessed unit. What is not CUDA comes out byte for byte, on its line; where columns are free, no line is added.
/// `lockstep/sim/launch.hpp` shows what is written.
/// @param text  the unit, at most 4 GiB
/// @param name  its file's name, for units without linemarkers
Translation translate(std::string_view text, const std::string& name, Columns columns, Dialect dialect = {});

}  // namespace lockstep::translate
