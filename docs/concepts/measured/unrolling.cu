/// @file
/// @brief What unrolling a loop by 1, 2, 4, 8 and 16 is worth: a sum from global memory, and the products of a tile in shared memory.
#include "measuring.hpp"

constexpr int kElements = 1 << 28;
constexpr unsigned kBlock = 256;
constexpr int kTile = 256, kRounds = 64;

/// One block a multiprocessor: few threads, so that it counts how many loads each has on its way. An unsigned index may wrap around, and
/// then the compiler cannot tell how many turns there will be.
template <int kUnroll, class Index>
__global__ void add(const float* x, float* sums) {
  const Index first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  float sum = 0;
#pragma unroll kUnroll
  for (Index i = first; i < kElements; i += stride) sum += x[i];
  sums[first] = sum;
}

/// The old slides' loop: a number of a row, times a number of a column, both in shared memory.
template <int kUnroll>
__global__ void multiply(float* sums) {
  __shared__ float row[kTile], column[kTile];
  row[threadIdx.x] = static_cast<float>(threadIdx.x);
  column[threadIdx.x] = 1;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll kUnroll
    for (int k = 0; k < kTile; ++k) sum += row[k] * column[(k + threadIdx.x) % kTile];
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

struct Memory {
  float* x;
  float* sums;
  unsigned multiprocessors;
};

template <int kUnroll>
static void measure(const Memory& memory) {
  const double wrapping = median_milliseconds([&] { add<kUnroll, unsigned><<<memory.multiprocessors, kBlock>>>(memory.x, memory.sums); });
  const double adding = median_milliseconds([&] { add<kUnroll, int><<<memory.multiprocessors, kBlock>>>(memory.x, memory.sums); });
  const unsigned grid = memory.multiprocessors * 8;
  const double multiplying = median_milliseconds([&] { multiply<kUnroll><<<grid, kBlock>>>(memory.sums); });
  std::printf("%d,%.0f,%.0f,%.0f\n", kUnroll, 4e-6 * kElements / wrapping, 4e-6 * kElements / adding,
              1e-6 * kTile * kRounds * grid * kBlock / multiplying);
}

int main() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  Memory memory{nullptr, nullptr, static_cast<unsigned>(device.multiProcessorCount)};
  check(cudaMalloc(&memory.x, kElements * sizeof(float)));
  check(cudaMemset(memory.x, 0, kElements * sizeof(float)));
  check(cudaMalloc(&memory.sums, memory.multiprocessors * 8 * kBlock * sizeof(float)));
  std::printf("# title: Turns of a loop, taken together\n# x: unrolled by\n# y: billions a second\n# log: x\n");
  print_device();
  std::printf("unrolled by,bytes read with an unsigned index,bytes read with an int,products from shared memory\n");
  measure<1>(memory);
  measure<2>(memory);
  measure<4>(memory);
  measure<8>(memory);
  measure<16>(memory);
  check(cudaFree(memory.x));
  check(cudaFree(memory.sums));
  return EXIT_SUCCESS;
}
