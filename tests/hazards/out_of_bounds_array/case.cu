/// @file
/// @brief An index just outside of an array of the thread's own.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr int kBins = 4;

__global__ void histogram(const int* bins, int* out, int n) {
  int count[kBins] = {};
  for (int i = 0; i < n; ++i) ++count[bins[i] - 1];
  for (int bin = 0; bin < kBins; ++bin) out[bin] = count[bin];
}

void caught() {
  const DeviceZeros<int> bins(1), out(kBins);
  histogram<<<1, 1>>>(bins, out, 1);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> bins(1), out(kBins);
  histogram<<<1, 1>>>(bins, out, 0);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
