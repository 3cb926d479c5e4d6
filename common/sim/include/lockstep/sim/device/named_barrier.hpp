/// @file
/// @brief A block's sixteen barriers by number, for as many of its threads as they are told: PTX's `bar.sync` and `bar.arrive`.
#pragma once

#include "lockstep/sim/device/barriers.hpp"
#include "lockstep/sim/launch.hpp"

namespace lockstep::sim {

/// What the arrivals at the barriers write and those that waited read, so that observers know the order between them. Phases take turns:
/// who arrives early for the next one tells nothing to those who waited for this one.
struct NamedBarriers {
  unsigned words[16][2];
};

/// The calling warp comes to barrier `number`, which is for `threads` threads (0: all of the block), and waits there or goes on. As on
/// hardware, a warp comes as a whole. Ends the launch with a report where numbers do not fit.
/// @param name  the instruction, for messages
void named_barrier(NamedBarriers& barriers, unsigned number, unsigned threads, bool waits, const char* name, Site site);

}  // namespace lockstep::sim
