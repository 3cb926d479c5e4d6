/// @file
/// @brief The map of the lessons: which builds on which, according to their READMEs.
#pragma once

#include <string>
#include <vector>

#include "site/pages/course.hpp"

namespace lockstep::site {

/// Graphviz: a node for each lesson, with the address of its page, and an arrow to each lesson that builds on it, unless other arrows lead
/// there.
std::string lesson_graph(const std::vector<Lesson>& lessons);

}  // namespace lockstep::site
