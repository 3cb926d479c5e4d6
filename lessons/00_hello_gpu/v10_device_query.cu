/// @file
/// @brief Ask the runtime what the GPU has, and how well a block of each size fills it.
///
/// Change from v3: the program picks the block size. The notes say what the GPU has.
/// Look at: `./lockstep run 00 --kernel v10`: the notes below the tables.
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

std::string kib(std::size_t bytes) { return text(bytes >> 10, " KiB"); }

std::string box(const int* sides) {
  const std::string first_two = text(sides[0], " x ") + text(sides[1], " x ");
  return first_two + text(sides[2]);
}

void note_properties(const cudaDeviceProp& gpu, const Launch& launch) {
  launch.note("name", gpu.name);
  launch.note("compute capability", text(gpu.major, ".") + text(gpu.minor));
  launch.note("multiprocessors", text(gpu.multiProcessorCount));
  launch.note("threads of a warp", text(gpu.warpSize));
  launch.note("threads of a block, at most", text(gpu.maxThreadsPerBlock));
  launch.note("sides of a block, at most", box(gpu.maxThreadsDim));
  launch.note("sides of a grid, at most", box(gpu.maxGridSize));
  const std::string threads = text(gpu.maxThreadsPerMultiProcessor, " threads, ");
  launch.note("a multiprocessor holds", threads + text(gpu.maxBlocksPerMultiProcessor, " blocks"));
  launch.note("registers of a multiprocessor", text(gpu.regsPerMultiprocessor));
  launch.note("shared memory of a multiprocessor", kib(gpu.sharedMemPerMultiprocessor));
  launch.note("shared memory of a block", kib(gpu.sharedMemPerBlock));
  launch.note("constant memory", kib(gpu.totalConstMem));
  launch.note("global memory", text(gpu.totalGlobalMem >> 20, " MiB"));
  launch.note("L2 cache", text(gpu.l2CacheSize >> 20, " MiB"));
}

/// How many blocks of this size a multiprocessor holds at once.
int blocks_of(int threads) {
  const auto kernel = number_elements;
  int n = 0;
  lockstep::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, threads, 0));
  return n;
}

/// The smallest block with which a multiprocessor holds the most threads.
/// Notes what it holds with each.
unsigned fullest_block(const cudaDeviceProp& gpu, const Launch& launch) {
  int best = 0, most = 0;
  for (int block = gpu.warpSize; block <= static_cast<int>(kLargest); block *= 2) {
    const int blocks = blocks_of(block);
    const int threads = blocks * block;
    const int percent = 100 * threads / gpu.maxThreadsPerMultiProcessor;
    const std::string held = text(blocks, " blocks, ") + text(threads, " threads: ");
    launch.note("occupancy, blocks of " + text(block), held + text(percent, " %"));
    if (threads > most) best = block, most = threads;
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
