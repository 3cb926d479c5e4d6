/// @file
/// @brief The page that shows an instructor which submissions are alike.
#pragma once

#include <string>
#include <vector>

#include "grading/reports/similarity/alike.hpp"

namespace lockstep::grading {

/// One self-contained HTML page: a table of the pairs, and what each shares, line beside line. Nothing of a submission's is taken for
/// markup. @param lesson  the name of its folder
std::string to_similar_page(const std::string& lesson, const std::vector<StudentSource>& works, const std::vector<AlikePair>& pairs);

/// The same in a few lines of text, each short enough for a terminal.
std::string to_similar_text(const std::vector<StudentSource>& works, const std::vector<AlikePair>& pairs);

}  // namespace lockstep::grading
