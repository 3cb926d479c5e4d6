/// @file
/// @brief The asynchronous copies that a thread has begun and not yet waited for.
///
/// The copies are done when the thread waits for them, and not before: a program that forgets to wait reads what was there before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::sim {

struct PendingCopy {
  std::byte* to;
  const std::byte* from;
  std::uint8_t bytes;  ///< 4, 8 or 16
  std::uint8_t zeros;  ///< of these, how many at the end are filled with zero instead of copied
  const void* pc;      ///< where it was begun, for observers
};

/// One per CUDA thread; the engine keeps it in the thread's record.
struct PipelineState {
  std::vector<PendingCopy> copies;       ///< oldest first
  std::vector<std::size_t> batch_sizes;  ///< copies in each committed batch, oldest first; copies after these are not committed yet

  /// Forgets everything; called before the record serves another thread.
  void reset() {
    copies.clear();
    batch_sizes.clear();
  }
};

/// The running thread's.
PipelineState& pipeline_state();

}  // namespace lockstep::sim
