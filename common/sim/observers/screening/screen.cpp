/// @file
/// @brief Gives blocks their numbers, and compares what workers touched.
#include "sim/observers/screening/screen.hpp"

#include <algorithm>
#include <atomic>

#include "sim/engine/immortal.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/running/fiber.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/engine/running/trial.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

// Notes outlive launches and checks: each has numbers of its own, and taking memory anew takes time.
struct Notes {
  std::vector<std::unique_ptr<WorkerScreen>> workers;
  std::uint32_t launch = 0;
  std::atomic<std::uint32_t> next_block = 1;
};

Notes& notes() {
  static auto& all = immortal<Notes>();
  return all;
}

WorkerScreen& mine() { return *notes().workers[current_worker->number()]; }

void forget_notes() {
  notes().workers.clear();
  notes().launch = 0;
  notes().next_block = 1;
}

/// Did two workers touch a page so that threads of theirs may meet?
bool conflict(const NotedPage& a, const NotedPage& b, std::uint32_t first) {
  const auto note_at = [&](const Note* notes, const NotedPage& page, std::size_t byte) {
    return notes == nullptr ? Note{0} : notes[byte >> page.unit_bits];
  };
  const auto counts = [&](Note note) { return block_of(note) >= first; };
  const std::size_t step = std::size_t{1} << std::min(a.unit_bits, b.unit_bits);
  for (std::size_t byte = 0; byte < kNotedPageBytes; byte += step) {
    const Note write_a = note_at(a.writes, a, byte), write_b = note_at(b.writes, b, byte);
    if (counts(write_a) && counts(note_at(b.reads, b, byte))) return true;
    if (counts(write_b) && counts(note_at(a.reads, a, byte))) return true;
    if (counts(write_a) && counts(write_b) && !(is_atomic(write_a) && is_atomic(write_b))) return true;
  }
  return false;
}

bool any_conflict(const std::vector<std::unique_ptr<WorkerScreen>>& workers, std::uint32_t launch, std::uint32_t first) {
  for (std::size_t i = 0; i < workers.size(); ++i)
    for (const WorkerScreen::Touched& touched : workers[i]->touched()) {
      if (is_shared_address(touched.address)) continue;
      for (std::size_t j = i + 1; j < workers.size(); ++j) {
        const NotedPage& other = workers[j]->pages().at(touched.address);
        if (other.launch != launch) continue;
        const bool any_write = touched.page->newest_write >= first || other.newest_write >= first;
        if (any_write && conflict(*touched.page, other, first)) return true;
      }
    }
  return false;
}

// What the launch wrote is written.
void mark_written(const WorkerScreen& worker, std::uint32_t first, Written& written) {
  for (const auto& [address, page] : worker.touched()) {
    if (page->is_variable || page->all_written || is_shared_address(address) || page->newest_write < first) continue;
    for (std::size_t i = 0; i < page->units(); ++i)
      if (block_of(page->writes[i]) >= first) written.set(address + (i << page->unit_bits), std::size_t{1} << page->unit_bits);
  }
}

}  // namespace

Screen::Screen(Written& written) : written_(written) {}

// Few notes stay for the next check.
Screen::~Screen() {
  constexpr std::size_t kMostKept = std::size_t{128} << 20;
  std::size_t kept = 0;
  for (const auto& worker : notes().workers) kept += worker->pages().bytes();
  if (kept > kMostKept) forget_notes();
}

void Screen::grid_begins(const GridRun& grid) {
  constexpr std::uint32_t kHighest = 0xf000'0000;
  Notes& all = notes();
  if (all.next_block > kHighest) forget_notes();
  const GridRequest& request = grid.request;
  blocks_ = std::uint64_t{request.grid.x} * request.grid.y * request.grid.z;
  if (blocks_ > ~std::uint32_t{0} - kHighest) doubt_trial(TrialEnd::too_large);
  met_ = 0;
  launch_first_ = oldest_ = all.next_block;
  ++all.launch;
  while (all.workers.size() < grid.workers_at_most) all.workers.push_back(std::make_unique<WorkerScreen>());
  for (const auto& worker : all.workers) worker->grid_begins(written_, all.launch, launch_first_);
}

void Screen::block_begins(const Block& block) { mine().block_begins(block, notes().next_block++); }
void Screen::warp_did(const Block& block, std::uint32_t warp, const WarpLog& log) { mine().warp_did(block, warp, log); }

// Whoever orders memory by it may be right; but here is nobody who knows.
void Screen::fence(const Thread&, Scope, Site) { call_off_trial(TrialEnd::finding); }

void Screen::access(const Thread&, const Access& access) {
  const bool narrow = access.kind == AccessKind::atomic && (access.scope == Scope::block || access.scope == Scope::thread);
  if (access.order != MemoryOrder::relaxed || (narrow && !is_shared_address(access.address))) call_off_trial(TrialEnd::finding);
}

void Screen::local_access(const Thread&, const Access& access) {
  if (!own_stack_holds(reinterpret_cast<const void*>(access.address))) call_off_trial(TrialEnd::finding);
}

void Screen::may_access(const Thread& thread, const Access& access) { mine().touch(thread, access); }

void Screen::texture_access(const Thread& thread, const Access& access) {
  if (access.writes()) call_off_trial(TrialEnd::finding);
  mine().touch(thread, access);
}

void Screen::arrives(const Thread&, Sync sync, std::uint32_t lanes, Site site) { mine().arrives(sync, lanes, site); }

void Screen::completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) {
  mine().completed(block, sync, warp, lanes);
  if (sync == Sync::grid_barrier) meet_grid(block);
}

// Called for one block after the other, before any goes on: as if all of them began anew.
void Screen::meet_grid(const Block& block) {
  if (met_ == 0) oldest_ = notes().next_block;
  mine().met_grid(block, oldest_, notes().next_block++);
  if (++met_ == blocks_) met_ = 0;
}

// Who has words for it sees it when the launch runs again.
bool Screen::launch_fails(const Failure&) {
  doubt_trial(TrialEnd::finding);
  return true;
}

void Screen::grid_ends(const GridRun&) {
  if (is_trial_doubted()) return;
  const Notes& all = notes();
  if (any_conflict(all.workers, all.launch, launch_first_)) return doubt_trial(TrialEnd::finding);
  for (const auto& worker : all.workers) mark_written(*worker, launch_first_, written_);
}

}  // namespace lockstep::sim
