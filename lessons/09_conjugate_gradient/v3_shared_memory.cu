/// @file
/// @brief Let a block share: the sections of p that its rows need, and the tree that adds its sums.
///
/// Change from v2: p comes to shared memory section by section; a block leaves one partial sum, not one a thread.
/// Look at: `./lockstep run 09 --kernel v2,v3`: the requests to global memory.
#include "host_loop.hpp"
#include "lockstep/cuda.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks of a sum, if there is work for as many

__global__ void multiply(const ConjugateGradient::Device s, const float* p, float* q) {
  extern __shared__ float shared[];  // a section of p: one element for each thread of the block
  const std::int64_t i = lockstep::global_thread();
  float sum = 0;
  for (std::int64_t first = 0; first < s.n; first += blockDim.x) {
    const std::int64_t length = min(std::int64_t{blockDim.x}, s.n - first);  // the last section may be shorter
    __syncthreads();                                                         // all must be done with the section before
    if (threadIdx.x < length) shared[threadIdx.x] = p[first + threadIdx.x];
    __syncthreads();         // all of the section must be there
    if (i >= s.n) continue;  // no row left for this thread; but it must come to the barriers
#pragma unroll 16
    for (std::int64_t k = 0; k < length; ++k) sum += s.a[(first + k) * s.pitch + i] * shared[k];
  }
  if (i < s.n) q[i] = sum;
}

/// Adds the block's sums up in shared[0], which thread 0 then may read. Of an odd number of sums, the one in the middle waits for the
/// next step.
__device__ void add_as_tree(float sum, float* shared) {
  shared[threadIdx.x] = sum;
  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    __syncthreads();  // the upper half's sums must be there before the lower half reads them
    if (threadIdx.x < left / 2) shared[threadIdx.x] += shared[threadIdx.x + (left + 1) / 2];
  }
}

/// With b = nullptr: the sum of a.
__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  extern __shared__ float shared[];
  float sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) sum += b == nullptr ? a[i] : a[i] * b[i];
  add_as_tree(sum, shared);
  if (threadIdx.x == 0) partial[blockIdx.x] = shared[0];
}

void run(const ConjugateGradient::Device& s, const Launch& launch) {
  launch.refuse_elements();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(s.n, block, kGrid));
  const std::size_t shared = block * sizeof(float);
  float* partial = launch.scratch<float>(grid);

  iterate_from_host(
      s, launch,
      [&](const float* p, float* q) {
        multiply<<<lockstep::covering_blocks(s.n, block), block, shared, launch.stream>>>(s, p, q);
        lockstep::check_launch();
      },
      [&](const float* a, const float* b, float* sum) {
        dot<<<grid, block, shared, launch.stream>>>(a, b, partial, s.n);
        lockstep::check_launch();
        dot<<<1, block, shared, launch.stream>>>(partial, nullptr, sum, grid);
        lockstep::check_launch();
      });
}

const Version version{__FILE__, "sections of p in shared memory, a tree for each block's sum", run};

}  // namespace
