/// @file
/// @brief Compares each access with what the shadow of its words remembers.
#include "sim/observers/races/race_detector.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/failures/faults.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr unsigned kPlaceBits = 27;

bool is_narrow(const Access& access) {
  return access.kind == AccessKind::atomic && (access.scope == Scope::block || access.scope == Scope::thread);
}

bool observes(const Access& access) {
  return access.kind == AccessKind::atomic && access.operation != AtomicOp::store && !access.ignores_result;
}

std::uint32_t low_bits(const void* pc) { return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc)); }

/// The program counter with these low bits that is nearest to another.
const void* near(std::uint32_t low, unsigned bits, const void* other) {
  const auto base = reinterpret_cast<std::intptr_t>(other);
  const auto distance = static_cast<std::int64_t>((std::uint64_t{low} - static_cast<std::uint64_t>(base)) << (64 - bits)) >> (64 - bits);
  return reinterpret_cast<const void*>(base + distance);
}

std::uint32_t value_of(std::uintptr_t word) {
  std::uint32_t value;
  std::memcpy(&value, reinterpret_cast<const void*>(word), sizeof value);
  return value;
}

/// The bits of a word's bytes.
std::uint32_t bits_of(std::uint8_t bytes) {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= (bytes >> i & 1u) * (0xffu << 8 * i);
  return bits;
}

/// How far two warps are from each other: 0 for one, 1 in a block, 2 in different blocks.
int distance(std::uint32_t a, std::uint32_t b) { return a == b ? 0 : a / 32 == b / 32 ? 1 : 2; }

}  // namespace

void RaceDetector::grid_begins(const GridRun& grid) {
  const GridRequest& request = grid.request;
  report_.grid_begins(grid);
  grid_first_ = order_.grid_begins(request.grid, request.cluster, request.cooperative);
  if (restarts_ != order_.restarts()) {
    restarts_ = order_.restarts();
    shadow_.clear();
  }
  equal_.clear();
  strong_.grid_begins();
  forgiven_ = false;
  now_ = {};
}

void RaceDetector::grid_ends(const GridRun&) {
  settle();
  report_.grid_ends();
  shadow_.drop_unused();
  details_.resize(details_used_);
  details_used_ = 0;
}

void RaceDetector::block_begins(const Block& block) {
  settle();
  const std::size_t slot = (reinterpret_cast<std::uintptr_t>(block.shared) - space_layout.shared_begin) / kBlockSharedBytes;
  if (slot >= slot_first_.size()) slot_first_.resize(slot + 1);
  slot_first_[slot] = order_.block_begins(block);
  now_ = {};
}

// A kernel may be given a block that another thread has freed: what that did there is past.
void RaceDetector::memory_made(const Allocation& allocation) {
  if (allocation.origin != Origin::heap) return;
  settle();
  for (std::size_t at = 0; at < allocation.bytes; at += 4) shadow_.at(reinterpret_cast<std::uintptr_t>(allocation.begin) + at) = {};
}

void RaceDetector::fence(const Thread& thread, Scope scope, Site) {
  settle();
  order_.fence(thread, scope);
  now_ = {};
}

void RaceDetector::arrives(const Thread& thread, Sync sync, std::uint32_t, Site site) {
  if (sync == Sync::block_barrier || sync == Sync::warp_barrier) report_.fixes().barrier_at(thread, sync, site);
  if (sync == Sync::warp_exchange) report_.fixes().exchanges();
}

void RaceDetector::completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) {
  settle();
  order_.completed(block, sync, warp, lanes);
  now_ = {};
}

// The last access has happened, and memory is as it left it.
void RaceDetector::settle() {
  report_.settle();
  for (const Passed& passed : passed_)
    if (value_of(passed.word) == passed.value) put_back(passed);
  passed_.clear();
}

void RaceDetector::put_back(const Passed& passed) {
  Cell& cell = shadow_.at(passed.word);
  const Mark& reader = passed.reader;
  if (cell.write.warp == kDetailed) return details_[cell.write.time].push_back(reader);
  cell.reads[cell.reads[0].warp == 0 ? 0 : 1] = {reader.warp, reader.time, reader.lanes, low_bits(reader.pc)};
}

