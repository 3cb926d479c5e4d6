/// @file
/// @brief Work that was issued and has not run: one queue in the order of issue, run when the program synchronizes.
///
/// Running everything in the order of issue respects every order that streams and events ask for. `Operation::after`
/// keeps what they do ask for, so that an observer can tell which operations a GPU could have overlapped.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "driver_types.h"

namespace lockstep::sim {

enum class Work { kernel, copy, fill, host_function, event_record, allocate, free, empty };

/// One piece of work. The queue gives it its place; a graph keeps it without one, and issues a copy at each launch.
struct Operation {
  Work work = Work::empty;
  std::function<cudaError_t()> run;
  std::vector<const void*> touches{};  ///< where in memory a copy or a fill reads and writes; a kernel may go anywhere

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
  /// What is waiting, oldest first.
  const std::deque<Operation>& waiting() const { return waiting_; }
  /// Runs all that is waiting. Returns the context's error.
  cudaError_t flush();
  /// Runs the operation that waits longest, if there is one.
  void run_oldest();

 private:
  std::uint64_t first_id() const { return next_id_ - waiting_.size(); }
  void run_front();

  std::deque<Operation> waiting_;
  std::uint64_t next_id_ = 1;
};

Queue& queue();

}  // namespace lockstep::sim
