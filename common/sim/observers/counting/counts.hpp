/// @file
/// @brief What is counted, and under which names it is reported.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "observation/observation.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/observers/counting/coalescing.hpp"

namespace lockstep::sim {

/// How the hardware's profiler sorts memory instructions. `red` (reduction) is an atomic whose result is not used; exchanges and
/// compare-and-swaps have no such form.
enum class MemoryOp : std::uint8_t { ld, st, red, atom };
MemoryOp memory_op(const Access& access);
bool is_atomic(MemoryOp op);

/// What a request to global memory costs.
struct Sectors {
  std::uint32_t touched = 0, ideal = 0;
};

/// How often warps did something, and with how many lanes.
struct Steps {
  std::uint64_t count = 0, lanes = 0;  ///< lanes: the active ones, summed over all
  void add(std::uint32_t mask) {
    ++count;
    lanes += static_cast<std::uint64_t>(std::popcount(mask));
  }
};

/// What one access of a warp adds to the counts.
struct AccessCost {
  MemoryOp op = MemoryOp::ld;
  bool is_shared = false;
  std::uint32_t lanes = 0, bytes = 0;           ///< of each lane
  Sectors sectors{};                            ///< of global memory
  std::uint32_t wavefronts = 0, conflicts = 0;  ///< of shared memory
  std::uint32_t contention = 0;                 ///< of an atomic
};
AccessCost cost_of_global(MemoryOp op, const WarpAccess& access);
/// @param which  one lane's access: atomics differ in what they cost
Banks banks_of(const Access& which, const WarpAccess& access);
AccessCost cost_of_shared(const Access& which, const WarpAccess& access, const Banks& banks);

/// The counts of a launch, or of one line of it.
///
/// A *step* of a warp is a statement of the source, or an access to global or shared memory. It stands for the instructions that the
/// simulator does not have: the mean number of active lanes per step measures divergence.
struct Counts {
  struct Global {
    std::uint64_t requests = 0, sectors = 0, ideal = 0;
  };
  struct Shared {
    std::uint64_t requests = 0, wavefronts = 0, conflicts = 0;
  };
  std::array<Global, 4> global{};           ///< by MemoryOp
  std::array<Shared, 3> shared{};           ///< by `shared_op`
  std::uint64_t steps = 0, lane_steps = 0;  ///< of warps; active lanes, summed over those
  std::uint64_t bytes_needed = 0;           ///< of global memory
  std::uint64_t atomics = 0, contention = 0, barriers = 0;

  void add_steps(const Steps& more);
  void add(const AccessCost& cost);
  void add(const Counts& other);
  Counters named() const;
};

}  // namespace lockstep::sim
