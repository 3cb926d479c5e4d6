/// @file
/// @brief Work that was issued and has not run: one queue in the order of issue, run when the program synchronizes.
///
/// Running everything in the order of issue respects every order that streams and events ask for. `Operation::after`
/// keeps what they do ask for, so that an observer can tell which operations a GPU could have overlapped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "driver_types.h"
#include "sim/runtime/context/call.hpp"

namespace lockstep::sim {

class DeviceMemoryWindow;

enum class Work {
  kernel,
  copy,
  fill,
  host_function,
  library,  ///< a call of cuBLAS or cuRAND
  event_record,
  allocate,
  free,
  empty,
  host_code  ///< never queued: what the program does itself, to observers
};

/// Memory that a copy or a fill touches: slices of rows of bytes.
struct Box {
  std::byte* begin = nullptr;
  std::size_t width = 0, height = 1, depth = 1;
  std::size_t pitch = 0, slice = 0;  ///< bytes from row to row, and from slice to slice

  /// Bytes from its begin to its end, gaps included.
  std::size_t extent() const { return width == 0 || height == 0 || depth == 0 ? 0 : (depth - 1) * slice + (height - 1) * pitch + width; }
  /// Calls `visit(begin, bytes)` for each stretch without a gap.
  template <class Visit>
  void each_row(Visit&& visit) const {
    for (std::size_t z = 0; z < depth; ++z)
      for (std::size_t y = 0; y < height; ++y) visit(begin + z * slice + y * pitch, width);
  }
};

inline std::uint64_t bytes_of(const std::vector<Box>& boxes) {
  std::uint64_t bytes = 0;
  for (const Box& box : boxes) bytes += std::uint64_t{box.width} * box.height * box.depth;
  return bytes;
}

/// One piece of work. The queue gives it its id; a graph keeps it without one, and issues a copy at each launch.
struct Operation {
  Work work = Work::empty;
  std::function<cudaError_t()> run{};
  bool has_parts = false;  ///< it only runs others, by Queue::run_part
  Call call{};
  /// Of copies, fills and libraries' calls, and what is allocated or freed; a kernel may go anywhere. What was copied aside when a copy was
  /// issued, because it is the host's own memory, is not among the reads.
  std::vector<Box> reads{}, writes{};
  /// Of a library's call: fills in what it touches, which may depend on what is in memory when it begins.
  std::function<void(Operation&)> settle{};

  std::uint64_t id = 0;                ///< counts up in the order of issue, from 1
  std::uint64_t stream = 0;            ///< the id of the stream
  std::vector<std::uint64_t> after{};  ///< ids of the operations that have to end before this one begins
};

class Queue {
 public:
  /// Takes `operation`, gives it the next id, and returns that. Runs everything where very much is waiting.
  std::uint64_t push(Operation operation);
  /// The id that the next push will give.
  std::uint64_t next_id() const { return next_id_; }
  /// Has the operation of this id run?
  bool done(std::uint64_t id) const { return id < first_id(); }
  /// How often something was pushed, or has run. Other OS threads may ask without the API's lock.
  std::uint64_t changes() const { return changes_; }
  /// What is waiting, oldest first.
  const std::deque<Operation>& waiting() const { return waiting_; }
  /// Runs all that is waiting. Returns the context's error.
  cudaError_t flush();
  /// The same, for host code that waits for the operations of these ids; or for all of them.
  cudaError_t wait_for(const std::vector<std::uint64_t>& ids);
  cudaError_t wait_for_all();
  /// Host code was told that these operations have ended.
  void note_done(const std::vector<std::uint64_t>& ids);
  /// Runs the operation that waits longest, if there is one.
  void run_oldest();
  /// For the operation that runs and has parts: runs one of them in its place.
  cudaError_t run_part(Operation part);

 private:
  std::uint64_t first_id() const { return next_id_ - waiting_.size(); }
  void run_front();

  std::deque<Operation> waiting_;
  DeviceMemoryWindow* window_ = nullptr;  ///< while something runs
  std::uint64_t next_id_ = 1;
  std::atomic<std::uint64_t> changes_ = 0;
};

Queue& queue();

}  // namespace lockstep::sim
