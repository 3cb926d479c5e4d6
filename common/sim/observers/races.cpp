/// @file
/// @brief Finds conflicting accesses that nothing orders.
#include "observers/races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/block.hpp"
#include "engine/grid_run.hpp"

namespace lockstep::sim {

namespace {

bool is_strong(AccessKind kind) { return kind != AccessKind::load && kind != AccessKind::store; }
bool is_volatile(AccessKind kind) { return kind == AccessKind::volatile_load || kind == AccessKind::volatile_store; }

std::uint64_t value_at(const void* address, std::uint32_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, address, std::min<std::uint32_t>(bytes, sizeof value));
  return value;
}

std::string shown(std::uint64_t value, std::uint32_t bytes) {
  if (bytes != 4) return fmt::format("{:#x}", value);
  float number;
  std::memcpy(&number, &value, sizeof number);
  return fmt::format("{:#x} ({} as int, {} as float)", value, static_cast<std::int32_t>(value), number);
}

}  // namespace

void Races::grid_begins(const GridRun& grid) {
  log_.kernel = grid.request.kernel->traits.name;
  extent_ = grid.request.block;
  order_.grid_begins();
}

void Races::grid_ends(const GridRun&) {
  settle();
  pages_.clear();
  last_page_ = nullptr;
}

void Races::block_begins(const Block& block) {
  settle();
  order_.block_begins(block);
  const auto first = reinterpret_cast<std::uintptr_t>(block.shared) / kPageBytes;
  for (std::size_t i = 0; i < kBlockSharedBytes / kPageBytes; ++i) pages_.erase(first + i);  // another block had it before
  last_page_ = nullptr;
}

void Races::fence(const Thread& thread, Scope scope, Site) { order_.fence(thread, scope); }

void Races::met(const Block& block, Meet meet, std::uint32_t warp, std::uint32_t lanes) {
  settle();
  order_.met(block, meet, warp, lanes);
}

Races::Cell& Races::cell_at(std::uintptr_t address) {
  const std::uintptr_t number = address / kPageBytes;
  if (last_page_ == nullptr || last_number_ != number) {
    std::unique_ptr<Page>& page = pages_[number];
    if (page == nullptr) page = std::make_unique<Page>();
    last_number_ = number;
    last_page_ = page.get();
  }
  return (*last_page_)[address % kPageBytes / 4];
}

void Races::access(const Thread& thread, const Access& access) {
  settle();
  const std::uintptr_t end = access.address + access.bytes;
  for (std::uintptr_t word = access.address & ~std::uintptr_t{3}; word < end; word += 4) {
    const std::uintptr_t from = std::max(word, access.address) - word, to = std::min(word + 4, end) - word;
    check_word(thread, access, word, static_cast<std::uint8_t>((1u << to) - (1u << from)));
  }
  if (is_strong(access.kind)) order_.strong_access(thread, access);
}

void Races::check_word(const Thread& thread, const Access& access, std::uintptr_t word, std::uint8_t mask) {
  Cell& cell = cell_at(word);
  check_mark(cell.write, thread, access, mask);
  check_mark(cell.atomic, thread, access, mask);
  if (access.writes())
    for (const Mark& reader : cell.readers) check_mark(reader, thread, access, mask);

  Mark mine{order_.now(thread), mask, access.kind, access.scope, access.pc};
  Mark* const written = !access.writes() ? nullptr : access.kind == AccessKind::atomic ? &cell.atomic : &cell.write;
  if (written == nullptr) return note_reader(cell, mine, thread);
  if (written->at.block == mine.at.block && written->at.rank == mine.at.rank) mine.mask |= written->mask;
  *written = mine;
}

// Two readers, as far from each other as they come: whoever writes later is then unordered with one of them, if with any.
void Races::note_reader(Cell& cell, const Mark& mine, const Thread& thread) {
  Mark& first = cell.readers[0];
  if (first.at.block == 0 || order_.ordered(first.at, thread)) {
    first = mine;
    return;
  }
  Mark& second = cell.readers[1];
  const auto distance = [&](const Mark& mark) { return mark.at.block != first.at.block ? 2 : mark.at.rank / 32 != first.at.rank / 32 ? 1 : 0; };
  if (second.at.block == 0 || distance(mine) >= distance(second) || order_.ordered(second.at, thread)) second = mine;
}

