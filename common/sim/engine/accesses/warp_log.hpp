/// @file
/// @brief What the lanes of a warp did one after the other, kept once where they did the same.
///
/// The lanes of most warps execute the same instructions, at addresses that lie on a line: `in[i]` is 4 bytes farther for each lane. Where
/// a block is 16 threads wide, they lie on two lines, one for each row. So the first lane leaves a column for each of its events, the
/// second one sets the columns' strides, the first of the next row their steps, and all that come after find their own events there
/// already: a comparison each. Only a lane that does something else gets a log of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/engine/accesses/observer.hpp"

namespace lockstep::sim {

/// In the order in which groups of lanes at one place go: those that are about to call before those in the call.
enum class LaneStep : std::uint8_t { none, block, access, call, leave, sync, mark };

/// Where a lane is and what it does there, in 63 bits: the address of the code (or a number) in 48, then the step, then what else has to be
/// the same where lanes do it together. Addresses of data may differ.
using LaneKey = std::uint64_t;
inline constexpr unsigned kKeyStepShift = 48, kKeyDetailShift = 51;
inline constexpr std::uint64_t kKeyAddressBits = (std::uint64_t{1} << kKeyStepShift) - 1;
// An access's detail: the kind, the operation, the logarithm of the bytes, and what an atomic may leave out.
inline constexpr unsigned kOperationShift = 3, kBytesShift = 7, kIgnoresShift = 10, kCountsShift = 11;

constexpr LaneKey lane_key(LaneStep step, std::uintptr_t where, std::uint64_t detail = 0) {
  return detail << kKeyDetailShift | static_cast<std::uint64_t>(step) << kKeyStepShift | where;
}
constexpr LaneStep step_of(LaneKey key) { return static_cast<LaneStep>(key >> kKeyStepShift & 7); }
constexpr std::uintptr_t address_of(LaneKey key) { return key & kKeyAddressBits; }
/// Of a plain load or store. @param log_bytes  the logarithm of its bytes
constexpr LaneKey plain_access_key(AccessKind kind, unsigned log_bytes, std::uintptr_t pc) {
  return lane_key(LaneStep::access, pc, std::uint64_t{log_bytes} << kBytesShift | static_cast<std::uint64_t>(kind));
}

struct LaneEvent {
  LaneKey key = 0;
  std::uint64_t address = 0;  ///< of a synchronization: its lanes
};

class WarpLog {
 public:
  /// What lanes did together: each at `first + stride * (its place in its row) + step * (its row)`, or, in a column that is scattered, at
  /// its own address.
  struct Column {
    LaneKey key;
    std::uint64_t first;  ///< scattered: the number of its addresses
    std::int32_t stride, step;
    bool is_scattered() const { return key >> 63 != 0; }
  };
  using Addresses = std::array<std::uint64_t, 32>;

  /// For a warp of a block that begins. @param row  how many lanes are in a row: a power of two
  void reset(std::uint32_t row = 32);
  /// The running thread is this lane of the warp, until another one is.
  void begin_turn(unsigned lane);
  void clear();

  // Events of any lane.
  void add(unsigned lane, LaneKey key, std::uint64_t address);
  /// In pieces of `width` bytes, a power of two.
  void add_access(unsigned lane, const Access& access, std::uint32_t width);
  void add_block(unsigned lane, const void* pc) { add(lane, lane_key(LaneStep::block, reinterpret_cast<std::uintptr_t>(pc)), 0); }
  void add_call(unsigned lane, const void* caller);
  void add_leave(unsigned lane);
  /// These lanes synchronized, and go on together. @return the number of the synchronization, from 1
  std::uint64_t add_sync(std::uint32_t lanes);
  /// Something else, which lanes do together where the number, below 2^48, is the same.
  void add_mark(unsigned lane, std::uint64_t number) { add(lane, lane_key(LaneStep::mark, number), 0); }

  bool is_empty() const { return columns_.empty() && alone_ == 0; }

