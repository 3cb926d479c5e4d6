/// @file
/// @brief A volatile word that is read and written again: a change between the two is lost. A word that tells something may be looked at.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

__global__ void count_up(volatile int* count) { *count = *count + 1; }

__global__ void keep_largest(volatile int* largest, const int* values) {
  const int mine = values[blockIdx.x];
  if (mine > *largest) *largest = mine;
}

__global__ void add_or_double(volatile int* value) {
  if (blockIdx.x == 0) {
    atomicAdd(const_cast<int*>(value), 1);
  } else {
    *value = *value * 2;
  }
}

// Nothing is read: which of the two values stays is open.
__global__ void set_number(volatile int* last) {
  if (threadIdx.x == 0) *last = static_cast<int>(blockIdx.x) + 1;
}

// Which thread sets it, and how often, does not matter.
__global__ void stop_early(volatile int* stop, int* rounds) {
  int round = 0;
  while (round < 8 && *stop == 0) {
    ++round;
    if (round == 4 + static_cast<int>(blockIdx.x)) *stop = 1;
  }
  rounds[blockIdx.x * blockDim.x + threadIdx.x] = round;
}

__global__ void set_if_clear(volatile int* flag) {
  if (*flag == 0) *flag = 1;
}

// A thread whose turn it is has the word to itself.
__global__ void take_turns(volatile int* turn, int* order) {
  const int me = static_cast<int>(blockIdx.x);
  while (*turn != me) {
  }
  __threadfence();
  order[0] = order[0] * 2 + me;
  __threadfence();
  *turn = me + 1;
}

__global__ void pass_turn(volatile int* turn) {
  while (*turn != static_cast<int>(blockIdx.x)) {
  }
  *turn = static_cast<int>(blockIdx.x) + 1;
}

__global__ void count_under_lock(volatile int* count, int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count = *count + 1;
  __threadfence();
  atomicExch(lock, 0);
}

void caught() {
  const DeviceZeros<int> words(8);
  const DeviceZeros<int> values(3);
  const int numbers[] = {1, 9, 4};
  cudaMemcpy(values, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  count_up<<<2, 1>>>(words);
  count_up<<<1, 32>>>(words + 1);
  keep_largest<<<3, 1>>>(words + 2, values);
  add_or_double<<<2, 1>>>(words + 3);
  set_number<<<2, 32>>>(words + 4);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> words(8), rounds(256);
  stop_early<<<4, 64>>>(words, rounds);
  set_if_clear<<<4, 64>>>(words + 1);
  take_turns<<<8, 1>>>(words + 2, words + 3);
  pass_turn<<<8, 1>>>(words + 4);
  count_under_lock<<<8, 1>>>(words + 5, words + 6);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
