/// @file
/// @brief What the playgrounds' JavaScript calls. It holds one access, one block and one branch at a time.
///
/// common/site/site.sh reads their names here: each declaration is one line.
#pragma once

#include <cstdint>

extern "C" {

// An access of a warp: begun, then given its lanes, then asked what it costs.
void begin_access(std::uint32_t bytes);  ///< of each lane: 1, 2, 4, 8 or 16
void add_lane(std::uint32_t lane, std::uint32_t address);

// In global memory.
std::uint32_t global_sectors();
std::uint32_t global_ideal_sectors();
std::uint32_t global_atomic_sectors();

// In shared memory. Phases are known once the access was served.
void serve_shared(bool load);
std::uint32_t shared_wavefronts();
std::uint32_t shared_conflicts();
std::uint32_t shared_phases();
std::uint32_t phase_lanes(std::uint32_t phase);
std::uint32_t phase_wavefronts(std::uint32_t phase);
std::uint32_t phase_crowded_banks(std::uint32_t phase);

// How many blocks fit on a multiprocessor, and how many would fit if only one resource were limited.
std::uint32_t fit_blocks(std::uint32_t threads, std::uint32_t registers, std::uint32_t shared);
std::uint32_t fit_by_warps();
std::uint32_t fit_by_registers();
std::uint32_t fit_by_shared();
std::uint32_t fit_by_blocks();

// Waves of blocks.
std::uint32_t wave_count(std::uint32_t blocks, std::uint32_t at_once);
std::uint32_t last_wave(std::uint32_t blocks, std::uint32_t at_once);

// A branch: begun, then asked.
void begin_branch(std::uint32_t takers, std::uint32_t if_steps, std::uint32_t else_steps);
std::uint32_t branch_steps();
std::uint32_t branch_lane_steps();
std::uint32_t branch_lanes_at(std::uint32_t step);

// The warps that a multiprocessor has room for.
std::uint32_t multiprocessor_warps();
}
