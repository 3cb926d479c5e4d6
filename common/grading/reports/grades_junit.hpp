/// @file
/// @brief The grades of a class for whatever reads JUnit's XML: GitHub, GitLab, Jenkins, …
#pragma once

#include <string>
#include <vector>

#include "grading/verdict/grades.hpp"

namespace lockstep::grading {

/// JUnit XML: a test suite for each student, a test case for each part. A broken submission's parts are errors; an optional part that
/// was not passed is skipped.
std::string to_junit(const std::vector<Grade>& grades);

}  // namespace lockstep::grading
