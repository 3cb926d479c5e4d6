/// @file
/// @brief The page of an exercise: what is asked, part by part, with points, and hints folded away. Never a solution.
#pragma once

#include <filesystem>
#include <string>

#include "site/pages/course.hpp"

namespace lockstep::site {

std::string exercise_label(const Lesson& lesson);

/// The page's text. @param root  of the tree  @param next  the lesson after this one; null after the last
std::string exercise_page(const std::filesystem::path& root, const Lesson& lesson, const Lesson* next);

}  // namespace lockstep::site
