/// @file
/// @brief How long a launch takes, by its number of blocks, where a multiprocessor has room for one block at a time.
#include "measuring.hpp"

constexpr int kShared = 200 << 10;  // bytes: of the 227 KiB that a block may have here, so that no second one fits

/// A block that takes 50 microseconds, whatever else runs.
__global__ void wait(unsigned long long nanoseconds) {
  unsigned long long begin = 0, now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - begin < nanoseconds);
}

int main() {
  int multiprocessors = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  check(cudaFuncSetAttribute(wait, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
  std::printf("# title: A launch of blocks that take 50 µs each\n# x: blocks\n# y: µs\n");
  print_device();
  std::printf("blocks,µs\n");
  for (int blocks = 6; blocks <= 4 * multiprocessors; blocks += 6)
    for (const int count : {blocks, blocks + 1})
      if (count == blocks || blocks % multiprocessors == 0)
        std::printf("%d,%.1f\n", count, 1e3 * median_milliseconds([&] { wait<<<count, 32, kShared>>>(50'000); }));
  return EXIT_SUCCESS;
}
