/// @file
/// @brief The kind of mistake that a failed part shows: each kind has hints and a next command of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::grading {

enum class FailureKind {
  answer,   ///< it is wrong, or there is none
  counter,  ///< the answer is right, but the kernels did too much for it, or took too long
  hazard,   ///< a race
  barrier,  ///< some threads of a block miss it
  crash,    ///< an access outside of an array, and what else ends a kernel
  abort,    ///< code of the host ended the program
  refusal,  ///< CUDA refused a call, such as a launch of too many threads
  loop,     ///< the program did not end by itself
  work,     ///< the host did the work, or may have done it
  start     ///< the program is no exercise: nothing registers run()
};

/// As hints.md names it. @return nothing where there is no such kind
std::optional<FailureKind> failure_kind(std::string_view name);

/// What these diagnostics of a part are about. What shows the cause counts more than what follows from it: a wrong answer of kernels that
/// race is a hazard.
FailureKind failure_kind(const std::vector<std::string>& diagnostics);

}  // namespace lockstep::grading