  /// All columns; each lane went through the first `passed(lane)` of them, and then did what is in its `own` log.
  std::span<const Column> columns() const { return columns_; }
  std::size_t passed(unsigned lane) const;
  const std::vector<LaneEvent>& own(unsigned lane) const { return own_[lane]; }
  /// The lanes that have logs of their own.
  std::uint32_t alone() const { return alone_; }
  std::uint32_t row() const { return row_; }
  /// Not of a column that is scattered.
  std::uint64_t address(const Column& column, unsigned lane) const { return address_at(column, lane & (row_ - 1), lane / row_); }
  /// Are all lanes on one line?
  bool is_line(const Column& column) const {
    return !column.is_scattered() && (row_ == 32 || column.step == static_cast<std::int64_t>(column.stride) * row_);
  }
  static LaneKey key_of(const Column& column) {
    const LaneKey key = column.key & ~kScattered;
    return (key & kLone) == kLone ? key & ~(kLone ^ lane_key(LaneStep::access, 0)) : key;
  }
  Addresses addresses(const Column& column) const;
  /// The same without copying them.
  const Addresses& scattered(const Column& column) const { return scattered_[column.first]; }

 private:
  friend void record(LaneKey key, std::uint64_t address);
  static constexpr LaneKey kScattered = LaneKey{1} << 63;
  /// In place of the step of an access that only its owner made: no lane's key, so that the second lane cannot pass without setting the
  /// stride.
  static constexpr LaneKey kLone = LaneKey{7} << kKeyStepShift;
  /// Of a column that has only its owner, or only lanes of its row.
  static constexpr std::int32_t kUnset = INT32_MIN + 0x1235;
  static constexpr bool is_lone(const Column& column) { return (column.key & kLone) == kLone; }

  static std::uint64_t address_at(const Column& column, std::uint64_t place, std::uint64_t row) {
    return column.first + static_cast<std::uint64_t>(std::int64_t{column.stride}) * place +
           static_cast<std::uint64_t>(std::int64_t{column.step}) * row;
  }
  void settle();
  void resume();
  void record_otherwise(LaneKey key, std::uint64_t address);
  bool joins(std::size_t at, unsigned lane, LaneKey key, std::uint64_t address);
  bool have_passed(std::size_t at, unsigned first, unsigned end) const;
  void set_line(Column& column, unsigned lane, std::uint64_t address, std::int32_t stride, std::int32_t step) const;
  bool sets_line(std::size_t at, unsigned lane, std::uint64_t address);

  std::uint32_t row_ = 32;
  std::vector<Column> columns_;
  std::vector<std::uint8_t> owners_;  ///< of each column, the lane that left it
  std::vector<Addresses> scattered_;
  std::array<std::uint32_t, 32> passed_{};  ///< of the running lane, as of its turn's beginning
  std::array<std::vector<LaneEvent>, 32> own_;
  std::uint32_t alone_ = 0;
  std::array<std::uint32_t, 32> calls_{};  ///< that are open
  std::uint64_t syncs_ = 0;
};

/// The access that an event's key stands for, at an address.
Access access_of(LaneKey key, std::uint64_t address);
constexpr std::uint32_t bytes_of(LaneKey key) { return 1u << (key >> kKeyDetailShift >> kBytesShift & 7); }

/// Where the running thread's next event is expected.
struct LaneCursor {
  const WarpLog::Column* next = nullptr;
  const WarpLog::Column* end = nullptr;
  std::uint64_t place = 0, row = 0;  ///< of the lane: in its row, and of that
  unsigned lane = 0;
  std::size_t bytes = 0;   ///< of the simulator's addresses, from their begin on, those that hooks log: 0 where they do not
  WarpLog* log = nullptr;  ///< null in host code, and where nobody reads logs
};
/// Do logs have basic blocks and calls, too?
extern bool logs_control;
extern __thread LaneCursor lane_cursor __attribute__((tls_model("initial-exec")));

/// Hands the running lane's log over where all other lanes of its warp have ended: nobody will come after it. (running/worker.cpp)
void hand_over_if_alone();

/// An event of the running thread, which has a log.
[[gnu::always_inline]] inline void record(LaneKey key, std::uint64_t address) {
  LaneCursor& cursor = lane_cursor;
  const WarpLog::Column* const column = cursor.next;
  if (column == cursor.end) return cursor.log->record_otherwise(key, address);
  if (column->key == key && WarpLog::address_at(*column, cursor.place, cursor.row) == address) [[likely]] {
    cursor.next = column + 1;
  } else if (column->key == (key | WarpLog::kScattered)) {
    cursor.log->scattered_[column->first][cursor.lane] = address;
    cursor.next = column + 1;
  } else {
    cursor.log->record_otherwise(key, address);
  }
}

}  // namespace lockstep::sim
