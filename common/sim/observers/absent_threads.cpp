/// @file
/// @brief Finds barriers and warp intrinsics that were complete here only because threads had returned.
#include "observers/absent_threads.hpp"

#include <fmt/format.h>

#include <bit>

#include "engine/block.hpp"
#include "engine/failure.hpp"
#include "engine/grid_run.hpp"

namespace lockstep::sim {

namespace {

// "lanes 16-31", "lane 3", "lanes 0-3 and more".
std::string lanes_text(std::uint32_t lanes) {
  const int first = std::countr_zero(lanes), count = std::countr_one(lanes >> first);
  const bool more = (lanes >> first >> (count - 1)) > 1;
  if (count == 1) return fmt::format("lane {}{}", first, more ? " and others" : "");
  return fmt::format("lanes {}-{}{}", first, first + count - 1, more ? " and others" : "");
}

}  // namespace

void AbsentThreads::grid_begins(const GridRun& grid) {
  log_.kernel = grid.request.kernel->traits.name;
  known_.clear();
}

void AbsentThreads::arrives(const Thread&, Meet meet, std::uint32_t lanes, Site site) {
  if (meet != Meet::warp_barrier && meet != Meet::warp_exchange) return;
  mask_ = lanes;
  site_ = site;
}

void AbsentThreads::met(const Block& block, Meet meet, std::uint32_t warp, std::uint32_t lanes) {
  if (meet == Meet::block_barrier) met_at_barrier(block);
  if (meet == Meet::warp_barrier || meet == Meet::warp_exchange) met_in_warp(block, warp, lanes);
}

void AbsentThreads::met_at_barrier(const Block& block) {
  const std::uint32_t gone = block.threads_total - block.alive;
  if (gone == 0) return;
  Hazard* const hazard = fresh_hazard("early-return", Severity::note, block.barrier.site);
  if (hazard == nullptr) return;
  hazard->threads =
      fmt::format("{} of the {} threads of block ({},{},{})", gone, block.threads_total, block.index.x, block.index.y, block.index.z);
  hazard->message = "they had returned when the others met at this barrier, which does not wait for them";
  hazard->mend = "that is legal since Volta; older hardware hangs, so let all threads live until the last barrier";
}

// Whoever waits knows the meeting; where nobody does, it was complete with the last that came.
void AbsentThreads::met_in_warp(const Block& block, std::uint32_t warp, std::uint32_t lanes) {
  std::uint32_t mask = mask_;
  Site site = site_;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const Thread& thread = block.threads[warp * 32 + static_cast<std::uint32_t>(std::countr_zero(rest))];
    if (thread.wait != Wait::warp_meeting) continue;
    mask = thread.mask;
    site = thread.site;
    break;
  }
  const std::uint32_t here = block.threads_total - warp * 32;
  const std::uint32_t exist = here >= 32 ? ~0u : (1u << here) - 1;
  const std::uint32_t absent = mask & exist & ~lanes;
  if (absent == 0) return;
  Hazard* const hazard = fresh_hazard("missing-lanes", Severity::warning, site);
  if (hazard == nullptr) return;
  hazard->threads = fmt::format("warp {} of block ({},{},{})", warp, block.index.x, block.index.y, block.index.z);
  hazard->message =
      fmt::format("its mask {:#010x} names {}, which returned without coming here; on a GPU the others may wait for them, or not", mask,
                  lanes_text(absent));
  hazard->mend = "call it outside of the branch, or name in the mask only the lanes that come: __ballot_sync before the branch tells which";
}

Hazard* AbsentThreads::fresh_hazard(const char* kind, Severity severity, Site site) {
  Hazard*& known = known_[{site.file_name(), site.line()}];
  bool fresh = false;
  if (known == nullptr) known = &log_.find(kind, CodeLine{site.file_name(), site.line()}, &fresh);
  if (!fresh) {
    ++known->count;
    return nullptr;
  }
  known->severity = severity;
  return known;
}

}  // namespace lockstep::sim
