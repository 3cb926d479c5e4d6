/// @file
/// @brief Compares each access with the notes of its words, and leaves its own.
#include "sim/observers/screening/worker_screen.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <string_view>

#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/engine/running/trial.hpp"
#include "sim/observers/counting/lanes.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

[[noreturn, gnu::noinline, gnu::cold]] void find() { call_off_trial(TrialEnd::finding); }

bool is_of_device_heap(std::uintptr_t address) { return address - space_layout.begin < kForecourtBytes + 8 * space_layout.part_bytes; }

}  // namespace

void WorkerScreen::grid_begins(const Written& written, std::uint32_t launch, std::uint32_t first_block) {
  written_ = &written;
  launch_ = launch;
  launch_first_ = oldest_ = first_block;
  touched_.clear();
  recent_.fill({});
  blocks_.clear();
  last_ = nullptr;
}

WorkerScreen::BlockTime& WorkerScreen::time_of(const Block& block) {
  if (last_ != &block) {
    last_ = &block;
    last_time_ = &blocks_[&block];
  }
  return *last_time_;
}

void WorkerScreen::block_begins(const Block& block, std::uint32_t number) {
  BlockTime& time = time_of(block);
  time = {};
  time.number = time.first_number = number;
}

void WorkerScreen::met_grid(const Block& block, std::uint32_t oldest, std::uint32_t number) {
  oldest_ = oldest;
  time_of(block).number = number;
}

// A thread that has ended, and was missed, is one of the things to be told of.
void WorkerScreen::completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) {
  if (absences_.completed(block, sync, warp, lanes)) find();
  BlockTime& time = time_of(block);
  if (time.top == kMostTime) find();
  if (sync == Sync::warp_barrier && (lanes | block.warps[warp].exited) == ~0u) time.warps[warp].time = time.warps[warp].floor = ++time.top;
  if (sync == Sync::block_barrier || sync == Sync::cluster_barrier) time.floor = ++time.top;
}

void WorkerScreen::turn_to(const Block& block, std::uint32_t warp) {
  const BlockTime& time = time_of(block);
  block_ = &block;
  now_ = {.block = time.number,
          .time = std::max(time.floor, time.warps[warp].time),
          .warp = warp,
          .oldest = oldest_,
          .block_floor = time.floor,
          .warp_floor = time.warps[warp].floor};
  global_oldest_ = oldest_;
  shared_oldest_ = time.number;
  shared_first_ = time.first_number;
  lanes_note_ = now_.of_lanes();
}

void WorkerScreen::touch(const Thread& thread, const Access& access) {
  turn_to(*thread.block, thread.rank / 32);
  const Note mine = now_.of_lane(thread.lane());
  if (access.writes()) return touch_one<Way::write>(access.address, access.bytes, thread.lane(), mine | kNotePending);
  touch_one<Way::read>(access.address, access.bytes, thread.lane(), mine);
}

void WorkerScreen::warp_did(const Block& block, std::uint32_t warp, const WarpLog& log) {
  turn_to(block, warp);
  std::array<std::size_t, 32> passed;
  for (unsigned lane = 0; lane < 32; ++lane) passed[lane] = log.passed(lane);
  const std::size_t count = log.columns().size();
  for (std::size_t at = 0; at < count;) {
    std::uint32_t lanes = 0;
    std::size_t next = count;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (passed[lane] <= at) continue;
      lanes |= 1u << lane;
      next = std::min(next, passed[lane]);
    }
    if (lanes == 0) break;
    for (; at < next; ++at) note_column(log, log.columns()[at], lanes);
  }
  for_each_lane(log.alone(), [&](unsigned lane) {
    for (const LaneEvent& event : log.own(lane))
      if (step_of(event.key) == LaneStep::access) touch_lanes(event.key, 1u << lane, [&](unsigned) { return event.address; });
  });
}

void WorkerScreen::note_column(const WarpLog& log, const WarpLog::Column& column, std::uint32_t lanes) {
  const LaneKey key = WarpLog::key_of(column);
  if (step_of(key) != LaneStep::access) return;
  if (column.is_scattered()) {
    const WarpLog::Addresses& addresses = log.scattered(column);
    return touch_lanes(key, lanes, [&](unsigned lane) { return addresses[lane]; });
  }
  const bool all_load = lanes == ~0u && static_cast<AccessKind>(key >> kKeyDetailShift & 7) == AccessKind::load;
  if (!all_load) return touch_lanes(key, lanes, [&](unsigned lane) { return log.address(column, lane); });
  const std::uint32_t row = log.is_line(column) ? 32 : log.row();
  const Run run{column.first, column.stride, row, bytes_of(key)};
  if (row != 32 && column.step == 0) return read_run(run, kNoLane);  // all rows read the same
  for (std::uint32_t lane = 0; lane < 32; lane += row) {
    Run one = run;
    one.first += static_cast<std::uint64_t>(std::int64_t{column.step} * (lane / row));
    read_run(one, lane);
  }
}

