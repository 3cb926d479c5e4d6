/// @file
/// @brief Measures the rate of fused multiply-adds.
#include "harness/timing/fma_rate.hpp"

#include "harness/timing/timing.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"

namespace lockstep {
namespace {

constexpr int kChains = 8;  // independent, so that the latency of one is hidden by the others
constexpr int kSteps = 4096;
constexpr unsigned kThreads = 256;
constexpr unsigned kBlocksPerMultiprocessor = 32;

__global__ void multiply_add(float factor, float* result) {
  float chain[kChains];
  for (int c = 0; c < kChains; ++c) chain[c] = static_cast<float>(threadIdx.x + static_cast<unsigned>(c));
#pragma unroll 16
  for (int step = 0; step < kSteps; ++step)
#pragma unroll
    for (int c = 0; c < kChains; ++c) chain[c] = fmaf(chain[c], factor, factor);
  float sum = 0;
  for (int c = 0; c < kChains; ++c) sum += chain[c];
  if (sum == 12345.0f) *result = sum;  // never stored, but the compiler cannot know: without a use it would drop the loop
}

}  // namespace

double measure_fma_gflop_per_s() {
  const unsigned blocks = static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount)) * kBlocksPerMultiprocessor;
  const DeviceBuffer<float> result(1);
  const Stream stream;
  const StreamTimer timer(stream.get());
  const auto run = [&] {
    multiply_add<<<blocks, kThreads, 0, stream.get()>>>(0.5f, result.data());
    check_launch();
  };
  const Timing timing = repeat(kGpuPlan, [&] { return timer.milliseconds_of(run); });
  return 2.0 * kChains * kSteps * kThreads * blocks / timing.median / 1e6;
}

}  // namespace lockstep
