/// @file
/// @brief Grades as files, so that grading can go on where it was stopped.
#pragma once

#include <optional>
#include <string>

#include "grading/verdict/grades.hpp"

namespace lockstep::grading {

/// JSON. Bytes that are not UTF-8 become U+FFFD; everything else comes back.
std::string to_json(const Grade& grade);

/// A grade from the text that to_json() made; nothing where the text is anything else, such as a part of one.
std::optional<Grade> from_json(const std::string& text);

}  // namespace lockstep::grading
