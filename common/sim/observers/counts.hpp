/// @file
/// @brief What is counted, and under which names it is reported.
#pragma once

#include <array>
#include <cstdint>

#include "engine/observer.hpp"
#include "lockstep/sim/profile.hpp"
#include "observers/coalescing.hpp"

namespace lockstep::sim {

/// How the hardware's profiler sorts memory instructions. Whether the result of an atomic is used cannot be seen: what the
/// hardware could do without an answer counts as `red`, an exchange as `atom`.
enum class MemoryOp : std::uint8_t { ld, st, red, atom };
MemoryOp memory_op(const Access& access);

/// The counts of a launch, or of one line of it.
struct Counts {
  struct Global {
    std::uint64_t requests = 0, sectors = 0, ideal = 0;
  };
  struct Shared {
    std::uint64_t requests = 0, wavefronts = 0, conflicts = 0;
  };
  std::array<Global, 4> global{};  ///< by MemoryOp
  std::array<Shared, 4> shared{};
  std::uint64_t accesses = 0, lanes = 0;  ///< of warps; active lanes, summed over those
  std::uint64_t bytes_needed = 0;         ///< of global memory
  std::uint64_t atomics = 0, contention = 0, barriers = 0;

  void add_global(MemoryOp op, const WarpAccess& access);
  void add_shared(MemoryOp op, const WarpAccess& access);
  void add(const Counts& other);
  Counters named() const;

 private:
  void add_access(MemoryOp op, const WarpAccess& access);
};

}  // namespace lockstep::sim
