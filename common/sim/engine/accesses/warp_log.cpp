/// @file
/// @brief The first lane leaves columns; others pass through them, or go on alone.
#include "sim/engine/accesses/warp_log.hpp"

#include <bit>

#include "sim/engine/program/address_arithmetic.hpp"

namespace lockstep::sim {

__thread LaneCursor lane_cursor;
bool logs_control = false;

Access access_of(LaneKey key, std::uint64_t address) {
  const std::uint64_t detail = key >> kKeyDetailShift;
  Access access{reinterpret_cast<const void*>(address_of(key)), address, bytes_of(key), static_cast<AccessKind>(detail & 7),
                static_cast<AtomicOp>(detail >> kOperationShift & 15)};
  access.ignores_result = (detail >> kIgnoresShift & 1) != 0;
  access.counts_lanes = (detail >> kCountsShift & 1) != 0;
  return access;
}

void WarpLog::reset() {
  clear();
  calls_.fill(0);
}

void WarpLog::begin_turn(unsigned lane) {
  if (lane_cursor.log != nullptr) lane_cursor.log->settle();
  lane_cursor.log = this;
  lane_cursor.lane = lane;
  lane_cursor.bytes = logged_bytes;
  resume();
}

// The running lane's place is in the cursor.
void WarpLog::settle() {
  if (lane_cursor.log != this || lane_cursor.next == nullptr) return;
  passed_[lane_cursor.lane] = static_cast<std::uint32_t>(lane_cursor.next - columns_.data());
}

void WarpLog::resume() {
  if (lane_cursor.log != this) return;
  const std::size_t lane = lane_cursor.lane;
  // Who has a log of its own finds nothing in the columns any more.
  const bool follows = (alone_ >> lane & 1) == 0 && !columns_.empty();
  lane_cursor.next = follows ? columns_.data() + passed_[lane] : nullptr;
  lane_cursor.end = follows ? columns_.data() + columns_.size() : nullptr;
}

std::size_t WarpLog::passed(unsigned lane) const {
  const bool runs = lane_cursor.log == this && lane_cursor.lane == lane && lane_cursor.next != nullptr;
  return runs ? static_cast<std::size_t>(lane_cursor.next - columns_.data()) : passed_[lane];
}

void WarpLog::clear() {
  columns_.clear();
  scattered_.clear();
  passed_.fill(0);
  for (; alone_ != 0; alone_ &= alone_ - 1) own_[static_cast<unsigned>(std::countr_zero(alone_))].clear();
  resume();
}

void WarpLog::add(unsigned lane, LaneKey key, std::uint64_t address) {
  settle();
  const std::size_t at = passed_[lane];
  if ((alone_ >> lane & 1) == 0 && joins(at, lane, key, address)) {
    passed_[lane] = static_cast<std::uint32_t>(at + 1);
  } else {
    own_[lane].push_back({key, address});
    alone_ |= 1u << lane;
  }
  resume();
}

void WarpLog::add_access(unsigned lane, const Access& access, std::uint32_t width) {
  const std::uint64_t detail = static_cast<std::uint64_t>(access.ignores_result) << kIgnoresShift |
                               static_cast<std::uint64_t>(access.counts_lanes) << kCountsShift |
                               static_cast<std::uint64_t>(std::countr_zero(width)) << kBytesShift |
                               static_cast<std::uint64_t>(access.operation) << kOperationShift | static_cast<std::uint64_t>(access.kind);
  const LaneKey key = lane_key(LaneStep::access, number(access.pc), detail);
  for (std::uint32_t at = 0; at < access.bytes; at += width) add(lane, key, access.address + at);
}

void WarpLog::add_call(unsigned lane, const void* caller) {
  ++calls_[lane];
  add(lane, lane_key(LaneStep::call, number(caller)), 0);
}

void WarpLog::add_leave(unsigned lane) {
  if (calls_[lane] == 0) return;  // the kernel itself, which was not entered by a call
  --calls_[lane];
  add(lane, lane_key(LaneStep::leave, kKeyAddressBits), 0);
}

std::uint64_t WarpLog::add_sync(std::uint32_t lanes) {
  const LaneKey key = lane_key(LaneStep::sync, ++syncs_);
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) add(static_cast<unsigned>(std::countr_zero(rest)), key, lanes);
  return syncs_;
}

void WarpLog::record_otherwise(LaneKey key, std::uint64_t address) { add(static_cast<unsigned>(lane_cursor.lane), key, address); }

WarpLog::Addresses WarpLog::addresses(const Column& column) const {
  if (column.is_scattered()) return scattered_[column.first];
  Addresses all;
  const std::uint64_t stride = column.stride == kUnset ? 0 : column.stride, first = column.first + column.owner * (column.stride - stride);
  for (unsigned lane = 0; lane < 32; ++lane) all[lane] = first + lane * stride;
  return all;
}

// Makes the lane's event one of the column's, if the column can take it.
bool WarpLog::joins(std::size_t at, unsigned lane, LaneKey key, std::uint64_t address) {
  if (at == columns_.size()) {
    columns_.push_back({key, address - lane * kUnset, kUnset, lane});
    return true;
  }
  Column& column = columns_[at];
  if (key_of(column) != key) return false;
  if (column.is_scattered()) {
    scattered_[column.first][lane] = address;
    return true;
  }
  if (column.first + lane * column.stride == address) return true;
  const std::uint64_t of_owner = column.first + column.owner * column.stride;
  const auto distance = static_cast<std::int64_t>(address - of_owner), lanes = static_cast<std::int64_t>(lane - column.owner);
  if (column.stride == kUnset && distance % lanes == 0) {
    column.stride = static_cast<std::uint64_t>(distance / lanes);
    column.first = of_owner - column.owner * column.stride;
    return true;
  }
  scattered_.push_back(addresses(column));
  scattered_.back()[lane] = address;
  column = {key | kScattered, scattered_.size() - 1, 0, lane};
  return true;
}

}  // namespace lockstep::sim