// What lanes read, one by one from this lane on; or, with kNoLane, what several lanes read.
void WorkerScreen::read_run(Run run, std::uint32_t lane) {
  if (run.stride == 0) return touch_one<Way::read>(run.first, run.bytes, kNoLane, lanes_note_);
  const std::uint64_t last = run.first + static_cast<std::uint64_t>(std::int64_t{run.stride} * (run.count - 1));
  const std::uint64_t low = std::min(run.first, last), high = std::max(run.first, last) + run.bytes;
  const bool words = run.bytes == 4 && ((run.first | static_cast<std::uint32_t>(run.stride)) & 3) == 0;
  if (words && low >> kNotedPageBits == (high - 1) >> kNotedPageBits) {
    NotedPage* const page = open(run.first, run.bytes, false);
    if (page != nullptr && page->unit_bits == 2 && page->holds(low, static_cast<std::uint32_t>(high - low))) {
      now_.oldest = is_shared_address(low) ? shared_oldest_ : global_oldest_;
      return read_words(*page, run, lane);
    }
  }
  for (std::uint32_t i = 0; i < run.count; ++i) {
    const std::uint64_t address = run.first + static_cast<std::uint64_t>(std::int64_t{run.stride} * i);
    touch_one<Way::read>(address, run.bytes, lane == kNoLane ? lane : lane + i, lane == kNoLane ? lanes_note_ : now_.of_lane(lane + i));
  }
}

void WorkerScreen::read_words(NotedPage& page, const Run& run, std::uint32_t lane) {
  const WarpNow now = now_;  // and all else that stays as it is: notes are numbers like others, to the compiler
  const Note several = lanes_note_;
  Note* const reads = page.reads + page.place_of(run.first);
  const Note* const writes = page.writes == nullptr ? nullptr : page.writes + page.place_of(run.first);
  const std::ptrdiff_t stride = run.stride / 4;
  const std::uint32_t one = lane == kNoLane ? 0 : 1;
  const bool is_shared = is_shared_address(run.first);
  const std::uint32_t written_from = is_shared ? shared_first_ : launch_first_;
  if (page.newest_write >= now.oldest || !page.all_written) {
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const Note write = writes == nullptr ? 0 : writes[i * stride];
      if (!now.is_harmless(write, lane + one * i)) find();
      const bool written_now = block_of(write) >= written_from && (write & kNotePending) == 0;
      if (!written_now && !page.all_written && (is_shared || !written_->all(run.first + static_cast<std::uint64_t>(4 * stride * i), 4)))
        find();
    }
  }
  Note mine = lane == kNoLane ? several : now.of_lane(lane);
  for (std::uint32_t i = 0; i < run.count; ++i, mine += one) {
    Note& read = reads[i * stride];
    const Note before = read;
    if (before == mine || before == several) continue;
    if (!now.counts(before)) {
      read = mine;
    } else if (spread_of(before) != Spread::blocks) {
      read = now.joined(before, mine);
    }
  }
}

template <class AddressOf>
void WorkerScreen::touch_lanes(LaneKey key, std::uint32_t lanes, AddressOf&& address_of) {
  const std::uint32_t bytes = bytes_of(key);
  switch (static_cast<AccessKind>(key >> kKeyDetailShift & 7)) {
    case AccessKind::load:
    case AccessKind::volatile_load:
      return touch_each<Way::read>(lanes, bytes, address_of);
    case AccessKind::store:
    case AccessKind::volatile_store:
      return touch_each<Way::write>(lanes, bytes, address_of);
    case AccessKind::atomic:
      return touch_each<Way::atomic>(lanes, bytes, address_of);
  }
}

template <WorkerScreen::Way way, class AddressOf>
void WorkerScreen::touch_each(std::uint32_t lanes, std::uint32_t bytes, AddressOf&& address_of) {
  const Note first = now_.of_lane(0);
  NotedPage* page = nullptr;
  std::uintptr_t number = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uintptr_t address = address_of(lane);
    const bool usual = (address & (bytes - 1)) == 0 && bytes >= 4;
    if (!usual) {
      touch_one<way>(address, bytes, lane, first + lane);
      page = nullptr;
      continue;
    }
    if (page == nullptr || address >> kNotedPageBits != number || !page->holds(address, bytes)) {
      page = open(address, bytes, way != Way::read);
      number = address >> kNotedPageBits;
      if (page == nullptr) continue;
      now_.oldest = is_shared_address(address) ? shared_oldest_ : global_oldest_;
    }
    if (page->unit_bits != 2) {
      touch_one<way>(address, bytes, lane, first + lane);
      continue;
    }
    if constexpr (way != Way::write)
      if (!page->all_written && !is_written(*page, address, bytes)) find();
    const std::size_t place = page->place_of(address);
    for (std::uint32_t i = 0; i < bytes / 4; ++i)
      if (!note_unit<way>(*page, place + i, lane, first + lane)) find();
  }
}

