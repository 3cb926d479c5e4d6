/// @file
/// @brief An atomic on a variable of the host.
#include "hazard_case.hpp"

int hits_of_the_host = 0;  // not in the namespace below: the compiler would see that nobody else changes it

namespace {

__device__ int hits;

__host__ __device__ int* hits_of_this_side() { return &hits_of_the_host; }

__global__ void count_wrong() { atomicAdd(hits_of_this_side(), 1); }
__global__ void count() { atomicAdd(&hits, 1); }

void caught() {
  count_wrong<<<1, 4>>>();
  cudaDeviceSynchronize();
}

void silent() {
  count<<<1, 4>>>();
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
