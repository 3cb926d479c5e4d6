/// @file
/// @brief Values that are read and replaced in one array: no flag announces them, and a barrier may not be in a loop that some leave early.
#include <vector>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr int kRanks = 80;

// Each element becomes the mean of some others. The sum of changes goes through an atomic, which orders nothing.
template <bool safe>
__global__ void smooth(float* ranks, const float* before, float* change) {
  const int step = static_cast<int>(blockDim.x * gridDim.x);
  for (int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); v < kRanks; v += step) {
    float sum = 0;
    for (int edge = 1; edge <= 1 + v % 3; ++edge) sum += (safe ? before : ranks)[(v + 11 * edge) % kRanks];
    const float mean = sum / static_cast<float>(1 + v % 3);
    ranks[v] = mean;
    atomicAdd(change, mean);
  }
}

// Its block happens to be one warp.
template <bool safe>
__global__ void shift(float* values) {
  const float next = values[(threadIdx.x + 1) % blockDim.x];
  if (safe) __syncthreads();
  values[threadIdx.x] = next;
}

template <bool safe>
void run() {
  std::vector<float> numbers(kRanks);
  for (int i = 0; i < kRanks; ++i) numbers[static_cast<std::size_t>(i)] = static_cast<float>(i);
  const DeviceZeros<float> ranks(kRanks), before(kRanks), change(1);
  const auto fill = [&](float* to) { cudaMemcpy(to, numbers.data(), kRanks * sizeof(float), cudaMemcpyHostToDevice); };
  fill(ranks);
  fill(before);
  if (safe) {
    smooth<true><<<2, 32>>>(ranks, before, change);
    smooth<true><<<1, 64>>>(ranks, before, change);
  } else {
    smooth<false><<<2, 32>>>(ranks, before, change);
  }
  shift<safe><<<1, 32>>>(ranks);
  cudaDeviceSynchronize();
}

// In one block.
__global__ void smooth_in_block(float* ranks) {
  for (int v = static_cast<int>(threadIdx.x); v < kRanks; v += static_cast<int>(blockDim.x)) {
    float sum = 0;
    for (int edge = 1; edge <= 1 + v % 3; ++edge) sum += ranks[(v + 11 * edge) % kRanks];
    ranks[v] = sum + 1;
  }
}

void caught() {
  run<false>();
  const DeviceZeros<float> ranks(kRanks);
  smooth_in_block<<<1, 64>>>(ranks);
  cudaDeviceSynchronize();
}
void silent() { run<true>(); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