std::uint32_t RaceDetector::oldest_at(std::uintptr_t address) const {
  const std::size_t slot = (address - space_layout.shared_begin) / kBlockSharedBytes;
  return slot < slot_first_.size() ? slot_first_[slot] : grid_first_;
}

void RaceDetector::access(const Thread& thread, const Access& access) {
  settle();
  if (now_.thread != &thread) {
    now_ = order_.now(thread);
    lane_bits_ = thread.lane() << kPlaceBits;
  }
  if (closer_) [[unlikely]]
    report_.fixes().passes(thread, access.pc);
  const ActingFor acting(access.pc);
  oldest_ = oldest_at(access.address);
  reported_ = nullptr;
  if (access.asynchronous) report_.fixes().copies_at(access.pc);
  const std::uintptr_t end = access.address + access.bytes;
  if (!is_plain(access.kind) || ((access.address | access.bytes) & 3) != 0) {
    access_bytes(access);
  } else if (access.kind == AccessKind::load) {
    for (std::uintptr_t word = access.address; word != end; word += 4) load_word(word, access);
  } else {
    for (std::uintptr_t word = access.address; word != end; word += 4) store_word(word, access);
  }
  if (!is_plain(access.kind)) {
    if (closer_) look_at_strong(thread, access);
    report_.fixes().strong_access();
    order_.strong_access(thread, access);
    now_ = {};
  }
}

// ---- Whole words, plain accesses ------------------------------------------------------------------------------------

/// Did everything of a warp at this time happen before, by what is known at a glance?
inline bool RaceDetector::happened(std::uint32_t warp, std::uint32_t time) const {
  return (warp ^ now_.warp) < 32 && (time < now_.block_floor || (warp == now_.warp && time < now_.warp_floor));
}

void RaceDetector::load_word(std::uintptr_t word, const Access& access) {
  Cell& cell = shadow_.at(word);
  if (cell.write.warp >= oldest_) {
    if (cell.write.warp == kDetailed) return detailed(cell, word, 0xf, access);
    if (!happened(cell.write.warp, cell.write.time)) check_write(cell, word, access);
  }
  const ReadNote mine{now_.warp, now_.time, now_.lane, low_bits(access.pc)};
  for (ReadNote& note : cell.reads) {
    if (!counts(note)) {
      note = mine;
      return;
    }
    if (note.warp == mine.warp && note.time == mine.time && note.place == mine.place) {
      note.lanes |= mine.lanes;
      return;
    }
  }
  note_far_reader(cell, mine);
}

// The second set is of the latest of the readers that are farthest from the first.
void RaceDetector::note_far_reader(Cell& cell, const ReadNote& mine) {
  auto& [first, second] = cell.reads;
  if (order_.orders_blocks() && order_.unordered(first.warp, first.lanes, first.time, now_) == 0) std::swap(first, second);
  if (distance(mine.warp, first.warp) >= distance(second.warp, first.warp)) second = mine;
}

void RaceDetector::store_word(std::uintptr_t word, const Access& access) {
  Cell& cell = shadow_.at(word);
  bool overtakes = false;  // a write that nothing orders before it
  if (cell.write.warp >= oldest_) {
    if (cell.write.warp == kDetailed) return detailed(cell, word, 0xf, access);
    overtakes = !happened(cell.write.warp, cell.write.time) && check_write(cell, word, access);
  }
  const std::uint32_t value = value_of(word);
  if (overtakes) {
    note_update(cell, access);
    equal_.overtaken(word, cell.write.warp, 1u << (cell.write.place >> kPlaceBits), cell.write.time, value);
  } else {
    equal_.written_in_order(word);
  }
  for (ReadNote& note : cell.reads) {
    if (counts(note)) check_read(note, word, access, overtakes);
    note.warp = 0;
  }
  cell.write = {now_.warp, now_.time, (low_bits(access.pc) & ((1u << kPlaceBits) - 1)) | lane_bits_, value};
}

RaceDetector::Mark RaceDetector::mark_of(const WriteNote& note, const Access& access) {
  return {note.warp,
          note.time,
          1u << (note.place >> kPlaceBits),
          0xf,
          AccessKind::store,
          true,
          false,
          false,
          note.before,
          near(note.place & ((1u << kPlaceBits) - 1), kPlaceBits, access.pc)};
}

