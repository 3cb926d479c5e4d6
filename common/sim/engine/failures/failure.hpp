/// @file
/// @brief How a launch fails: one report on standard error, then nothing of it runs any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

class Worker;
struct Block;
struct Thread;

/// "thread (3,0,0) of block (1,0,0)".
std::string describe(const Thread& thread);
/// "threads 0-15, 32": ranks, in rising order, because a range of coordinates would be ambiguous in two dimensions.
std::string describe_ranks(const std::vector<std::uint32_t>& ranks);
/// "k.cu:12", or "an unknown line" for a site that was not given.
std::string describe(Site site);

/// Why a launch ends, in words.
struct Failure {
  cudaError_t error = cudaErrorLaunchFailure;
  const char* kind = "launch-failure";  ///< as hazards are called
  std::string text{};                   ///< what happened; several lines
  std::string fix{};                    ///< what to do about it; may be empty
  const Thread* thread = nullptr;       ///< the thread that did it; null where it was not one thread alone
  Site site{};                          ///< where
  const void* pc = nullptr;             ///< where, when there is no site: the address after the instruction
  Site other{};                         ///< where other threads are, when they are elsewhere
  const void* address = nullptr;        ///< what it touched
};

/// A failure because an address is not a multiple of `needed`. `does`: what the thread does there, as in "reads 4 bytes".
Failure misaligned_failure(const void* pc, std::string_view does, std::size_t needed, const void* address);
/// The same where nothing but the place in the program is known.
Failure misaligned_failure(const void* pc);

/// A failure because an integer was divided by zero.
Failure division_failure(const void* pc);

/// Ends the launch: prints the report, unless another worker was first or an observer reports it. Returns; the caller still has to leave
/// its threads.
void report_failure(Worker& worker, const Failure& failure);

/// The running thread cannot go on: reports it, and leaves all threads.
[[noreturn]] void fail(Failure failure);
/// The same as the header's, where the message is made up.
[[noreturn]] void fail_kernel(cudaError_t error, const std::string& message, Site site);

/// Every thread of this worker waits, and none can wake them: says which threads, where, and for what.
void report_stuck(Worker& worker);

/// The threads of a barrier wait at different lines of the source.
[[noreturn]] void fail_mixed_barrier(Worker& worker, Block& block);

/// All threads that are still running do nothing but read a variable that no thread changes.
[[noreturn]] void fail_spinning(Worker& worker);

}  // namespace lockstep::sim
