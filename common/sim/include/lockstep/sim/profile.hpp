/// @file
/// @brief What a launch did, counted as the hardware's profiler counts: for the harness, and for any program by LOCKSTEP_PROFILE.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "vector_types.h"

namespace lockstep::sim {

/// Counts under the hardware profiler's own metric names ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum" …).
using Counters = std::map<std::string, double>;

/// The counts of one line of the source.
struct LineProfile {
  std::string file;  ///< as the compiler was given it
  unsigned line = 0;
  Counters counters;
};

/// Lanes whose access shared memory serves together.
struct PicturePhase {
  std::uint32_t lanes = 0;          ///< a bit for each of them, also for those that took no part
  std::uint32_t wavefronts = 0;     ///< rounds that they took
  std::uint32_t crowded_banks = 0;  ///< a bit for each bank for which they had to wait
};

/// One warp-wide access of a picture: which address each lane touched, and what was counted for it.
struct PictureRequest {
  std::string file;
  unsigned line = 0;
  bool shared = false;  ///< shared memory, else global
  bool write = false;   ///< stores, or is atomic
  bool atomic = false;
  std::uint32_t bytes = 0;                           ///< of each lane
  std::uint32_t lanes = 0;                           ///< those that took part
  std::uint64_t address[32] = {};                    ///< from the sector in which the allocation, or the block's shared memory, starts
  std::uint32_t sectors = 0, ideal_sectors = 0;      ///< of global memory
  std::uint32_t wavefronts = 0, bank_conflicts = 0;  ///< of shared memory
  std::vector<PicturePhase> phases{};                ///< of shared memory, in order
};

/// One launch.
struct LaunchProfile {
  std::string kernel;
  dim3 grid, block;
  Counters counters;
  std::vector<LineProfile> lines;        ///< by file and line; only those with an access
  std::vector<PictureRequest> requests;  ///< of the first warp, in order: the first of each access, where a picture is asked for
};

/// Counts every launch from here on, until `stop_profile`.
/// @param requests_to_keep  of each access in the code, by the first warp of each launch
void start_profile(unsigned requests_to_keep = 0);

struct Profile {
  std::vector<LaunchProfile> launches;
  std::uint64_t bytes_to_host = 0;  ///< copied from the device's memory, and stored by kernels, to where host code can read them
};
Profile stop_profile();

}  // namespace lockstep::sim
