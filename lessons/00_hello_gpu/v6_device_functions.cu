/// @file
/// @brief Functions that a kernel calls, and a constant that the host sets for all threads.
///
/// Change from v3: the index and the bounds test are functions, and `count` is in constant memory.
/// Look at: `./lockstep run 00 --kernel v3,v6`: the counters are the same.
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

// The host sets it, all threads read it, and no thread may write it.
__constant__ std::int64_t count;

/// Only the GPU calls it.
__device__ std::int64_t index() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

/// Both sides call it: the compiler makes one function for the CPU and one for the GPU.
__host__ __device__ bool inside(std::int64_t i, std::int64_t end) { return i < end; }

__global__ void number_elements(std::int64_t* number) {
  const std::int64_t i = index();
  if (inside(i, count)) number[i] = i;
}

void set_count(std::int64_t n, cudaStream_t stream) {
  lockstep::check(cudaMemcpyToSymbolAsync(count, &n, sizeof n, 0, cudaMemcpyHostToDevice, stream));
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);
  set_count(p.count(), launch.stream);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number);
  lockstep::check_launch();

  const std::int64_t last_thread = std::int64_t{grid} * block - 1;
  launch.note("has the last thread an element?", inside(last_thread, p.count()) ? "yes" : "no");
}

const Version version{__FILE__, "__device__ and __host__ functions, and a __constant__", run};

}  // namespace
