/// @file
/// @brief Points other than those of the tests, from a file that no submission sees.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/verdict/grades.hpp"

namespace lockstep::grading {

/// Points by the name of a part.
using Rubric = std::map<std::string, double>;

/// Reads `{"part1": 4, "part2": 2.5}`: parts that are not named keep the points of their tests.
/// @throws std::invalid_argument  one line, where the file cannot be read, is anything else, or names a part twice or one that is not
/// in `parts`
Rubric read_rubric(const std::string& path, const std::vector<PartGrade>& parts);

void apply_rubric(const Rubric& rubric, std::vector<PartGrade>& parts);

}  // namespace lockstep::grading
