/// @file
/// @brief How a call of one of CUDA's libraries gets into a stream: an operation that host code does on the device's memory.
#pragma once

#include <functional>
#include <vector>

#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

/// What one argument of a call points to.
struct Operand {
  const char* name;          ///< as the library's documentation calls it
  std::vector<Box> boxes{};  ///< the memory that is touched
  bool read = true, written = false;
};

struct LibraryCall {
  Call call{};
  /// Asked for when the call begins, so that it may look at memory: only where `device_reaches` says so.
  std::function<std::vector<Operand>()> operands{};
  /// The work itself. Done only if the device reaches all operands; otherwise the context fails, as after a kernel's illegal access.
  std::function<void()> work{};
};

/// May the device touch all of these bytes?
bool device_reaches(const void* p, std::size_t bytes);

enum class Waits { yes, no };

/// Queues the call, and waits for it where its result goes to the host.
cudaError_t issue(cudaStream_t stream, LibraryCall call, Waits waits);

}  // namespace lockstep::sim
