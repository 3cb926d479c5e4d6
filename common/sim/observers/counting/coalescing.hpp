/// @file
/// @brief What one access of a warp costs the memory system: pure functions of the lanes' addresses.
///
/// The rules were measured on an H100 with Nsight Compute; every row of tests/observers/data/h100_access_patterns.csv follows them.
#pragma once

#include <array>
#include <cstdint>

#include "observation/phase.hpp"

namespace lockstep::sim {

/// What global memory is moved in.
inline constexpr std::uint64_t kSectorBytes = 32;

/// One memory instruction of a warp. Only the addresses of active lanes mean anything.
struct WarpAccess {
  std::uint32_t lanes = 0;  ///< bit i: lane i takes part; at least one does
  std::uint32_t bytes = 0;  ///< of each lane: 1, 2, 4, 8 or 16
  std::array<std::uint64_t, 32> address{};
  bool is_line = false;     ///< lane i is at `address[0] + i * stride`, also where it takes no part
  std::int64_t stride = 0;  ///< of a line
};

/// Distinct 32-byte blocks of global memory that a load or a store touches.
std::uint32_t sectors(const WarpAccess& access);
/// The same of an atomic operation: each block as often as the most lanes are on one of its words.
std::uint32_t atomic_sectors(const WarpAccess& access);
/// The fewest sectors that so many lanes could need; as many as they touch, where those are fewer still (a broadcast).
/// @param touched  sectors()
std::uint32_t ideal_sectors(const WarpAccess& access, std::uint32_t touched);
/// The largest number of lanes on one address.
std::uint32_t contention(const WarpAccess& access);

/// The rounds that shared memory's 32 banks of 4 bytes need, and how many of those bank conflicts cost. A wide access is served in several
/// phases.
struct Banks {
  std::uint32_t wavefronts = 0, conflicts = 0;
  std::array<Phase, 4> phases{};
  std::uint32_t phase_count = 0;
};
Banks banks(const WarpAccess& access, bool load);

/// How the hardware does an atomic of 4 bytes in shared memory.
enum class AtomicKind : std::uint8_t {
  count,            ///< adds the constant 1, result unused: lanes on one word are counted, and cost one write
  update,           ///< one lane of a bank after the other
  compare_exchange  ///< the same, twice
};
/// The same of an atomic. Measured for 4 bytes of integers; of others the hardware makes loops, which are not modelled.
Banks atomic_banks(const WarpAccess& access, AtomicKind kind);

}  // namespace lockstep::sim
