/// @file
/// @brief Every call of CUDA answers with an error code, and a launch does when it is asked for: provoke some, and go on.
///
/// Change from v1: before the right launch come five mistakes. Each is answered, noted, forgotten, and has changed nothing.
/// Look at: `./lockstep run 00 --kernel v6`: the notes below the tables.
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads

__global__ void number_elements(std::int64_t* number, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) number[i] = i;
}

std::string name(cudaError_t code) { return cudaGetErrorName(code); }

/// A kernel call returns nothing. Whether it could be launched says cudaGetLastError, and forgets it.
void launch_wrongly(const HelloGpu::Device& p, const Launch& launch) {
  number_elements<<<1, 4096, 0, launch.stream>>>(p.number, p.count());
  launch.note("a block of 4096 threads", name(cudaGetLastError()));
  launch.note("asked again", name(cudaGetLastError()));
  number_elements<<<0, kBlock, 0, launch.stream>>>(p.number, p.count());
  launch.note("a grid of 0 blocks", name(cudaGetLastError()));
  number_elements<<<1, kBlock, std::size_t{1} << 20, launch.stream>>>(p.number, p.count());
  launch.note("1 MiB of shared memory", name(cudaGetLastError()));
}

void call_wrongly(const HelloGpu::Device& p, const Launch& launch) {
  void* memory = nullptr;
  launch.note("cudaMalloc of 2^60 bytes", name(cudaMalloc(&memory, std::size_t{1} << 60)));
  launch.note("cudaMemcpy to a null pointer", name(cudaMemcpy(nullptr, p.number, sizeof(std::int64_t), cudaMemcpyDeviceToHost)));
  launch.note("cudaSetDevice(99)", name(cudaSetDevice(99)));
  static_cast<void>(cudaGetLastError());  // calls that fail are remembered, too: the next check_launch() must not find them
}

void run(const HelloGpu::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.count(), block);
  launch_wrongly(p, launch);
  call_wrongly(p, launch);

  number_elements<<<grid, block, 0, launch.stream>>>(p.number, p.count());
  lockstep::check_launch();
  launch.note("and after all that", name(cudaStreamSynchronize(launch.stream)));
}

const Version version{__FILE__, "what mistakes in launches and calls are answered with", run};

}  // namespace
