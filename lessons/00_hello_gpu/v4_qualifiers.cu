/// @file
/// @brief One word before a function says where it runs; one word before a variable says in which memory it lies.
///
/// Change from v1: what v1 did in one line is dealt out to every kind of function and of variable, so that each has a small job.
/// Look at: `./lockstep run 00 --kernel v1,v4`: the barrier and the atomics that sharing costs; and the notes below the tables.
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__constant__ std::int64_t count;         // constant memory: the host sets it, all threads read it, none may write it
__device__ unsigned long long numbered;  // global memory: one for the whole grid, until the program ends

/// Runs on both sides: the compiler makes one function for the CPU and one for the GPU.
__host__ __device__ bool inside(std::int64_t i, std::int64_t end) { return i < end; }

/// Runs on the GPU, and is called from there.
__device__ void count_element() { atomicAdd(&numbered, 1ULL); }  // atomic: thousands of threads add to the one variable

/// Runs on the GPU, and is called from the CPU: a kernel. It returns nothing, for nobody waits for it.
__global__ void number_elements(std::int64_t* number) {
  __shared__ std::int64_t first;  // shared memory: one for each block, as long as the block lives
  if (threadIdx.x == 0) first = std::int64_t{blockIdx.x} * blockDim.x;
  __syncthreads();  // the others may read `first` only when thread 0 has written it

  const std::int64_t i = first + threadIdx.x;  // a register: each thread has its own
  if (!inside(i, count)) return;
  number[i] = i;
  count_element();
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);
  const std::int64_t elements = p.count();
  unsigned long long seen = 0;  // on the host; `numbered` is reached only by copies
  lockstep::check(cudaMemcpyToSymbolAsync(count, &elements, sizeof elements, 0, cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaMemcpyToSymbolAsync(numbered, &seen, sizeof seen, 0, cudaMemcpyHostToDevice, launch.stream));

  number_elements<<<grid, block, 0, launch.stream>>>(p.number);
  lockstep::check_launch();

  lockstep::check(cudaMemcpyFromSymbolAsync(&seen, numbered, sizeof seen, 0, cudaMemcpyDeviceToHost, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));  // `seen` is there only now
  launch.note("threads of the grid", std::to_string(std::uint64_t{grid} * block));
  launch.note("of these, inside", std::to_string(seen));
}

const Version version{__FILE__, "__global__, __device__, __host__; __constant__, __shared__, and variables of the grid", run};

}  // namespace
