/// @file
/// @brief How many atomic additions a GPU does, by the number of words that they are spread over.
#include "measuring.hpp"

constexpr unsigned kBlocks = 1056, kBlock = 256, kAdds = 256;
constexpr unsigned kMostShared = 8192;  // words of a block

/// Each lane of a warp adds to the word after its neighbour's. All turn around among the first `words`, a power of two.
template <typename T>
__global__ void add_global(T* sums, unsigned words) {
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned k = 0; k < kAdds; ++k) atomicAdd(&sums[(first + k * 4099 * 32) & (words - 1)], static_cast<T>(first & 1U));
}

template <typename T>
__global__ void add_shared(T* out, unsigned words) {
  __shared__ T sums[kMostShared];
  for (unsigned w = threadIdx.x; w < words; w += blockDim.x) sums[w] = 0;
  __syncthreads();
  for (unsigned k = 0; k < kAdds; ++k) atomicAdd(&sums[(threadIdx.x + k * 4099 * 32) & (words - 1)], static_cast<T>(threadIdx.x & 1U));
  __syncthreads();
  if (sums[threadIdx.x & (words - 1)] == static_cast<T>(-1)) *out = 0;  // never: but the compiler has to add
}

int main() {
  constexpr unsigned kMost = 1U << 20;
  unsigned* integers = nullptr;
  float* floats = nullptr;
  check(cudaMalloc(&integers, kMost * sizeof *integers));
  check(cudaMalloc(&floats, kMost * sizeof *floats));
  check(cudaMemset(integers, 0, kMost * sizeof *integers));
  check(cudaMemset(floats, 0, kMost * sizeof *floats));
  const auto rate = [&](auto kernel, auto* sums, unsigned words) {
    return double{kBlocks} * kBlock * kAdds / 1e6 / median_milliseconds([&] { kernel<<<kBlocks, kBlock>>>(sums, words); });
  };
  std::printf("# title: Atomic additions, by the words that they meet at\n# x: words\n# y: additions a nanosecond\n# log: xy\n");
  print_device();
  std::printf("words,integers in global memory,floats in global memory,integers in shared memory,floats in shared memory\n");
  for (unsigned words = 1; words <= kMost; words *= 4) {
    std::printf("%u,%.3g,%.3g", words, rate(add_global<unsigned>, integers, words), rate(add_global<float>, floats, words));
    if (words <= kMostShared)
      std::printf(",%.3g,%.3g\n", rate(add_shared<unsigned>, integers, words), rate(add_shared<float>, floats, words));
    else
      std::printf(",,\n");
  }
  check(cudaFree(integers));
  check(cudaFree(floats));
  return EXIT_SUCCESS;
}
