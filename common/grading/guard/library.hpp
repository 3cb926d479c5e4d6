/// @file
/// @brief What the guard does about calls of functions that stand outside of a submission.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::grading {

/// The function of the checks that is called in place of one that copies, sorts or prints; empty where there is none.
std::string stand_in_for(std::string_view function);

/// The functions of the checks, without the prefix of their names, that are called before a function outside: "given1" looks at where the
/// first argument points to.
std::vector<std::string> checks_before(std::string_view function);

/// Is it known where a function of the runtime, the simulator or the standard library reads and writes? One that is not is no submission's.
/// @param has_places  pointers or references are among its parameters
bool is_known(std::string_view function, bool has_places);

/// May a pointer lead to a function outside? To one that only computes or frees, and to the runtime's.
bool may_be_called_through_pointer(std::string_view function);

}  // namespace lockstep::grading
