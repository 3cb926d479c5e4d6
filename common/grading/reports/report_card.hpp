/// @file
/// @brief The page that a student opens after grading, and that an instructor skims.
#pragma once

#include <string>

#include "grading/verdict/grades.hpp"

namespace lockstep::grading {

/// What a card shows beside the grade. All of it but the reference may have been made by a submission.
struct CardMaterial {
  std::string source;     ///< of the submission; empty where it could not be read
  std::string picture;    ///< SVG: the access pattern of its kernels; empty where none was drawn
  std::string reference;  ///< SVG: that of the course's solution
};

/// One self-contained HTML page: score by part, what the diagnostics say, both access patterns, the source with line numbers. Nothing of
/// the submission's is taken for markup.
std::string to_report_card(const Grade& grade, const CardMaterial& material);

}  // namespace lockstep::grading
