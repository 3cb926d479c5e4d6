/// @file
/// @brief A kernel call only asks for the work: the CPU goes on at once, and waits where it says so.
///
/// Change from v1: a thread works for a while before it writes; the notes say when the call returned and when the work was done.
/// Look at: `./lockstep run 00 --kernel v7`: the notes below the tables.
#include <chrono>
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr int kRounds = 200;      // an argument of the kernel: a compiler that knew it would see that nothing is left to compute

__global__ void number_elements(std::int64_t* number, std::int64_t count, int rounds) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  auto x = static_cast<std::uint64_t>(i);
  for (int round = 0; round < rounds; ++round) x = x * 5 + 1;                        // modulo 2^64
  for (int round = 0; round < rounds; ++round) x = (x - 1) * 0xcccccccccccccccdULL;  // the inverse of 5: back where it began
  number[i] = static_cast<std::int64_t>(x);
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  using Clock = std::chrono::steady_clock;
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);
  const auto begin = Clock::now();
  const auto milliseconds = [begin] {
    return std::to_string(std::chrono::duration<double, std::milli>(Clock::now() - begin).count()) + " ms";
  };

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.count(), kRounds);
  lockstep::check_launch();
  launch.note("the call returned after", milliseconds());
  launch.note("is the work done?", cudaGetErrorName(cudaStreamQuery(launch.stream)));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  launch.note("it was done after", milliseconds());
  launch.note("and now?", cudaGetErrorName(cudaStreamQuery(launch.stream)));
}

const Version version{__FILE__, "the call returns before the kernel ends", run};

}  // namespace
