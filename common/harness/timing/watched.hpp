/// @file
/// @brief Which versions are watched and timed as kernels.
#pragma once

#include "harness/timing/backend.hpp"
#include "lockstep/version.hpp"

namespace lockstep {

/// A peer that only gives its answer: the simulator's libraries are loops on the CPU, whose counters and times say nothing of kernels.
inline bool is_answer_alone(const VersionInfo& version) { return kOnSimulator && version.stage == "library"; }

/// Can one look into its kernels?
inline bool is_watched(const VersionInfo& version) { return !version.on_host() && !is_answer_alone(version); }

}  // namespace lockstep
