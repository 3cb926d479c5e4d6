/// @file
/// @brief The map of the lessons: which builds on which, as its README says.
#pragma once

#include <string>
#include <vector>

#include "site/pages/course.hpp"

namespace lockstep::site {

/// Graphviz: a node a lesson, with the address of its page; an arrow to each lesson that builds on it, but where others lead there.
std::string lesson_graph(const std::vector<Lesson>& lessons);

}  // namespace lockstep::site