bool Races::conflict(const Mark& mark, const Thread& thread, const Access& access, bool same_warp) const {
  if (!is_strong(mark.kind) || !is_strong(access.kind)) return true;
  if (is_volatile(mark.kind) && is_volatile(access.kind)) return same_warp;  // warp-synchronous code, which relies on lanes in step
  const auto narrow = [](Scope scope) { return scope == Scope::block || scope == Scope::thread; };
  const bool same_block = order_.block_index(mark.at.block).x == thread.block->index.x &&
                          order_.block_index(mark.at.block).y == thread.block->index.y &&
                          order_.block_index(mark.at.block).z == thread.block->index.z;
  return !same_block && (narrow(mark.scope) || narrow(access.scope));
}

void Races::check_mark(const Mark& mark, const Thread& thread, const Access& access, std::uint8_t mask) {
  if (mark.at.block == 0 || (mark.mask & mask) == 0) return;
  const Moment now = order_.now(thread);
  const bool same_block = mark.at.block == now.block;
  if (same_block && (mark.at.rank == now.rank || mark.at.barrier < now.barrier)) return;
  const bool same_warp = same_block && mark.at.rank / 32 == now.rank / 32;
  if (!conflict(mark, thread, access, same_warp) || order_.ordered(mark.at, thread)) return;
  report(mark, thread, access, same_block, same_warp);
}

void Races::report(const Mark& mark, const Thread& thread, const Access& access, bool same_block, bool same_warp) {
  bool fresh = false;
  Hazard& hazard = log_.find("race", access.pc, mark.pc, &fresh);
  const bool mixed = (mark.kind == AccessKind::atomic) != (access.kind == AccessKind::atomic);
  const Severity severity = same_warp && !mixed ? Severity::warning : Severity::error;
  const void* const address = reinterpret_cast<const void*>(access.address);
  const std::uint64_t value = value_at(address, access.bytes);
  if (fresh) {
    const bool before_writes = mark.kind != AccessKind::load && mark.kind != AccessKind::volatile_load;
    hazard.severity = Severity::note;
    hazard.threads = thread_name(thread.rank, thread.block->index, extent_) + ", and before it " +
                     thread_name(mark.at.rank, order_.block_index(mark.at.block), extent_);
    hazard.message = fmt::format("one {} what the other {}, and nothing orders them; the value there is {}",
                                 access.writes() ? "writes" : "reads", before_writes ? "wrote" : "read", shown(value, access.bytes));
    const char* const mend =
        mixed ? "use the atomic operation in both places"
        : is_volatile(mark.kind) && is_volatile(access.kind)
            ? "volatile does not keep the lanes of a warp in step since Volta: put a __syncwarp() between the two"
        : same_warp  ? "a __syncwarp() is missing between line {1} and line {0}"
        : same_block ? "a __syncthreads() is missing between line {1} and line {0}"
                     : "blocks run in any order: use an atomic operation, a place of its own for each block, or a second kernel";
    hazard.message += "\n  " + fmt::format(fmt::runtime(mend), hazard.line, hazard.other_line);
  }
  const bool both_store = !mixed && access.kind != AccessKind::atomic && access.writes() && (mark.kind == AccessKind::store || mark.kind == AccessKind::volatile_store);
  if (!both_store) {
    hazard.severity = std::max(hazard.severity, severity);
    return;
  }
  pending_.push_back({&hazard, address, access.bytes, value, fresh, severity});
}

// The store that raced has happened by now: two writes of one value are worth a note only.
void Races::settle() {
  for (const Pending& store : pending_) {
    const std::uint64_t value = value_at(store.address, store.bytes);
    if (store.fresh) store.hazard->message += fmt::format("\n  the second write leaves {}", shown(value, store.bytes));
    if (value != store.before) store.hazard->severity = std::max(store.hazard->severity, store.severity);
  }
  pending_.clear();
}

}  // namespace lockstep::sim
