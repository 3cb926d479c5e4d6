/// @file
/// @brief Every copy is a box: slices of rows of bytes, apart by their own pitches on each side.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

/// One side of a copy.
struct Plane {
  std::byte* base = nullptr;
  std::size_t pitch = 0;  ///< bytes from row to row
  std::size_t slice = 0;  ///< bytes from slice to slice
  bool checked = false;   ///< inside of an array, or of a variable that was named
};

struct BoxCopy {
  Plane dst{}, src{};
  std::size_t width = 0;  ///< bytes
  std::size_t height = 1, depth = 1;
  cudaMemcpyKind kind = cudaMemcpyDefault;
};

enum class Blocking { until_done, no };

/// Checks a copy, queues it, and runs it at once where CUDA would not return before its end.
cudaError_t submit_copy(const BoxCopy& box, Blocking blocking, cudaStream_t stream, Call call);

/// Checks a copy as `submit_copy` does. cudaSuccess: `*operation` does it, reading its source when it runs.
cudaError_t prepare_copy(const BoxCopy& box, Call call, Operation* operation);

/// The box of cudaMemcpy3D's parameters. An error where they contradict each other or the arrays.
cudaError_t box_of(const cudaMemcpy3DParms* p, BoxCopy* box);

/// A fill of `height` rows and `depth` slices; `value` is the pattern of `element` bytes (1, 2 or 4).
struct BoxFill {
  Plane dst{};
  unsigned value = 0;
  unsigned element = 1;
  std::size_t width = 0;  ///< bytes
  std::size_t height = 1, depth = 1;
};
cudaError_t prepare_fill(const BoxFill& box, Call call, Operation* operation);
/// Queues one.
cudaError_t submit_fill(const BoxFill& box, Blocking blocking, cudaStream_t handle, Call call);

}  // namespace lockstep::sim
