/// @file
/// @brief What the tests' submissions are built and judged with.
#pragma once

#include "grading/verdict/kit.hpp"

namespace lockstep::testing {

inline const grading::Kit kKit{.lesson = "04_dot_product", .source_dir = LOCKSTEP_SOURCE_DIR, .build_dir = LOCKSTEP_BINARY_DIR};

}  // namespace lockstep::testing
