/// @file
/// @brief A launch is refused, and the program never asks why.
#include <fcntl.h>
#include <unistd.h>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void set(int* data) { data[threadIdx.x] = 1; }

void caught() {
  const DeviceZeros<int> data(2048);
  set<<<1, 2048>>>(data);  // a block has at most 1024 threads
  cudaDeviceSynchronize();
}

/// While it lives, standard error goes nowhere: a refused launch says why at once, with or without the check.
class Unheard {
 public:
  Unheard() { dup2(nowhere_, STDERR_FILENO); }
  ~Unheard() {
    dup2(kept_, STDERR_FILENO);
    close(kept_);
    close(nowhere_);
  }
  Unheard(const Unheard&) = delete;
  Unheard& operator=(const Unheard&) = delete;

 private:
  int kept_ = dup(STDERR_FILENO), nowhere_ = open("/dev/null", O_WRONLY);
};

void silent() {
  const DeviceZeros<int> data(2048);
  {
    const Unheard unheard;
    set<<<1, 2048>>>(data);
  }
  if (cudaGetLastError() != cudaSuccess) set<<<1, 1024>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
