/// @file
/// @brief PTX's barriers by number order what the threads did that wait there, and not those that only arrive.
#include <lockstep/sim/ptx/all.hpp>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 96;

// The first warp fills, the second uses, and tells the first that it may fill again.
template <bool waits>
__global__ void hand_over(int* out, int rounds) {
  __shared__ int s[32];
  const unsigned i = threadIdx.x % 32;
  if (threadIdx.x >= 64) return;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 32) {
      s[i] = round;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
      if (waits)
        asm volatile("bar.sync 1, 64;" ::: "memory");
      else
        asm volatile("bar.arrive 1, 64;" ::: "memory");
      out[i] += s[31 - i];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}

void caught() {
  const DeviceZeros<int> out(kThreads);
  hand_over<false><<<1, kThreads>>>(out, 1);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> out(kThreads);
  hand_over<true><<<1, kThreads>>>(out, 4);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