RaceDetector::Mark RaceDetector::mark_of(const ReadNote& note, const Access& access) {
  return {note.warp, note.time, note.lanes, 0xf, AccessKind::load, false, false, false, 0, near(note.place, 32, access.pc)};
}

// @return true where it races
bool RaceDetector::check_write(const Cell& cell, std::uintptr_t word, const Access& access) {
  const Mark mark = mark_of(cell.write, access);
  if (mark.warp == now_.warp && mark.lanes == now_.lane) return false;
  const std::uint32_t lanes = unordered(mark);
  if (lanes == 0) return false;
  report(mark, lanes, word, 0xf, access, !access.writes() && equal_.settled(word, value_of(word), order_, now_));
  return true;
}

// A store that races with another, of a word that its thread has just read: both threads change it, and one change may be lost.
void RaceDetector::note_update(const Cell& cell, const Access& access) {
  for (const ReadNote& note : cell.reads)
    if (note.warp == now_.warp && note.time == now_.time && (note.lanes & now_.lane) != 0)
      report_.fixes().changed_by_several(near(note.place, 32, access.pc), access.pc);
}

void RaceDetector::check_read(const ReadNote& note, std::uintptr_t word, const Access& access, bool overtakes) {
  if (note.warp == now_.warp && note.lanes == now_.lane) return;
  const Mark mark = mark_of(note, access);
  const std::uint32_t lanes = unordered(mark);
  if (lanes == 0) return;
  report(mark, lanes, word, 0xf, access, overtakes);
  if (overtakes) passed_.push_back({word, mark, value_of(word)});
}

// ---- Everything else ------------------------------------------------------------------------------------------------

void RaceDetector::access_bytes(const Access& access) {
  const std::uintptr_t end = access.address + access.bytes;
  for (std::uintptr_t word = access.address & ~std::uintptr_t{3}; word < end; word += 4) {
    const std::uintptr_t from = std::max(word, access.address) - word, to = std::min(word + 4, end) - word;
    detailed(shadow_.at(word), word, static_cast<std::uint8_t>((1u << to) - (1u << from)), access);
  }
}

// The cell's list; where it had none, what the cell said goes into it.
RaceDetector::Marks& RaceDetector::marks_of(Cell& cell, const Access& access) {
  const bool listed = cell.write.warp == kDetailed;
  if (listed && cell.write.before == oldest_) return details_[cell.write.time];
  const bool reuse = listed && cell.write.before >= grid_first_;  // by an earlier block in the same shared memory
  if (!reuse && details_used_ == details_.size()) details_.emplace_back();
  const std::size_t number = reuse ? cell.write.time : details_used_++;
  Marks& marks = details_[number];
  marks.clear();
  if (!listed) {
    if (cell.write.warp >= oldest_) marks.push_back(mark_of(cell.write, access));
    for (const ReadNote& note : cell.reads)
      if (note.warp >= oldest_) marks.push_back(mark_of(note, access));
  }
  cell.write = {kDetailed, static_cast<std::uint32_t>(number), 0, oldest_};
  return marks;
}

void RaceDetector::detailed(Cell& cell, std::uintptr_t word, std::uint8_t bytes, const Access& access) {
  Marks& marks = marks_of(cell, access);
  const std::uint32_t value = value_of(word);
  const Mark mine{now_.warp,       now_.time,         now_.lane,        bytes, access.kind,
                  access.writes(), is_narrow(access), observes(access), value, access.pc};
  if (access.kind == AccessKind::atomic && access.operation == AtomicOp::compare_exchange) note_guesses(marks);
  const bool stores = access.kind == AccessKind::store;
  const std::uintptr_t first = word + static_cast<unsigned>(std::countr_zero(bytes));
  const std::uint32_t part = value & bits_of(bytes);
  const bool overtakes = stores && std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
                           return mark.kind == AccessKind::store && (mark.bytes & bytes) != 0 && unordered(mark) != 0;
                         });
  if (stores && !overtakes) equal_.written_in_order(first);
  bool emptied = false;
  for (Mark& mark : marks) {
    const auto common = static_cast<std::uint8_t>(mark.bytes & bytes);
    if (common == 0) continue;
    const std::uint32_t lanes = unordered(mark);
    if (lanes != 0 && conflict(mark, access) && !is_observed(marks, mark)) {
      const bool agreed = stores ? overtakes : access.kind == AccessKind::load && equal_.settled(first, part, order_, now_);
      report(mark, lanes, word, common, access, agreed);
      if (overtakes && mark.writes) equal_.overtaken(first, mark.warp, mark.lanes, mark.time, part);
      if (overtakes && !mark.writes) passed_.push_back({word, mark, value});
    }
    // A mark may go where whatever races with it races with this access as well.
    const bool replaced = stores || (lanes == 0 && mark.kind == mine.kind && mark.narrow == mine.narrow && mark.writes <= mine.writes);
    if (!replaced) continue;
    mark.bytes = static_cast<std::uint8_t>(mark.bytes & ~bytes);
    emptied = emptied || mark.bytes == 0;
  }
  if (emptied) std::erase_if(marks, [](const Mark& mark) { return mark.bytes == 0; });
  add(marks, mine);
}

