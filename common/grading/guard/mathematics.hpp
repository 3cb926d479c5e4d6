/// @file
/// @brief Functions that only compute: those of <cmath>, and the compiler's own.
#pragma once

#include <string_view>

namespace lockstep::grading {

/// Of doubles, floats ("sinf") and long doubles ("sinl").
bool is_mathematics(std::string_view function);

/// What GCC calls for numbers that the processor does not have: "__multi3" for 128 bits, "__muldc3" for complex numbers, "__addtf3".
bool is_arithmetic(std::string_view function);

}  // namespace lockstep::grading
