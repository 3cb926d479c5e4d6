/// @file
/// @brief Notes which threads were missing, once for each place.
#include "sim/observers/barriers/absences.hpp"

#include <algorithm>
#include <bit>

#include "sim/engine/running/block.hpp"

namespace lockstep::sim {

namespace {

SyncPlace place_of(Sync sync, const Site& site) { return {site.file_name(), site.line(), sync}; }

}  // namespace

std::vector<std::uint32_t> Absence::ranks_of(const Block& block, bool ended) const {
  std::vector<std::uint32_t> some;
  for (std::uint32_t i = 0; i < ranks; ++i)
    if ((mask >> i % 32 & 1u) != 0 && (block.threads[first_rank + i].wait == Wait::exited) == ended) some.push_back(first_rank + i);
  return some;
}

void Absences::arrives(Sync sync, std::uint32_t lanes, Site site) {
  if (!is_of_warp(sync)) {
    blocks_site_ = site;
    return;
  }
  mask_ = lanes;
  warp_site_ = site;
}

std::optional<Absence> Absences::completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) const {
  if (sync == Sync::convergence) return {};
  if (!is_of_warp(sync)) {
    if (block.alive == block.threads_total || block.alive == 0) return {};
    return Absence{place_of(sync, sync == Sync::block_barrier ? block.barrier.site : blocks_site_), 0, block.threads_total};
  }
  // The threads that wait know the synchronization; where none waits, it was complete with the last that came.
  std::uint32_t mask = mask_;
  Site site = warp_site_;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const Thread& thread = block.threads[warp * 32 + static_cast<std::uint32_t>(std::countr_zero(rest))];
    if (thread.wait != Wait::warp_sync) continue;
    mask = thread.mask;
    site = thread.site;
    break;
  }
  const std::uint32_t here = std::min(block.threads_total - warp * 32, 32u);
  const std::uint32_t exist = here == 32 ? ~0u : (1u << here) - 1;
  if ((mask & exist & ~lanes) == 0) return {};
  return Absence{place_of(sync, site), warp * 32, here, mask};
}

}  // namespace lockstep::sim