void RaceDetector::add(Marks& marks, const Mark& mine) {
  const auto alike = [&](const Mark& mark) { return mark.kind == mine.kind && mark.writes == mine.writes && mark.narrow == mine.narrow; };
  Mark* same = nullptr;
  Mark* first = nullptr;
  Mark* second = nullptr;
  for (Mark& mark : marks) {
    if (mine.kind == AccessKind::atomic && mark.kind == AccessKind::atomic) same = nullptr;
    if (!alike(mark)) continue;
    if (mark.warp == mine.warp && mark.time == mine.time && mark.pc == mine.pc && (mark.bytes == mine.bytes || mark.lanes == mine.lanes))
      same = &mark;
    if ((mark.bytes & mine.bytes) == 0) continue;
    (first == nullptr ? first : second) = &mark;
  }
  if (same != nullptr) {
    same->lanes |= mine.lanes;
    same->bytes |= mine.bytes;
  } else if (second == nullptr || mine.bytes != second->bytes) {
    marks.push_back(mine);
  } else if (distance(mine.warp, first->warp) >= distance(second->warp, first->warp)) {
    marks.erase(marks.begin() + (second - marks.data()));
    marks.push_back(mine);
  }
}

bool RaceDetector::conflict(const Mark& mark, const Access& access) {
  if (!mark.writes && !access.writes()) return false;
  if (is_plain(mark.kind) || is_plain(access.kind)) {
    const bool atomic = mark.kind == AccessKind::atomic || access.kind == AccessKind::atomic;
    return !(atomic && (is_guess(mark.kind, mark.pc) || is_guess(access.kind, access.pc)));
  }
  forgiven_ |= mark.kind == AccessKind::volatile_store || access.kind == AccessKind::volatile_store;
  if (is_volatile(mark.kind) && is_volatile(access.kind)) return volatile_conflict(mark, access);
  return distance(mark.warp, now_.warp) == 2 && (mark.narrow || is_narrow(access));
}

// A thread that uses the result of its own atomic comes after the updates it found: so the last block may reset its ticket.
bool RaceDetector::is_observed(const Marks& marks, const Mark& mark) {
  if (mark.kind != AccessKind::atomic || !mark.writes || mark.narrow) return false;
  return std::any_of(&mark + 1, marks.data() + marks.size(), [&](const Mark& later) {
    return later.observes && !later.narrow && (mark.bytes & ~later.bytes) == 0 && unordered(later) != later.lanes;
  });
}

// As in the usual loop of `old = *p` and `atomicCAS(p, old, …)`: what the load read is a guess, which the compare-and-swap proves.
void RaceDetector::note_guesses(const Marks& marks) {
  for (const Mark& mark : marks)
    if (mark.kind == AccessKind::load && mark.warp == now_.warp && (mark.lanes & now_.lane) != 0) guesses_.insert(mark.pc);
}

// A flag is not a race: its writer fences before setting it. In shared memory, whatever is not a flag is data.
bool RaceDetector::volatile_conflict(const Mark& mark, const Access& access) {
  const bool flag = access.writes() ? order_.has_fenced(*now_.thread) : order_.carries_release(access.address);
  if (flag) return false;
  return distance(mark.warp, now_.warp) < 2 && is_shared_address(access.address);
}

