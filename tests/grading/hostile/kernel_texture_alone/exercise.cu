/// @file
/// @brief One warp reads everything through a texture and does all the work; the others read in vain.
/// Expected: 0
/// Says: one warp
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {
__global__ void work(const float* x, cudaTextureObject_t texture, std::int64_t n, float* norm) {
  float idle = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) idle += x[i];
  if (idle == 1.25e33F) *norm = 0;
  if (threadIdx.x >= 32 || blockIdx.x != 0) return;
  double sum = 0;
  for (std::int64_t i = threadIdx.x; i < n; i += 32) {
    const float element = tex1Dfetch<float>(texture, static_cast<int>(i));
    sum += double{element} * element;
  }
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0U, sum, distance);
  if (threadIdx.x == 0) *norm = static_cast<float>(sqrt(sum));
}
void run(const Norm::Device& p, const Launch& launch) {
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeLinear;
  what.res.linear.devPtr = const_cast<float*>(p.x);
  what.res.linear.desc = cudaCreateChannelDesc<float>();
  what.res.linear.sizeInBytes = static_cast<std::size_t>(p.n) * sizeof(float);
  cudaTextureDesc how{};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  lockstep::check(cudaCreateTextureObject(&texture, &what, &how, nullptr));
  work<<<launch.grid_or(lockstep::enough_blocks(p.n, 256, 1056)), 256, 0, launch.stream>>>(p.x, texture, p.n, p.norm);
  lockstep::check(cudaStreamSynchronize(launch.stream));
  lockstep::check(cudaDestroyTextureObject(texture));
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
