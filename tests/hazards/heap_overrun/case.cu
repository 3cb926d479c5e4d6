/// @file
/// @brief A kernel makes a block of its own and writes one element too many.
#include "hazard_case.hpp"

namespace {

__global__ void squares(int* out, int count, int written) {
  int* const own = static_cast<int*>(malloc(static_cast<std::size_t>(count) * sizeof(int)));
  for (int i = 0; i < written; ++i) own[i] = i * i;
  out[threadIdx.x] = own[count - 1];
  free(own);
}

void launch(int written) {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  squares<<<1, 32>>>(out, 5, written);
  cudaFree(out);
}

void caught() { launch(6); }
void silent() { launch(5); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
