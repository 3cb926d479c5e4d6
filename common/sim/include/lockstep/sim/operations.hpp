/// @file
/// @brief What a program queued: kernels, copies and fills, and what they wait for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::sim {

enum class OperationKind { kernel, copy, fill, other };

/// Where a copy's bytes are. Managed memory counts as the device's.
enum class Place { device, pinned, pageable };

struct QueuedOperation {
  std::uint64_t id = 0, stream = 0;
  std::vector<std::uint64_t>
      after{};  ///< operations that end before this one begins, by streams, events, or host code that waited: the last of each chain
  OperationKind kind = OperationKind::other;
  std::string name{};                              ///< the kernel, or the function of the API
  Place from = Place::device, to = Place::device;  ///< of copies
  std::uint64_t bytes = 0;                         ///< that a copy or a fill writes
};

/// Lists all operations from here on, until `stop_operations`.
void start_operations();
/// In the order of issue.
std::vector<QueuedOperation> stop_operations();

}  // namespace lockstep::sim
