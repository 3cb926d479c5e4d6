/// @file
/// @brief Marks what is written, and looks at each read for bytes that are not marked.
#include "sim/observers/memory/uninitialised.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/runtime/memory/address_text.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kSuspectsOfAPlace = 4;

bool is_array(const Allocation& allocation) { return std::string_view(allocation.made.name).ends_with("Array"); }

// Is every write to this memory seen?
bool is_tracked(const void* p) {
  if (address_space().shared.holds(p)) return true;
  const Allocation* const allocation = find_allocation(p);
  return allocation != nullptr && allocation->on_device() && !is_array(*allocation);
}

bool reads(const Access& access) {
  if (access.kind == AccessKind::atomic) return access.operation != AtomicOp::store && access.operation != AtomicOp::exchange;
  return !access.writes();
}

}  // namespace

Uninitialised::Uninitialised(HazardLog& log) : log_(log) {
  for (const auto& [begin, allocation] : allocations())  // what was done to them was not seen
    if (allocation.on_device()) written_.set(number(allocation.begin), allocation.bytes);
}

void Uninitialised::memory_made(const Allocation& allocation) {
  if (allocation.on_device()) written_.clear(number(allocation.begin), allocation.bytes);
}

// A copy may move what was never written: kernels are looked at when they read it. A library's call computes with what it reads.
void Uninitialised::operation_begins(const Operation& operation) {
  if (operation.work != Work::library) return;
  for (const Box& box : operation.reads)
    if (is_tracked(box.begin)) box.each_row([&](const std::byte* row, std::size_t bytes) { check_row(operation, number(row), bytes); });
}

void Uninitialised::check_row(const Operation& operation, std::uintptr_t row, std::size_t bytes) {
  const std::size_t known = written_.count(row, bytes);
  if (known == bytes) return;
  std::uintptr_t first = row;
  while (written_.count(first, 1) == 1) ++first;
  log_.kernel.clear();
  bool fresh = false;
  Hazard& hazard = log_.find("uninitialised-read", operation.call.pc, nullptr, &fresh);
  if (!fresh) return;
  hazard.severity = Severity::error;
  hazard.message = fmt::format("{} reads {}, where nothing was written before", operation.call.name,
                               describe_address(reinterpret_cast<const void*>(first)));
  hazard.fix = "fill it first, with cudaMemcpy, cudaMemset or a kernel: cudaMalloc does not zero memory";
}

void Uninitialised::operation_ends(const Operation& operation) {
  if (operation.work == Work::library)
    for (const Box& box : operation.writes)
      if (inside_space(box.begin)) box.each_row([&](const std::byte* row, std::size_t bytes) { written_.set(number(row), bytes); });
  if (operation.work != Work::copy && operation.work != Work::fill) return;
  for (std::size_t i = 0; i < operation.writes.size(); ++i) {
    const Box& to = operation.writes[i];
    if (!inside_space(to.begin)) continue;
    const Box* const from = i < operation.reads.size() && is_tracked(operation.reads[i].begin) ? &operation.reads[i] : nullptr;
    for (std::size_t z = 0; z < to.depth; ++z)
      for (std::size_t y = 0; y < to.height; ++y) {
        const std::uintptr_t row = number(to.begin) + z * to.slice + y * to.pitch;
        if (from == nullptr) {
          written_.set(row, to.width);
        } else {
          written_.copy(row, number(from->begin) + z * from->slice + y * from->pitch, to.width);
        }
      }
  }
}

void Uninitialised::grid_begins(const GridRun& grid) {
  grid_ = &grid;
  log_.kernel = grid.request.kernel->traits.name;
  copies_.clear();
}

void Uninitialised::block_begins(const Block& block) {
  most_static_ = std::max<std::size_t>(most_static_, grid_->layout.used());
  most_dynamic_ = std::max(most_dynamic_, grid_->request.dynamic_shared);
  written_.clear(number(block.shared), most_static_);
  written_.clear(number(block.shared) + kStaticSharedBytes, most_dynamic_);
}

void Uninitialised::access(const Thread& thread, const Access& access) {
  if (!space_layout.holds(access.address)) return;
  if (reads(access) && !written_.all(access.address, access.bytes)) [[unlikely]]
    suspect(thread, access);
  if (!access.writes()) return;
  if (access.asynchronous) copies_.erase(access.address);
  if (!suspects_.empty()) [[unlikely]]
    acquit(thread, access);
  written_.set(access.address, access.bytes);
}

