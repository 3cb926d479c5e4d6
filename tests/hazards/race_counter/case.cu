/// @file
/// @brief Several threads change one word by plain accesses: an atomic operation helps, a barrier does not.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void collect(const int* data, int* queue, int* count) {
  const int i = static_cast<int>(threadIdx.x);
  if (data[i] == 0) queue[(*count)++] = i;
}

__global__ void collect_atomically(const int* data, int* queue, int* count) {
  const int i = static_cast<int>(threadIdx.x);
  if (data[i] == 0) queue[atomicAdd(count, 1)] = i;
}

template <bool atomic>
__global__ void histogram(const int* data, int* out) {
  __shared__ int bins[4];
  if (threadIdx.x < 4) bins[threadIdx.x] = 0;
  __syncthreads();
  const int bin = data[threadIdx.x] + static_cast<int>(threadIdx.x % 4);
  if (atomic)
    atomicAdd(bins + bin, 1);
  else
    ++bins[bin];
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = bins[threadIdx.x];
}

// The change is in two statements.
__global__ void add_in_steps(double* sum) {
  const double before = *sum;
  *sum = before + 1;
}

__global__ void add_at_once(double* sum) { atomicAdd(sum, 1.0); }

// Here each thread changes its own, and reads another's: that takes a barrier.
__global__ void add_next(int* out) {
  __shared__ int s[65];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < 63) s[threadIdx.x] += s[threadIdx.x + 1];
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void add_next_apart(int* out) {
  __shared__ int s[65];
  s[threadIdx.x] = 1;
  __syncthreads();
  const int next = threadIdx.x < 63 ? s[threadIdx.x + 1] : 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + next;
}

void caught() {
  const DeviceZeros<int> data(64), out(64), count(1);
  const DeviceZeros<double> sum(1);
  collect<<<1, 64>>>(data, out, count);
  histogram<false><<<1, 64>>>(data, out);
  add_in_steps<<<1, 64>>>(sum);
  add_next<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> data(64), out(64), count(1);
  const DeviceZeros<double> sum(1);
  collect_atomically<<<1, 64>>>(data, out, count);
  histogram<true><<<1, 64>>>(data, out);
  add_at_once<<<1, 64>>>(sum);
  add_next_apart<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
