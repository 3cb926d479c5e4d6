/// @file
/// @brief What the programs that measure for the concept pages have in common.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// Ends the program where a call of CUDA failed.
inline void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

inline void print_device() {
  cudaDeviceProp device{};
  int runtime = 0;
  check(cudaGetDeviceProperties(&device, 0));
  check(cudaRuntimeGetVersion(&runtime));
  std::printf("# device: %s, CUDA %d.%d\n", device.name, runtime / 1000, runtime % 1000 / 10);
}

/// The median time of nine launches, in milliseconds, after one that does not count.
template <typename Launch>
double median_milliseconds(const Launch& launch) {
  cudaEvent_t begin = nullptr, end = nullptr;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  for (int rep = 0; rep < 10; ++rep) {
    float milliseconds = 0;
    check(cudaEventRecord(begin));
    launch();
    check(cudaGetLastError());
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    if (rep > 0) times.push_back(milliseconds);
  }
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  std::nth_element(times.begin(), times.begin() + 4, times.end());
  return static_cast<double>(times[4]);
}
