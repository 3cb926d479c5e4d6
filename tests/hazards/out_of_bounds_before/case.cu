/// @file
/// @brief An index below zero: the left neighbour of the first element.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 32;

__global__ void differences(const int* in, int* out) {
  const int i = static_cast<int>(threadIdx.x);
  out[i] = in[i] - in[i - 1];
}

__global__ void differences_guarded(const int* in, int* out) {
  const int i = static_cast<int>(threadIdx.x);
  out[i] = in[i] - (i > 0 ? in[i - 1] : 0);
}

void launch(void (*kernel)(const int*, int*)) {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  cudaMemset(in, 0, kCount * sizeof(int));
  kernel<<<1, kCount>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}

void caught() { launch(differences); }
void silent() { launch(differences_guarded); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
