/// @file
/// @brief Hands numbers from JavaScript to the simulator's rules, and the answers back.
#include "playground/exports.hpp"

#include "playground/branch.hpp"
#include "playground/waves.hpp"
#include "sim/observers/counting/coalescing.hpp"
#include "sim/runtime/context/device.hpp"
#include "sim/runtime/launching/residency.hpp"

using namespace lockstep::sim;
namespace playground = lockstep::playground;

namespace {

WarpAccess access;
Banks served;
Residency fit;
playground::Branch branch;

}  // namespace

void begin_access(std::uint32_t bytes) { access = {.bytes = bytes}; }
void add_lane(std::uint32_t lane, std::uint32_t address) {
  access.lanes |= 1u << lane;
  access.address[lane] = address;
}

std::uint32_t global_sectors() { return sectors(access); }
std::uint32_t global_ideal_sectors() { return ideal_sectors(access, sectors(access)); }
std::uint32_t global_atomic_sectors() { return atomic_sectors(access); }

void serve_shared(bool load) { served = banks(access, load); }
std::uint32_t shared_wavefronts() { return served.wavefronts; }
std::uint32_t shared_conflicts() { return served.conflicts; }
std::uint32_t shared_phases() { return served.phase_count; }
std::uint32_t phase_lanes(std::uint32_t phase) { return served.phases[phase].lanes; }
std::uint32_t phase_wavefronts(std::uint32_t phase) { return served.phases[phase].wavefronts; }
std::uint32_t phase_crowded_banks(std::uint32_t phase) { return served.phases[phase].crowded_banks; }

std::uint32_t fit_blocks(std::uint32_t threads, std::uint32_t registers, std::uint32_t shared) {
  fit = residency({.threads = static_cast<int>(threads), .registers = static_cast<int>(registers), .shared = shared});
  return static_cast<std::uint32_t>(fit.blocks());
}
std::uint32_t fit_by_warps() { return static_cast<std::uint32_t>(fit.by_warps); }
std::uint32_t fit_by_registers() { return static_cast<std::uint32_t>(fit.by_registers); }
std::uint32_t fit_by_shared() { return static_cast<std::uint32_t>(fit.by_shared); }
std::uint32_t fit_by_blocks() { return static_cast<std::uint32_t>(fit.by_blocks); }

std::uint32_t wave_count(std::uint32_t blocks, std::uint32_t at_once) { return playground::waves(blocks, at_once); }
std::uint32_t last_wave(std::uint32_t blocks, std::uint32_t at_once) { return playground::blocks_in_last_wave(blocks, at_once); }

void begin_branch(std::uint32_t takers, std::uint32_t if_steps, std::uint32_t else_steps) { branch = {takers, if_steps, else_steps}; }
std::uint32_t branch_steps() { return branch.steps(); }
std::uint32_t branch_lane_steps() { return branch.lane_steps(); }
std::uint32_t branch_lanes_at(std::uint32_t step) { return branch.lanes_at(step); }

std::uint32_t multiprocessor_warps() { return device::kMaxThreadsPerMultiprocessor / device::kWarpSize; }
