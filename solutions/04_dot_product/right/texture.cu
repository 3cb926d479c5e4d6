// The elements are read through a texture.
#include <cmath>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 128;
constexpr unsigned kGrid = 256;

__global__ void add_squares(cudaTextureObject_t x, std::int64_t n, double* sum) {
  double own = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) {
    const double element = tex1Dfetch<float>(x, static_cast<int>(i));
    own += element * element;
  }
  for (unsigned lanes = 16; lanes > 0; lanes /= 2) own += __shfl_down_sync(~0U, own, lanes);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}

__global__ void take_root(const double* sum, float* norm) {
  *norm = static_cast<float>(std::sqrt(*sum));
}

void run(const Norm::Device& p, const Launch& launch) {
  cudaResourceDesc memory{};
  memory.resType = cudaResourceTypeLinear;
  memory.res.linear.devPtr = const_cast<float*>(p.x);
  memory.res.linear.desc = cudaCreateChannelDesc<float>();
  memory.res.linear.sizeInBytes = static_cast<std::size_t>(p.n) * sizeof(float);
  cudaTextureDesc how{};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t x;
  lockstep::check(cudaCreateTextureObject(&x, &memory, &how, nullptr));
  auto* const sum = launch.scratch<double>(1);
  lockstep::check(cudaMemsetAsync(sum, 0, sizeof *sum, launch.stream));
  add_squares<<<launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid)), kBlock, 0,
                launch.stream>>>(x, p.n, sum);
  lockstep::check_launch();
  take_root<<<1, 1, 0, launch.stream>>>(sum, p.norm);
  lockstep::check_launch();
  lockstep::check(cudaStreamSynchronize(launch.stream));
  lockstep::check(cudaDestroyTextureObject(x));
}

const Version version{__FILE__, "through a texture", run};

}  // namespace
