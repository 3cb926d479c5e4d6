/// @file
/// @brief A program with one mistake in a kernel, which then ends in one of many ways.
#include "ends.hpp"

#include <csignal>
#include <cstdlib>

namespace {

__global__ void set(int* data) { data[threadIdx.x] = 1; }

}  // namespace

void end_by(const std::string& how) {
  int* data = nullptr;
  cudaMalloc(&data, 4 * sizeof(int));
  set<<<1, 5>>>(data);
  cudaDeviceSynchronize();
  if (how == "touch") *data = 1;
  cudaFree(data);
  if (how == "exit3") std::exit(3);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "abort") std::abort();
  if (how == "throw") throw 1;
  if (how == "terminate") std::raise(SIGTERM);
}
