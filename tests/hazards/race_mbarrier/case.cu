/// @file
/// @brief A bulk copy is there for those who waited for its mbarrier, and its target is free for the next when all have said so.
#include <lockstep/sim/ptx/all.hpp>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ void wait(unsigned barrier, unsigned parity) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra again; }" ::"r"(barrier), "r"(parity)
               : "memory");
}

template <bool waits>
__global__ void sum(const int* in, int* out, unsigned rounds) {
  __shared__ alignas(16) int s[kThreads];
  __shared__ unsigned long long filled, freed;
  const unsigned full = shared_address(&filled), empty = shared_address(&freed);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(full) : "memory");
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(empty), "r"(kThreads) : "memory");
  }
  __syncthreads();
  int total = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      wait(empty, (round & 1) ^ 1);
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(full) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(shared_address(s)),
                   "l"(in), "r"(full)
                   : "memory");
    }
    if (waits) wait(full, round & 1);
    total += s[63 - threadIdx.x];
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(empty) : "memory");
  }
  out[threadIdx.x] = total;
}

template <bool waits>
void run(unsigned rounds) {
  const DeviceZeros<int> in(kThreads), out(kThreads);
  sum<waits><<<1, kThreads>>>(in, out, rounds);
  cudaDeviceSynchronize();
}

void caught() { run<false>(1); }
void silent() { run<true>(4); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
