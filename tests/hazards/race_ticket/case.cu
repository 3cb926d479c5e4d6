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

template <Fences fences>
void run() {
  const DeviceZeros<int> partial(kBlocks * kThreads), out(kThreads);
  const DeviceZeros<unsigned> tickets(1);
  add_up<fences><<<kBlocks, kThreads>>>(partial, tickets, out);
  cudaDeviceSynchronize();
}

void caught() { run<kNone>(); }

void silent() {
  run<kOneThread>();
  run<kAllThreads>();
  run<kAllBefore>();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
