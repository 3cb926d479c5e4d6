/// @file
/// @brief From one member of a struct into the next: the memory is the program's, the index is wrong.
#include "hazard_case.hpp"

namespace {

struct Box {
  float low[3];
  float high[3];
};
__device__ Box box;

__global__ void widen(int axis) { box.low[axis] -= 1; }

void caught() {
  widen<<<1, 1>>>(3);
  cudaDeviceSynchronize();
}

void silent() {
  widen<<<1, 1>>>(2);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
