/// @file
/// @brief Counts for each warp, and keeps of a block that has ended the busiest warp and the sum.
#include "sim/observers/counting/warp_shares.hpp"

#include <algorithm>
#include <bit>

#include "sim/engine/program/steps.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/observers/counting/lanes.hpp"
#include "sim/observers/counting/memory_space.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {
namespace {

/// Whether lanes read one element together, as each warp must that needs a number which is the same for all.
bool is_broadcast(const Access& which, const WarpAccess& access) {
  if (!is_load(which.kind) || std::popcount(access.lanes) == 1) return false;
  bool same = true;
  for_each_lane(access.lanes, [&](unsigned lane) { same = same && access.address[lane] == which.address; });
  return same;
}

void add(Share& to, std::uint64_t own) {
  to.busiest = std::max(to.busiest, own);
  to.all += own;
}

void add(Share& to, const Share& more) {
  to.busiest = std::max(to.busiest, more.busiest);
  to.all += more.all;
}

}  // namespace

void ByteSet::add(std::uint64_t begin, std::uint64_t end) {
  if (!pieces_.empty() && begin >= pieces_.back().begin && begin <= pieces_.back().end) {
    pieces_.back().end = std::max(pieces_.back().end, end);
    return;
  }
  constexpr std::size_t kFew = 1024;
  pieces_.push_back({begin, end});
  if (pieces_.size() >= std::max(2 * united_, kFew)) unite();
}

void ByteSet::add(const ByteSet& more) {
  for (const Piece& piece : more.pieces_) add(piece.begin, piece.end);
}

std::uint64_t ByteSet::count() {
  unite();
  std::uint64_t bytes = 0;
  for (const Piece& piece : pieces_) bytes += piece.end - piece.begin;
  return bytes;
}

void ByteSet::unite() {
  std::ranges::sort(pieces_, {}, &Piece::begin);
  std::vector<Piece> united;
  for (const Piece& piece : pieces_) {
    if (united.empty() || piece.begin > united.back().end)
      united.push_back(piece);
    else
      united.back().end = std::max(united.back().end, piece.end);
  }
  pieces_ = std::move(united);
  united_ = pieces_.size();
}

void WorkerShares::grid_begins() { *this = {}; }

void WorkerShares::block_begins(const Block& block) { blocks_[&block] = std::vector<Warp>(block.warps.size()); }

const void* WorkerShares::array_at(std::uint64_t address) {
  const auto* const p = reinterpret_cast<const std::byte*>(address);
  if (recent_.holds(p)) return recent_.begin;
  const AddressRange array = array_around(p);
  if (array.begin != nullptr) recent_ = array;
  return array.begin;
}

void WorkerShares::issued(const Access& which, const WarpAccess& access) {
  Warp& warp = *current_;
  ++warp.all;
  if (space_of(which.address) == Space::shared) return;
  if (!is_broadcast(which, access)) ++warp.global;
  if (which.kind == AccessKind::atomic) return;
  ByteSet& bytes = (is_load(which.kind) ? warp.read : warp.stored)[array_at(which.address)];
  for_each_lane(access.lanes, [&](unsigned lane) { bytes.add(access.address[lane], access.address[lane] + access.bytes); });
}

void WorkerShares::texture_read(const Thread& thread, const Access& access) {
  blocks_[thread.block][thread.rank / 32].read[array_at(access.address)].add(access.address, access.address + access.bytes);
}

void WorkerShares::add(Warp& warp) {
  std::uint64_t steps = 0;
  for (const auto& [pc, entries] : warp.entered) steps += entries * count_steps_of_block(pc);
  shares_.most_steps = std::max({shares_.most_steps, steps, warp.all});
  sim::add(shares_.global, warp.global);
  sim::add(shares_.global_and_shared, warp.all);
  shares_.read_of_all.busiest = std::max(shares_.read_of_all.busiest, add(warp.read, read_));
  shares_.stored_of_all.busiest = std::max(shares_.stored_of_all.busiest, add(warp.stored, stored_));
}

std::uint64_t WorkerShares::add(Arrays& own, AllArrays& to) {
  std::uint64_t together = 0;
  for (auto& [array, bytes] : own) {
    const std::uint64_t count = bytes.count();
    together += count;
    OfArray& all = to[array];
    all.busiest = std::max(all.busiest, count);
    all.all.add(bytes);
  }
  return together;
}

void WorkerShares::add(const AllArrays& more, AllArrays& to) {
  for (const auto& [array, bytes] : more) {
    OfArray& all = to[array];
    all.busiest = std::max(all.busiest, bytes.busiest);
    all.all.add(bytes.all);
  }
}

void WorkerShares::block_ends(const Block& block) {
  const auto ended = blocks_.extract(&block);
  if (ended.empty()) return;
  for (Warp& warp : ended.mapped()) add(warp);
}

void WorkerShares::add_to(WorkerShares& launch) const {
  launch.shares_.most_steps = std::max(launch.shares_.most_steps, shares_.most_steps);
  sim::add(launch.shares_.global, shares_.global);
  sim::add(launch.shares_.global_and_shared, shares_.global_and_shared);
  sim::add(launch.shares_.read_of_all, shares_.read_of_all);
  sim::add(launch.shares_.stored_of_all, shares_.stored_of_all);
  add(read_, launch.read_);
  add(stored_, launch.stored_);
}

Share WorkerShares::largest(AllArrays& arrays, Share& together) {
  Share most;
  together.all = 0;
  for (auto& [array, bytes] : arrays) {
    const std::uint64_t all = bytes.all.count();
    together.all += all;
    if (all > most.all) most = {bytes.busiest, all};
  }
  return most;
}

WarpShares WorkerShares::named() {
  shares_.read_bytes = largest(read_, shares_.read_of_all);
  shares_.stored_bytes = largest(stored_, shares_.stored_of_all);
  return shares_;
}

}  // namespace lockstep::sim
