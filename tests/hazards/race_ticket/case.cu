/// @file
/// @brief The block that draws the last ticket adds up what all blocks have written.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64, kBlocks = 4;

enum Fences { kNone, kOneThread, kAllThreads, kAllBefore };

// Every thread writes, and every thread of the last block reads what others wrote.
template <Fences fences>
__global__ void add_up(int* partial, unsigned* tickets, int* out) {
  __shared__ bool last;
  const unsigned i = threadIdx.x;
  partial[blockIdx.x * kThreads + i] = 1;
  if (fences == kAllThreads || fences == kAllBefore) __threadfence();
  __syncthreads();
  if (i == 0) {
    if (fences == kOneThread) __threadfence();
    last = atomicInc(tickets, kBlocks - 1) == kBlocks - 1;
    if (fences == kOneThread) __threadfence();
  }
  __syncthreads();
  if (!last) return;
  if (fences == kAllThreads) __threadfence();
  int sum = 0;
  for (unsigned b = 0; b < kBlocks; ++b) sum += partial[b * kThreads + (i + 1) % kThreads];
  out[i] = sum;
}

// The thread that drew the last ticket has seen all others: it may reset them by a plain store, and so may its block after a barrier.
template <bool last_thread>
__global__ void draw_and_reset(unsigned* tickets, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) last = atomicAdd(tickets, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last || threadIdx.x != (last_thread ? blockDim.x - 1 : 0)) return;
  *out += 1;
  *tickets = 0;
}

// A thread that drew another ticket has not: the others are still at work.
__global__ void reset_too_early(unsigned* tickets, int* out) {
  if (threadIdx.x != 0) return;
  const unsigned ticket = atomicAdd(tickets, 1);
  if (ticket == 1) *tickets = 0;
  out[blockIdx.x] = static_cast<int>(ticket);
}

// An atomic whose result is not used sees nothing.
__global__ void add_and_read(unsigned* sum, int* out) {
  atomicAdd(sum, 1);
  if (blockIdx.x == gridDim.x - 1) *out = static_cast<int>(*sum);
}

template <Fences fences>
void run() {
  const DeviceZeros<int> partial(kBlocks * kThreads), out(kThreads);
  const DeviceZeros<unsigned> tickets(1);
  add_up<fences><<<kBlocks, kThreads>>>(partial, tickets, out);
  cudaDeviceSynchronize();
}

void caught() {
  run<kNone>();
  const DeviceZeros<int> out(kBlocks);
  const DeviceZeros<unsigned> tickets(1);
  reset_too_early<<<kBlocks, 1>>>(tickets, out);
  add_and_read<<<kBlocks, 1>>>(tickets, out);
  cudaDeviceSynchronize();
}

void silent() {
  run<kOneThread>();
  run<kAllThreads>();
  run<kAllBefore>();
  const DeviceZeros<int> out(1);
  const DeviceZeros<unsigned> tickets(1);
  draw_and_reset<false><<<kBlocks, kThreads>>>(tickets, out);
  draw_and_reset<true><<<kBlocks, kThreads>>>(tickets, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
