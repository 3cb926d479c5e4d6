/// @file
/// @brief What warps did, as it was seen: addresses and bits, before anything is looked up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/sim/engine.hpp"
#include "sim/engine/accesses/observer.hpp"

namespace lockstep::sim {

enum class StepKind : std::uint8_t { enter, call, leave, access, exchange, arrive, barrier, fence, exit };

/// A part of memory, of the width of one instruction, before and after a lane's access.
struct LaneAccess {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::array<std::byte, 16> before{}, after{};
};

/// What each lane brought to an exchange and took away; nothing of lanes that took no part, or never went on.
using WarpExchanges = std::array<std::optional<LaneExchange>, 32>;

/// What the lanes of a warp did together.
struct TraceStep {
  StepKind kind;
  std::size_t block = 0, warp = 0;  ///< their numbers, in the grid and in the block
  std::uint32_t lanes = 0;
  const void* pc = nullptr;                 ///< of `enter`, `call`, `access`
  std::optional<Site> site{};               ///< of the others, but for `leave` and `exit`
  Access access{};                          ///< of one lane
  std::vector<LaneAccess> accesses{};       ///< of each lane, the lowest first
  const WarpExchanges* exchange = nullptr;  ///< of `exchange`
  Sync sync = Sync::block_barrier;          ///< of `arrive`, `barrier`
  std::uint32_t arrived = 0, awaited = 0;   ///< threads, of those
  Scope scope = Scope::device;              ///< of a fence
};

/// Where a traced block's shared memory was.
struct TracedBlock {
  std::size_t number;  ///< in the grid
  std::uintptr_t shared;
};

/// Why a launch failed, where nothing else reports it.
struct TracedFailure {
  std::string kind, text;
  const void* pc = nullptr;  ///< where; null where the site tells
  Site site{};
};

/// A launch, as it was seen.
struct TracedLaunch {
  std::size_t limit = 0;  ///< of steps
  std::vector<TraceStep> steps;
  std::vector<TracedBlock> blocks;
  std::deque<WarpExchanges> exchanges;
  const void* entry = nullptr;  ///< in the kernel's body: its first basic block
  std::optional<TracedFailure> failure{};

  bool is_full() const { return steps.size() >= limit; }
  /// What comes when it is full is left out.
  void add(TraceStep step) {
    if (!is_full()) steps.push_back(std::move(step));
  }
};

}  // namespace lockstep::sim
