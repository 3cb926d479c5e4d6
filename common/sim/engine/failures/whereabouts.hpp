/// @file
/// @brief Where a worker's running thread is, from outside: by a signal, while a kernel runs on.
#pragma once

#include <pthread.h>

#include "sim/engine/failures/polled.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "vector_types.h"

namespace lockstep::sim {

struct Whereabouts {
  CodeLine line;  ///< the student's; without a number where it is not known
  uint3 thread{}, block{};
  bool stands_still = false;  ///< it runs a loop, and at each instruction all registers are as they were there before
  Polled polled{};            ///< only where it has read that very often
};

/// Looks many times, for half a second at most. The OS thread has to be one that runs a grid.
Whereabouts whereabouts_of(pthread_t worker);

}  // namespace lockstep::sim
