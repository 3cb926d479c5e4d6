/// @file
/// @brief What the processes of a box use, as seen from outside.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "support/processes/output_pipes.hpp"

namespace lockstep::grading {

/// Of all processes of a box together, at one moment.
struct BoxUsage {
  std::uint64_t memory_bytes = 0;   ///< their own pages, resident or swapped, those that they share, and their page tables
  std::chrono::milliseconds cpu{};  ///< of the living, and of the ended ones that they, or the box's first process, waited for
  std::size_t threads = 0;          ///< of all processes but the first
};

/// Looks through the process list that is mounted in the box: exactly its own processes are in it. Nothing that a program in the box can
/// do hides it there, and this holds for every user alike, unlike RLIMIT_NPROC (nothing for root) and control groups (not always ours).
class BoxWatch {
 public:
  /// @param first  the host's process ID of the box's first process
  explicit BoxWatch(pid_t first) : first_(first) {}

  /// Stops counting once there are more than `enough_threads`. Nothing where the box is not made yet, or has ended.
  BoxUsage look(std::size_t enough_threads);

 private:
  void open_list();

  pid_t first_;
  Descriptor list_;
};

}  // namespace lockstep::grading
