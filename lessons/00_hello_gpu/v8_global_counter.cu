/// @file
/// @brief A variable of the whole grid, to which every thread adds 1.
///
/// Change from v3: each thread that has an element counts it, by an atomic addition.
/// Look at: `./lockstep run 00 --kernel v3,v8`: *atomics* and *at one word*.
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

// In global memory: one variable for all blocks.
__device__ unsigned long long done;

__global__ void number_elements(std::int64_t* number, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  number[i] = i;
  // Atomic, because thousands of threads add to the same variable at once.
  atomicAdd(&done, 1ULL);
}

void set_done(unsigned long long n, cudaStream_t stream) {
  lockstep::check(cudaMemcpyToSymbolAsync(done, &n, sizeof n, 0, cudaMemcpyHostToDevice, stream));
}

unsigned long long get_done(cudaStream_t stream) {
  unsigned long long n = 0;
  lockstep::check(cudaMemcpyFromSymbolAsync(&n, done, sizeof n, 0, cudaMemcpyDeviceToHost, stream));
  // `n` is there only when the copy has been made.
  lockstep::check(cudaStreamSynchronize(stream));
  return n;
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);
  set_done(0, launch.stream);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.count());
  lockstep::check_launch();

  launch.note("threads of the grid", std::to_string(std::uint64_t{grid} * block));
  launch.note("elements numbered", std::to_string(get_done(launch.stream)));
}

const Version version{__FILE__, "a __device__ variable: all threads add to it, by atomicAdd", run};

}  // namespace
