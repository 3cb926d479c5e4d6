/// @file
/// @brief How Thrust and CUB launch kernels.
#pragma once

#include <thrust/detail/config.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace launcher {

struct triple_chevron {
  triple_chevron(dim3 grid_, dim3 block_, std::size_t shared_ = 0, cudaStream_t stream_ = nullptr)
      : grid(grid_), block(block_), shared(shared_), stream(stream_) {}

  template <class Kernel, class... Arguments>
  cudaError_t doit(Kernel kernel, const Arguments&... arguments) const {
    kernel<<<grid, block, shared, stream>>>(arguments...);
    return cudaPeekAtLastError();
  }

  const dim3 grid, block;
  const std::size_t shared;
  const cudaStream_t stream;
};

}  // namespace launcher
}  // namespace cuda_cub
THRUST_NAMESPACE_END
