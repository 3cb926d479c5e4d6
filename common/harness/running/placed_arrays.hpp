/// @file
/// @brief The arrays of a problem in memory that is not the host's own.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "lockstep/arrays.hpp"
#include "lockstep/device_buffer.hpp"

namespace lockstep {

/// Places each array in memory of its own: `Where` is DeviceMemory or PinnedMemory. All copies are queued on the stream, so that a version
/// whose work is not in the stream's order shows; fetch_outputs() waits for them.
template <class Where>
class PlacedArrays final : public Arrays {
 public:
  explicit PlacedArrays(cudaStream_t stream) : stream_(stream) {}

  void upload_inputs() const;
  /// Sets all bits of the outputs: NaN in floating point.
  void poison_outputs() const;
  /// Copies the outputs to the host, and waits. @throws CudaError, also for errors of the work before it
  void fetch_outputs() const;

 private:
  const void* place_input(std::string_view name, const void* host, std::size_t bytes) override;
  void* place_output(std::string_view name, void* host, std::size_t bytes) override;

  struct Input {
    Buffer<std::byte, Where> memory;
    const void* host;
  };
  struct Output {
    Buffer<std::byte, Where> memory;
    void* host;
  };
  cudaStream_t stream_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
};

using DeviceArrays = PlacedArrays<DeviceMemory>;
using PinnedArrays = PlacedArrays<PinnedMemory>;

}  // namespace lockstep
