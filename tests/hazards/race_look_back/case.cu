/// @file
/// @brief A scan in one pass: each block waits for the flag of the one before it, and adds to what that published.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kBlocks = 16;

template <bool fenced>
__global__ void prefixes(const int* in, int* prefix, int* flags) {
  if (threadIdx.x != 0) return;
  const unsigned b = blockIdx.x;
  int before = 0;
  if (b > 0) {
    while (atomicAdd(&flags[b - 1], 0) == 0) {
    }
    if (fenced) __threadfence();
    before = prefix[b - 1];
  }
  prefix[b] = before + in[b];
  if (fenced) __threadfence();
  atomicExch(&flags[b], 1);
}

template <bool fenced>
void run() {
  const DeviceZeros<int> in(kBlocks), prefix(kBlocks), flags(kBlocks);
  prefixes<fenced><<<kBlocks, 32>>>(in, prefix, flags);
  cudaDeviceSynchronize();
}

void caught() { run<false>(); }
void silent() { run<true>(); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