// Of any size and alignment.
template <WorkerScreen::Way way>
void WorkerScreen::touch_one(std::uintptr_t address, std::uint32_t bytes, std::uint32_t lane, Note mine) {
  const std::uintptr_t rest = kNotedPageBytes - address % kNotedPageBytes;
  if (bytes > rest) {
    touch_one<way>(address, static_cast<std::uint32_t>(rest), lane, mine);
    return touch_one<way>(address + rest, bytes - static_cast<std::uint32_t>(rest), lane, mine);
  }
  NotedPage* const page = open(address, bytes, way != Way::read);
  if (page == nullptr) return;
  now_.oldest = is_shared_address(address) ? shared_oldest_ : global_oldest_;
  if (((address | bytes) & 3) != 0 && page->unit_bits != 0) pages_.split(*page);
  if (way != Way::write && !page->all_written && !is_written(*page, address, bytes)) find();
  const std::size_t place = page->place_of(address), units = bytes >> page->unit_bits;
  for (std::size_t i = 0; i < units; ++i)
    if (!note_unit<way>(*page, place + i, lane, mine)) find();
}

/// @return false where two threads may meet
template <WorkerScreen::Way way>
[[gnu::always_inline]] inline bool WorkerScreen::note_unit(NotedPage& page, std::size_t place, std::uint32_t lane, Note mine) {
  const bool was_written = page.newest_write >= now_.oldest;
  if constexpr (way == Way::read) {
    if (was_written && !now_.is_harmless(page.writes[place], lane)) return false;
    Note& read = page.reads[place];
    if (read == mine || read == lanes_note_) return true;
    if (!now_.counts(read)) {
      read = mine;
    } else if (spread_of(read) != Spread::blocks) {
      read = now_.joined(read, mine);
    }
    return true;
  } else {
    const Note before = was_written ? page.writes[place] : 0;
    if (page.reads != nullptr && !now_.is_harmless(page.reads[place], lane)) return false;
    if constexpr (way == Way::write) {
      if (!now_.is_harmless(before, lane)) return false;
      page.writes[place] = mine;
    } else {
      // What was no atomic has to be over; those that are may meet.
      const bool is_over = !now_.counts(before) || now_.is_before(before);
      if (!is_over && !is_atomic(before)) return false;
      page.writes[place] = now_.joined(before, mine | kNoteAtomic);
    }
    page.newest_write = std::max(page.newest_write, now_.block);
    return true;
  }
}

// The page of an access, which is inside of memory of the program's. Null where nothing has to be noted.
NotedPage* WorkerScreen::open(std::uintptr_t address, std::uint32_t bytes, bool writes) {
  NotedPage& page = pages_.at(address);
  if (page.launch != launch_) begin_page(page, address);
  if (!page.holds(address, bytes)) look_up(page, address, bytes);
  if (page.is_variable && page.end == 0) return nullptr;
  if (writes && page.is_constant) find();
  if (writes) {
    if (page.writes == nullptr) pages_.need_writes(page);
  } else if (page.reads == nullptr) {
    pages_.need_reads(page);
  }
  return &page;
}

void WorkerScreen::begin_page(NotedPage& page, std::uintptr_t address) {
  if (page.launch == 0) page.unit_bits = 2;
  page.launch = launch_;
  page.begin = page.end = 0;
  page.is_variable = !space_layout.holds(address);
  const std::uintptr_t begin = address & ~(kNotedPageBytes - 1);
  page.all_written = !is_shared_address(address) && (!is_of_device_heap(address) || written_->all_of(begin, kNotedPageBytes));
  touched_.push_back({begin, &page});
}

void WorkerScreen::look_up(NotedPage& page, std::uintptr_t address, std::uint32_t bytes) {
  if (is_shared_address(address) && address - reinterpret_cast<std::uintptr_t>(block_->shared) >= kBlockSharedBytes) find();
  const Stretch stretch = stretch_at(address, bytes);
  page.begin = stretch.begin;
  page.end = stretch.end;
  page.is_constant = false;
  if (page.is_variable && stretch.end == 0) return;  // a kernel's argument, or a constant of the program
  if (!stretch.holds(address, bytes)) find();
  if (!page.is_variable) return;
  const Variables* const variables = find_variables(reinterpret_cast<const void*>(address));
  page.is_constant = variables != nullptr && variables->qualifier == std::string_view("__constant__");
}

// A page of shared memory often has several variables, which take turns.
Stretch WorkerScreen::stretch_at(std::uintptr_t address, std::uint32_t bytes) {
  static std::mutex mutex;  // names of variables are looked up when they are first asked for
  for (const Stretch& known : recent_)
    if (known.holds(address, bytes)) return known;
  const std::lock_guard lock(mutex);
  return recent_[next_recent_++ % recent_.size()] = find_stretch(block_->threads[now_.warp * std::size_t{32}], address);
}

// Before the launch, or in it.
bool WorkerScreen::is_written(const NotedPage& page, std::uintptr_t address, std::uint32_t bytes) const {
  const bool is_shared = is_shared_address(address);
  if (!is_shared && written_->all(address, bytes)) return true;
  if (page.writes == nullptr) return false;
  const std::uint32_t first = is_shared ? shared_first_ : launch_first_;
  const std::size_t place = page.place_of(address), units = bytes >> page.unit_bits;
  return std::all_of(page.writes + place, page.writes + place + units,
                     [&](Note note) { return block_of(note) >= first && (note & kNotePending) == 0; });
}

}  // namespace lockstep::sim
