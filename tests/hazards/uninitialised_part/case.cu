/// @file
/// @brief Of a vector that is read whole, one component was never written.
#include "hazard_case.hpp"

namespace {

__global__ void set_three(float4* points) {
  points[threadIdx.x].x = 1;
  points[threadIdx.x].y = 2;
  points[threadIdx.x].z = 3;
}
__global__ void set_last(float4* points) { points[threadIdx.x].w = 0; }
__global__ void copy(const float4* points, float4* out) { out[threadIdx.x] = points[threadIdx.x]; }

void run(bool whole) {
  float4 *points = nullptr, *out = nullptr;
  cudaMalloc(&points, 32 * sizeof(float4));
  cudaMalloc(&out, 32 * sizeof(float4));
  set_three<<<1, 32>>>(points);
  if (whole) set_last<<<1, 32>>>(points);
  copy<<<1, 32>>>(points, out);
  cudaDeviceSynchronize();
  cudaFree(points);
  cudaFree(out);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