// Asynchronous copies have 4, 8 or 16 bytes, and begin at a multiple of that.
void Uninitialised::may_access(const Thread&, const Access& access) {
  if (access.writes()) copies_[access.address] = access.pc;
}

const void* Uninitialised::copy_to(std::uintptr_t address) const {
  for (const std::uintptr_t size : {4u, 8u, 16u})
    if (const auto found = copies_.find(address / size * size); found != copies_.end()) return found->second;
  return nullptr;
}

void Uninitialised::suspect(const Thread& thread, const Access& access) {
  if (!is_tracked(reinterpret_cast<const void*>(access.address))) return;
  const auto of_place = [&](const Suspect& suspect) { return suspect.access.pc == access.pc; };
  if (std::count_if(suspects_.begin(), suspects_.end(), of_place) == kSuspectsOfAPlace) {
    ++std::find_if(suspects_.rbegin(), suspects_.rend(), of_place)->count;
    return;
  }
  const Region region = nearest_region(thread, access.address);
  if (!region.stretch.holds(access.address, access.bytes)) return;
  const std::size_t known = written_.count(access.address, access.bytes);
  const void* const copy = copy_to(access.address);
  std::string message = fmt::format("it reads {}; ", place_in(region, access.address, access.bytes));
  message += copy != nullptr ? "an asynchronous copy will write that, and this thread has not waited for the copy"
             : known == 0    ? "nothing was written there before"
                             : fmt::format("only {} of the {} bytes were written before", known, access.bytes);
  suspects_.push_back({.access = access,
                       .block = thread.block,
                       .rank = thread.rank,
                       .threads = thread_name(thread.rank, thread.block->index, grid_->request.block),
                       .message = std::move(message),
                       .who = thread_place(thread.rank, thread.block->index),
                       .shared = address_space().shared.holds(reinterpret_cast<const void*>(access.address)),
                       .partial = known != 0,
                       .passed_barrier = false,
                       .settled = false,
                       .is_race = false,
                       .copy = copy});
}

void Uninitialised::acquit(const Thread& thread, const Access& access) {
  for (Suspect& suspect : suspects_) {
    const bool overlaps =
        access.address < suspect.access.address + suspect.access.bytes && suspect.access.address < access.address + access.bytes;
    // No race is reported where both are atomic, or volatile in memory that blocks share.
    const bool both_strong = suspect.access.is_strong() && access.is_strong();
    const bool volatiles = is_volatile(suspect.access.kind) || is_volatile(access.kind);
    if (suspect.settled || !overlaps || (both_strong && !(volatiles && suspect.shared))) continue;
    const bool ordered = suspect.block == thread.block && (suspect.rank == thread.rank || suspect.passed_barrier);
    suspect.is_race |= !ordered;
  }
}

void Uninitialised::completed(const Block& block, Sync sync, std::uint32_t, std::uint32_t) {
  if (sync != Sync::block_barrier) return;
  for (Suspect& suspect : suspects_) suspect.passed_barrier |= suspect.block == &block;
}

void Uninitialised::block_ends(const Block& block) {
  for (Suspect& suspect : suspects_)
    if (suspect.block == &block) {
      suspect.settled |= suspect.shared;
      suspect.block = nullptr;  // the next block may get its place
    }
}

void Uninitialised::grid_ends(const GridRun&) {
  most_static_ = std::max<std::size_t>(most_static_, grid_->layout.used());
  for (const Suspect& suspect : std::exchange(suspects_, {})) {
    if (suspect.is_race) continue;
    bool fresh = false;
    Hazard& hazard = log_.find("uninitialised-read", suspect.access.pc, suspect.copy, &fresh);
    hazard.count += suspect.count - 1;
    if (!suspect.partial) hazard.severity = Severity::error;
    if (!fresh) continue;
    if (suspect.partial) hazard.severity = Severity::note;
    hazard.threads = suspect.threads;
    hazard.who = {suspect.who};
    hazard.message = suspect.message;
    hazard.fix = suspect.copy != nullptr
                     ? "wait for the copy before the read: `__pipeline_wait_prior(0)`, `cg::wait` or `consumer_wait`; where other threads "
                       "read it, add a barrier after that"
                 : suspect.partial ? "padding between the members of a struct is harmless; other bytes need a value first"
                 : suspect.shared  ? "write it first: shared memory begins with whatever was there"
                                   : "fill it first, with cudaMemcpy, cudaMemset or a kernel: cudaMalloc does not zero memory";
  }
}

}  // namespace lockstep::sim
