/// @file
/// @brief What leaves the same values in any order is a note; where the same lines write different values elsewhere, it is an error.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void set_flag(int* flag) { *flag = 1; }

__global__ void set_by_pairs(int* data) {
  const int pair = static_cast<int>(threadIdx.x / 64);
  data[pair] = pair == 0 ? 7 : static_cast<int>(threadIdx.x);
}

// The last thing that a block does: the next one gets its shared memory, filled anew.
__global__ void set_last() {
  __shared__ int done;
  __shared__ bool done_too;
  done = 1;
  done_too = true;
}

// Each thread wrote what it reads, whenever the others write it.
__global__ void set_and_read(int* data, int* out) {
  data[0] = 0;
  __shfl_sync(0xffffffffu, 0, 0);
  out[threadIdx.x] = data[0];
}

// Only the writer knows what it reads.
__global__ void read_what_one_sets(int* data, int* out) {
  if (threadIdx.x == 0) data[0] = 0;
  out[threadIdx.x] = data[0];
}

// The first write of the second thread leaves what the first thread read, the second another value.
__global__ void set_twice(int* data, const int* zero, int* out) {
  if (threadIdx.x % 32 != 0) return;
  data[0] = 5;
  __syncwarp(1);
  if (threadIdx.x == 0) *out = data[0];
  if (threadIdx.x == 32) data[0] = *zero;
}

__global__ void set_once(int* flag) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *flag = 1;
}

void caught() {
  const DeviceZeros<int> data(2), five(3), out(64);
  const int numbers[] = {5, 5, 5};
  cudaMemcpy(five, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  set_flag<<<2, 1>>>(data);
  set_by_pairs<<<1, 128>>>(data);
  set_last<<<2, 33>>>();
  set_and_read<<<2, 64>>>(five, out);
  read_what_one_sets<<<1, 64>>>(five + 1, out);
  set_twice<<<1, 64>>>(five + 2, data, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(2);
  set_once<<<2, 64>>>(data);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
