/// @file
/// @brief The scratch memory of a version.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

#include "lockstep/device_buffer.hpp"
#include "lockstep/launch.hpp"

namespace lockstep {

/// The scratch memory of one version.
class DeviceScratch final : public ScratchPool {
 public:
  explicit DeviceScratch(cudaStream_t stream, bool poison_new = true) : stream_(stream), poison_new_(poison_new) {}

  /// Makes take() begin again at the first piece. Call before each run.
  void rewind() { next_ = 0; }
  /// Sets all bits of all pieces.
  void poison() const;
  /// The next piece; allocated (and poisoned, if that was asked for) at its first use, and again if more is asked for than last time.
  /// @throws CudaError
  void* take(std::size_t bytes) override;

 private:
  cudaStream_t stream_;
  bool poison_new_;
  std::vector<DeviceBuffer<std::byte>> pieces_;
  std::size_t next_ = 0;
};

}  // namespace lockstep
