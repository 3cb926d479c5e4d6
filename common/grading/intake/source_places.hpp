/// @file
/// @brief Where a diagnostic names a line of the student's file.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep::grading {

/// "exercise.cu:12" in a text.
struct SourcePlace {
  std::size_t begin = 0, end = 0;  ///< in the text
  std::size_t line = 0;            ///< from 1
};

/// The places in order, without those of lines past the last.
std::vector<SourcePlace> source_places(std::string_view text, std::size_t last_line);

}  // namespace lockstep::grading
