/// @file
/// @brief What is compared with what, in a class.
#pragma once

#include <string>
#include <vector>

#include "grading/intake/submission.hpp"
#include "grading/reports/similarity/alike.hpp"
#include "grading/verdict/kit.hpp"

namespace lockstep::grading {

/// The sources of the submissions that can be read, and last the course's solution.
std::vector<StudentSource> sources_of(const std::vector<Submission>& submissions, const Kit& kit);

/// Sources that every student has: the unsolved exercise, and the lesson's own versions.
std::vector<std::string> handed_out_sources(const Kit& kit);

/// The pairs that share the most first. Each student is compared with the solution as if they were a class of their own: it counts even if
/// most of the class has copied it. @param sources  of sources_of()
std::vector<AlikePair> pairs_of_class(const std::vector<StudentSource>& sources, const std::vector<std::string>& handed_out);

}  // namespace lockstep::grading
