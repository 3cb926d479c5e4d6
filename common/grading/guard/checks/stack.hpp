/// @file
/// @brief The stacks that a submission's code runs on, and their shadows, where its return addresses are kept.
#pragma once

#include <cstdint>

namespace lockstep::grading {

/// A stack, which grows down from its end.
struct Stack {
  std::uintptr_t begin, end;
};

/// The stack that this runs on: a simulated thread's, or the host's.
Stack own_stack();

/// Where the submission's part of a stack ends. What lies there and above belongs to those that have called it.
std::uintptr_t end_of_own_part(const Stack& stack);

/// Is it in what the harness has called run() with: the problem, the launch?
bool is_given_by_harness(std::uintptr_t address, std::uintptr_t bytes);

/// Is any byte from `begin` up to `end` in a shadow?
bool shadow_overlaps(std::uintptr_t begin, std::uintptr_t end);

}  // namespace lockstep::grading

/// Where the submission may write on the stack, as was found last.
extern "C" constinit thread_local lockstep::grading::Stack lockstep_guard_own_part;
