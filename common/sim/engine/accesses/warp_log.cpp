/// @file
/// @brief The first lane leaves columns; others pass through them, or go on alone.
#include "sim/engine/accesses/warp_log.hpp"

#include <algorithm>
#include <bit>

#include "sim/engine/program/address_arithmetic.hpp"

namespace lockstep::sim {

namespace {

// Columns after which a lane without others hands them over: they fit into the first cache.
constexpr std::size_t kChunk = 1024;

}  // namespace

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

void WarpLog::reset(std::uint32_t row) {
  clear();
  row_ = row;
  calls_.fill(0);
}

void WarpLog::begin_turn(unsigned lane) {
  if (lane_cursor.log != nullptr) lane_cursor.log->settle();
  lane_cursor.log = this;
  lane_cursor.lane = lane;
  lane_cursor.place = lane & (row_ - 1);
  lane_cursor.row = lane / row_;
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
  owners_.clear();
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

// As add(), of the lane that runs: where it is, is in the cursor.
void WarpLog::record_otherwise(LaneKey key, std::uint64_t address) {
  LaneCursor& cursor = lane_cursor;
  const unsigned lane = cursor.lane;
  if ((alone_ >> lane & 1) == 0) {
    const std::size_t at = cursor.next == nullptr ? 0 : static_cast<std::size_t>(cursor.next - columns_.data());
    if (joins(at, lane, key, address)) {
      cursor.next = columns_.data() + at + 1;
      cursor.end = columns_.data() + columns_.size();
      if (at == kChunk) hand_over_if_alone();
      return;
    }
    passed_[lane] = static_cast<std::uint32_t>(at);
    cursor.next = cursor.end = nullptr;
    alone_ |= 1u << lane;
  }
  own_[lane].push_back({key, address});
}

WarpLog::Addresses WarpLog::addresses(const Column& column) const {
  if (column.is_scattered()) return scattered_[column.first];
  Addresses all;
  std::uint64_t row = column.first;
  for (unsigned lane = 0; lane < 32; row += static_cast<std::uint64_t>(std::int64_t{column.step})) {
    std::uint64_t at = row;
    for (const unsigned end = lane + row_; lane < end; at += static_cast<std::uint64_t>(std::int64_t{column.stride})) all[lane++] = at;
  }
  return all;
}

// Makes the lane's event one of the column's, if the column can take it. Only accesses have addresses.
bool WarpLog::joins(std::size_t at, unsigned lane, LaneKey key, std::uint64_t address) {
  if (at == columns_.size()) {
    const bool is_access = step_of(key) == LaneStep::access;
    columns_.push_back({is_access ? key | kLone : key, address, 0, 0});
    owners_.push_back(static_cast<std::uint8_t>(lane));
    if (is_access) set_line(columns_.back(), lane, address, kUnset, kUnset);
    return true;
  }
  Column& column = columns_[at];
  if (key_of(column) != key) return false;
  if (column.is_scattered()) {
    scattered_[column.first][lane] = address;
    return true;
  }
  if ((!is_lone(column) && this->address(column, lane) == address) || sets_line(at, lane, address)) return true;
  scattered_.push_back(addresses(column));
  scattered_.back()[lane] = address;
  column = {key | kScattered, scattered_.size() - 1, 0, 0};
  return true;
}

void WarpLog::set_line(Column& column, unsigned lane, std::uint64_t address, std::int32_t stride, std::int32_t step) const {
  column.stride = stride;
  column.step = step;
  column.first = 0;
  column.first = address - this->address(column, lane);
}

// Has one of these lanes passed the column?
bool WarpLog::have_passed(std::size_t at, unsigned first, unsigned end) const {
  return std::any_of(passed_.begin() + first, passed_.begin() + end, [&](std::uint32_t passed) { return passed > at; });
}

// Is the lane the first whose address says how far apart lanes of a row are, or rows?
bool WarpLog::sets_line(std::size_t at, unsigned lane, std::uint64_t address) {
  Column& column = columns_[at];
  const unsigned owner = owners_[at], row_begin = owner & ~(row_ - 1);
  const std::uint64_t of_owner = this->address(column, owner);
  const auto fits = [](std::int64_t distance, std::int64_t lanes) {
    return distance % lanes == 0 && distance / lanes > kUnset && distance / lanes < -std::int64_t{kUnset};
  };
  const auto rows = static_cast<std::int64_t>(lane / row_) - static_cast<std::int64_t>(owner / row_);
  const auto places = static_cast<std::int64_t>(lane % row_) - static_cast<std::int64_t>(owner % row_);
  const auto distance = static_cast<std::int64_t>(address - of_owner);
  if (rows == 0) {
    if (!is_lone(column) || !fits(distance, places)) return false;
    set_line(column, owner, of_owner, static_cast<std::int32_t>(distance / places), column.step);
    column.key = key_of(column);
    return true;
  }
  // Another row's step is known only where the row's own stride is.
  if (is_lone(column) || column.step != kUnset) return false;
  const std::int64_t down = distance - column.stride * places;
  if (!fits(down, rows) || have_passed(at, 0, row_begin) || have_passed(at, row_begin + row_, 32)) return false;
  set_line(column, owner, of_owner, column.stride, static_cast<std::int32_t>(down / rows));
  return true;
}

}  // namespace lockstep::sim
