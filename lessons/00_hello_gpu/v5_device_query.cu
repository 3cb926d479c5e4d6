/// @file
/// @brief Ask the runtime what the GPU has, and how well a block of each size fills it.
///
/// Change from v1: the block is the one that keeps the GPU fullest; the notes say what the GPU has.
/// Look at: `./lockstep run 00 --kernel v5`: the notes below the tables.
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kLargest = 1024;  // threads of a block

__global__ void number_elements(std::int64_t* number, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) number[i] = i;
}

template <class Number>
std::string text(Number number, const char* unit = "") {
  return std::to_string(number) + unit;
}

std::string box(const int sides[3]) { return text(sides[0], " x ") + text(sides[1], " x ") + text(sides[2]); }

void note_properties(const cudaDeviceProp& gpu, const Launch& launch) {
  launch.note("name", gpu.name);
  launch.note("compute capability", text(gpu.major, ".") + text(gpu.minor));
  launch.note("multiprocessors", text(gpu.multiProcessorCount));
  launch.note("threads of a warp", text(gpu.warpSize));
  launch.note("threads of a block, at most", text(gpu.maxThreadsPerBlock));
  launch.note("sides of a block, at most", box(gpu.maxThreadsDim));
  launch.note("sides of a grid, at most", box(gpu.maxGridSize));
  launch.note("a multiprocessor holds",
              text(gpu.maxThreadsPerMultiProcessor, " threads, ") + text(gpu.maxBlocksPerMultiProcessor, " blocks"));
  launch.note("registers of a multiprocessor", text(gpu.regsPerMultiprocessor));
  launch.note("shared memory of a multiprocessor", text(gpu.sharedMemPerMultiprocessor >> 10, " KiB"));
  launch.note("shared memory of a block", text(gpu.sharedMemPerBlock >> 10, " KiB"));
  launch.note("constant memory", text(gpu.totalConstMem >> 10, " KiB"));
  launch.note("global memory", text(gpu.totalGlobalMem >> 20, " MiB"));
  launch.note("L2 cache", text(gpu.l2CacheSize >> 20, " MiB"));
}

/// The smallest block with which a multiprocessor holds the most threads. Notes what it holds with each.
unsigned fullest_block(const cudaDeviceProp& gpu, const Launch& launch) {
  int best = 0, most = 0;
  for (int block = gpu.warpSize; block <= static_cast<int>(kLargest); block *= 2) {
    int blocks = 0;
    lockstep::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, number_elements, block, 0));
    launch.note("occupancy, blocks of " + text(block), text(blocks, " blocks, ") + text(blocks * block, " threads: ") +
                                                           text(100 * blocks * block / gpu.maxThreadsPerMultiProcessor, " %"));
    if (blocks * block > most) best = block, most = blocks * block;
  }
  return static_cast<unsigned>(best);
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  int device = 0;
  cudaDeviceProp gpu{};
  lockstep::check(cudaGetDevice(&device));
  lockstep::check(cudaGetDeviceProperties(&gpu, device));
  note_properties(gpu, launch);
  const unsigned block = launch.block_or(fullest_block(gpu, launch));
  const unsigned grid = lockstep::covering_blocks(p.count(), block);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.count());
  lockstep::check_launch();
}

const Version version{__FILE__, "what the GPU has, and how well blocks of each size fill it", run};

}  // namespace
