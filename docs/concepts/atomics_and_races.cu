/// @file
/// @brief Counting with all threads of a grid: as a race, and by atomic additions of each thread, each warp and each block.
///
/// Look at: `./lockstep profile ./atomics_and_races`: *atomics*; and `./lockstep check-program`: the race.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr unsigned kBlocks = 16, kBlock = 256;

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// The question: of all threads' numbers, how many end in 0, 1 or 2?
__device__ bool counts() { return (blockIdx.x * blockDim.x + threadIdx.x) % 10 < 3; }

__global__ void race(unsigned* count) {
  const int here = __syncthreads_count(counts());               // how many in this block: a barrier that counts
  if (threadIdx.x == 0) *count += static_cast<unsigned>(here);  // reads, adds, writes; another block may have read as well
}

__global__ void each_thread(unsigned* count) {
  if (counts()) atomicAdd(count, 1U);
}

__global__ void each_warp(unsigned* count) {
  const unsigned lanes = __ballot_sync(0xffffffff, counts());  // one bit a lane
  if (threadIdx.x % 32 == 0) atomicAdd(count, static_cast<unsigned>(__popc(lanes)));
}

__global__ void each_block(unsigned* count) {
  __shared__ unsigned here;
  if (threadIdx.x == 0) here = 0;
  __syncthreads();  // it is 0 before the first adds
  const unsigned lanes = __ballot_sync(0xffffffff, counts());
  if (threadIdx.x % 32 == 0) atomicAdd(&here, static_cast<unsigned>(__popc(lanes)));
  __syncthreads();  // the last has added
  if (threadIdx.x == 0) atomicAdd(count, here);
}

int main() {
  unsigned* count = nullptr;
  check(cudaMalloc(&count, sizeof *count));
  const auto run = [&](const char* name, void (*kernel)(unsigned*)) {
    unsigned result = 0;
    check(cudaMemset(count, 0, sizeof *count));
    kernel<<<kBlocks, kBlock>>>(count);
    check(cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost));
    std::printf("%-12s %u\n", name, result);
  };
  run("race", race);
  run("each thread", each_thread);
  run("each warp", each_warp);
  run("each block", each_block);
  check(cudaFree(count));
}
