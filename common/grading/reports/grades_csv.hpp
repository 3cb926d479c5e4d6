/// @file
/// @brief The grades of a class as a table.
#pragma once

#include <string>
#include <vector>

#include "grading/verdict/grades.hpp"

namespace lockstep::grading {

/// CSV (RFC 4180, in UTF-8): student, points, of, a column for each part, rank and cost where the class is ranked, status, message. A
/// spreadsheet takes none of it for a formula.
std::string to_csv(const std::vector<Grade>& grades);

}  // namespace lockstep::grading
