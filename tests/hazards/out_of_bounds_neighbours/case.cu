/// @file
/// @brief From one variable into its neighbour, where the sizes leave no gap of their own: past the end, and before the first element.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__device__ int middle[4], before[3];
__device__ double scalar, beside;
__constant__ int weights[8], others[8];
__managed__ int left[16], right[16];
constexpr int kThreads = 32;

__global__ void set_behind() { middle[4] = before[2]; }
__global__ void set_before(int at) { middle[at] = before[0]; }
__global__ void set_beside(int at) { (&scalar)[at] = beside; }
__global__ void weigh(int* out, int at) { *out = weights[at] + others[0]; }
__global__ void move(int at) { right[at] = left[15]; }
__global__ void count(int* out, int at) {
  static __device__ int calls[4], results[4];
  calls[at] = 1;
  *out = results[0];
}
__global__ void shift(int* out, int by) {
  __shared__ int a[kThreads], b[kThreads];
  const int i = static_cast<int>(threadIdx.x);
  a[i] = b[i] = i;
  __syncthreads();
  out[i] = b[i - by] + a[i];
}
__global__ void shift_first(int* out, int by) {
  __shared__ int only[kThreads];
  const int i = static_cast<int>(threadIdx.x);
  only[i] = i;
  __syncthreads();
  out[i] = only[i - by];
}
__global__ void shift_dynamic(int* out, int by) {
  extern __shared__ int values[];
  const int i = static_cast<int>(threadIdx.x);
  values[i] = i;
  __syncthreads();
  out[i] = values[i - by];
}

__global__ void set_middle(int at) { middle[at] = before[2]; }

void launch(bool wrong) {
  const DeviceZeros<int> out(kThreads);
  if (wrong) set_behind<<<1, 1>>>();
  if (wrong) set_before<<<1, 1>>>(-1);
  if (!wrong) set_middle<<<1, 1>>>(3);
  set_beside<<<1, 1>>>(wrong ? 1 : 0);
  weigh<<<1, 1>>>(out, wrong ? 8 : 7);
  move<<<1, 1>>>(wrong ? -2 : 0);
  count<<<1, 1>>>(out, wrong ? 4 : 3);
  shift<<<1, kThreads>>>(out, wrong ? 1 : 0);
  shift_first<<<1, kThreads>>>(out, wrong ? 1 : 0);
  shift_dynamic<<<1, kThreads, kThreads * sizeof(int)>>>(out, wrong ? 1 : 0);
  cudaDeviceSynchronize();
}

void caught() { launch(true); }
void silent() { launch(false); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
