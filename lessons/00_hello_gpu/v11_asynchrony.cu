/// @file
/// @brief A launch only asks for the work: the CPU goes on at once, and waits where it says so.
///
/// Change from v3: a thread works for a while before it writes. The notes say when the launch
/// returned and when the work was done.
/// Look at: `./lockstep run 00 --kernel v11`: the notes below the tables.
#include <chrono>
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

// The kernel gets it as an argument. If the compiler knew the number, it could see that
// both loops together change nothing, and leave them out.
constexpr int kRounds = 200;

__global__ void number_elements(std::int64_t* number, std::int64_t count, int rounds) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  auto x = static_cast<std::uint64_t>(i);
  for (int round = 0; round < rounds; ++round) x = x * 5 + 1;
  // Back to where it began: modulo 2^64, this number is the inverse of 5.
  for (int round = 0; round < rounds; ++round) x = (x - 1) * 0xcccccccccccccccdULL;
  number[i] = static_cast<std::int64_t>(x);
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  using Clock = std::chrono::steady_clock;
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);
  const auto begin = Clock::now();
  const auto elapsed = [begin] {
    const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
    return std::to_string(time.count()) + " ms";
  };

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.count(), kRounds);
  lockstep::check_launch();
  launch.note("the launch returned after", elapsed());
  launch.note("is the work done?", cudaGetErrorName(cudaStreamQuery(launch.stream)));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  launch.note("it was done after", elapsed());
  launch.note("and now?", cudaGetErrorName(cudaStreamQuery(launch.stream)));
}

const Version version{__FILE__, "the launch returns before the kernel ends", run};

}  // namespace
