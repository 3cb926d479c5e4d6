/// @file
/// @brief How a launch ends badly: one report on standard error, then nothing of it runs any more.
#pragma once

#include <string>
#include <string_view>

#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

class Worker;
struct Block;
struct Thread;

/// "thread (3,0,0) of block (1,0,0)".
std::string describe(const Thread& thread);
/// "k.cu:12", or "an unknown line" for a site that was not given.
std::string describe(Site site);

/// Prints the report of a failed launch, unless another worker was first. Returns; the caller still has to leave its threads.
void report_failure(Worker& worker, cudaError_t error, std::string_view text);

/// Every thread of this worker waits, and nobody can wake them: says which threads, where, and for what.
void report_stuck(Worker& worker);

/// The threads of a barrier wait at different lines of the source.
[[noreturn]] void fail_mixed_barrier(Worker& worker, Block& block);

/// All threads that still run do nothing but read a variable that nobody changes.
[[noreturn]] void fail_spinning(Worker& worker);

/// The running thread did what the hardware cannot do; the faulting instruction is at `pc`.
[[noreturn]] void fail_at(const void* pc, cudaError_t error, std::string_view message);

}  // namespace lockstep::sim
