/// @file
/// @brief What CUDA answers when a launch or a call is wrong: six mistakes, then a correct launch.
///
/// Change from v3: mistakes come before the right launch. The notes say what each returned.
/// Look at: `./lockstep run 00 --kernel v9`: the notes below the tables.
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

/// A launch returns nothing. cudaGetLastError says whether it began, and forgets the error.
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
  const cudaError_t copied = cudaMemcpy(nullptr, p.number, 8, cudaMemcpyDeviceToHost);
  launch.note("cudaMemcpy to a null pointer", name(copied));
  launch.note("cudaSetDevice(99)", name(cudaSetDevice(99)));
  // A call that fails is remembered, too. The next check_launch() must not find it.
  static_cast<void>(cudaGetLastError());
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

const Version version{__FILE__, "what CUDA answers when a launch or a call is wrong", run};

}  // namespace
