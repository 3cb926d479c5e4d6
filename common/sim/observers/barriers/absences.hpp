/// @file
/// @brief Synchronizations that complete without some of the threads they are for, because those have ended.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/engine/accesses/observer.hpp"

namespace lockstep::sim {

/// Where threads were missed: a call in the source.
struct SyncPlace {
  std::string_view file;
  unsigned line = 0;
  Sync sync = Sync::block_barrier;
  auto operator<=>(const SyncPlace&) const = default;
};

struct Absence {
  SyncPlace place;
  std::uint32_t first_rank = 0, ranks = 0;  ///< the threads that the synchronization is for: of the block, from the first on
  std::uint32_t mask = ~0u;                 ///< of a synchronization of a warp: the lanes it is for

  /// Those that have ended, or that have not, by their ranks.
  std::vector<std::uint32_t> absent(const Block& block) const { return ranks_of(block, true); }
  std::vector<std::uint32_t> present(const Block& block) const { return ranks_of(block, false); }

 private:
  std::vector<std::uint32_t> ranks_of(const Block& block, bool ended) const;
};

/// Follows a grid's synchronizations: an observer passes on what it hears of them.
class Absences {
 public:
  void arrives(Sync sync, std::uint32_t lanes, Site site);
  /// Who was missed at the synchronization that is complete now; nothing where all came.
  std::optional<Absence> completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) const;

 private:
  std::uint32_t mask_ = 0;  ///< of the last to come to a synchronization of a warp
  Site warp_site_, blocks_site_;
};

}  // namespace lockstep::sim