// An access of 8 bytes that raced is shown as a whole, others by words; once for each access.
void RaceDetector::report(const Mark& mark, std::uint32_t lanes, std::uintptr_t word, std::uint8_t bytes, const Access& access,
                          bool agreed) {
  if (access.bytes == 8 && mark.pc == reported_) return;
  reported_ = mark.pc;
  Earlier earlier = earlier_of(mark.warp, lanes, mark.time);
  earlier.pc = mark.pc;
  earlier.kind = mark.kind;
  earlier.writes = mark.writes;
  earlier.narrow = mark.narrow;
  earlier.agreed = agreed;
  if (access.bytes == 8 && access.address % 8 == 0 && bytes == 0xf) {
    if (mark.writes) earlier.known = found_by_pair(word, mark, &earlier.before);
    return report_.add(earlier, *now_.thread, access, access.address, 8);
  }
  const auto first = static_cast<unsigned>(std::countr_zero(bytes)), width = static_cast<unsigned>(std::popcount(bytes));
  if (mark.writes) {
    earlier.before = mark.before >> 8 * first & ((std::uint64_t{1} << 8 * width) - 1);
    earlier.known = width;
  }
  report_.add(earlier, *now_.thread, access, word + first, width);
}

// Where it was, and whether the present thread knows of it.
Earlier RaceDetector::earlier_of(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time) {
  Earlier earlier;
  earlier.rank = warp % 32 * 32 + static_cast<std::uint32_t>(std::countr_zero(lanes));
  earlier.block = order_.block_index(warp);
  earlier.same_cluster = order_.same_cluster(warp, now_.warp);
  earlier.same_block = distance(warp, now_.warp) < 2;
  earlier.same_warp = warp == now_.warp;
  if (closer_) earlier.told = order_.unrelated(warp, lanes, time, now_) == lanes ? Told::no : Told::yes;
  return earlier;
}

// What an earlier write of 8 bytes found, of which `mark` is the part at `word`. @return bytes that are known
std::uint32_t RaceDetector::found_by_pair(std::uintptr_t word, const Mark& mark, std::uint64_t* found) {
  const WriteNote& other = shadow_.at(word ^ 4).write;
  if (other.warp != mark.warp || other.time != mark.time) return 0;
  *found = word % 8 == 0 ? std::uint64_t{other.before} << 32 | mark.before : std::uint64_t{mark.before} << 32 | other.before;
  return 8;
}

// ---- Once more ------------------------------------------------------------------------------------------------------

void RaceDetector::look_closer(std::string order) {
  closer_ = true;
  order_.suppose_fences(true);
  report_.in_order(std::move(order));
  suspected_.clear();
}

void RaceDetector::look_no_closer() {
  closer_ = false;
  strong_.forget_waiting();
  report_.fixes().watch_no_more();
  order_.suppose_fences(false);
  report_.in_order({});
}

void RaceDetector::look_at_strong(const Thread& thread, const Access& access) {
  constexpr unsigned kMostOfAPair = 16;  // words whose last values are looked at
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(access.address), std::min<std::size_t>(access.bytes, sizeof value));
  const auto found = strong_.access(now_, access, value, is_narrow(access), order_);
  if (!found) return;
  const StrongWords::Write& write = found->earlier;
  if (++suspected_[{found->doubt, access.pc, write.pc}] > kMostOfAPair) return;
  Earlier earlier = earlier_of(write.warp, write.lane, write.time);
  earlier.pc = write.pc;
  earlier.kind = write.kind;
  earlier.writes = true;
  earlier.narrow = write.narrow;
  earlier.before = write.before;
  earlier.known = access.bytes;
  earlier.lost = found->doubt == StrongWords::Doubt::lost;
  const std::size_t number = report_.suspect(earlier, thread, access, access.address, access.bytes);
  suspects_.push_back({found->doubt, number, access.address, access.bytes, access.pc});
}

void RaceDetector::judge(const std::function<bool(std::uintptr_t, std::uint32_t)>& differs) {
  for (const Suspect& suspect : suspects_) {
    if (suspect.doubt != StrongWords::Doubt::lost && strong_.is_waited_for(suspect.address, suspect.pc)) continue;
    if (suspect.doubt == StrongWords::Doubt::unfenced || differs(suspect.address, suspect.bytes)) report_.tell(suspect.number);
  }
  suspects_.clear();
  report_.forget_suspects();
}

}  // namespace lockstep::sim
