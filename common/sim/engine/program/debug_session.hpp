/// @file
/// @brief The program's own debug information and symbols, by elfutils' libdw.
#pragma once

#include <mutex>

struct Dwfl;

namespace lockstep::sim {

/// Opened on first use, and never closed: lines are asked for until the very end. Null where the system refuses.
/// Needs more stack than a CUDA thread has, and so does what is done with it.
Dwfl* debug_session();

/// libdw serves one thread at a time.
std::mutex& debug_session_mutex();

}  // namespace lockstep::sim
