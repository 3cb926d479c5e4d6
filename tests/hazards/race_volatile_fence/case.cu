/// @file
/// @brief volatile orders nothing: data that a flag or a lock announces needs fences, even if each access to it is volatile.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kBlocks = 8;

// The reader needs no fence: it reads in its own order, and past the caches.
template <bool fenced>
__global__ void prefixes(volatile int* flags, volatile int* sums) {
  const unsigned b = blockIdx.x;
  int before = 0;
  if (b > 0) {
    while (flags[b - 1] == 0) {
    }
    before = sums[b - 1];
  }
  sums[b] = before + 1;
  if (fenced) __threadfence();
  flags[b] = 1;
}

// A fence for the block does not reach another.
template <bool wide>
__global__ void pass_on(volatile int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    wide ? __threadfence() : __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    *out = *data;
  }
}

template <bool before, bool after>
__global__ void set_locked(volatile int* data, int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (before) __threadfence();
  *data = static_cast<int>(blockIdx.x) + 1;
  if (after) __threadfence();
  atomicExch(lock, 0);
}

// The lock is given back by a volatile write, as atomicExch(lock, 0) would.
__global__ void add_locked(volatile int* sum, volatile int* lock) {
  while (atomicCAS(const_cast<int*>(lock), 0, 1) != 0) {
  }
  __threadfence();
  *sum = *sum + 1;
  __threadfence();
  *lock = 0;
}

// volatile, so that no partial sum is kept in a cache.
__global__ void add_up(volatile int* partial, unsigned* tickets, int* sum) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = static_cast<int>(blockIdx.x);
    __threadfence();
    last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
  *sum = all;
}

// Flag and value are one word, for which blocks wait: a fence would order nothing more. Blocks take tiles by number.
__global__ void prefixes_in_words(volatile int* words, int* next, int tiles, int* out) {
  for (int tile = atomicAdd(next, 1); tile < tiles; tile = atomicAdd(next, 1)) {
    words[tile] = 1000 + 1;
    int before = 0;
    for (int other = tile - 1; other >= 0; --other) {
      int word = words[other];
      while (word == 0) word = words[other];
      before += word % 1000;
      if (word >= 2000) break;
    }
    words[tile] = 2000 + before + 1;
    out[tile] = before;
  }
}

// All blocks wait for all.
__global__ void meet(volatile int* arrived, volatile int* released, volatile int* data, int* out) {
  const unsigned t = threadIdx.x, b = blockIdx.x;
  for (int round = 1; round <= 3; ++round) {
    if (t == 0) {
      data[b] = round;
      __threadfence();
      arrived[b] = round;
    }
    if (b == 0) {
      while (t < kBlocks && arrived[t] != round) {
      }
      __threadfence();
      __syncthreads();
      if (t < kBlocks) released[t] = round;
    }
    while (t == 0 && released[b] != round) {
    }
    __syncthreads();
    if (t == 0) out[b] = data[(b + 1) % kBlocks];
    __syncthreads();
  }
}

void caught() {
  const DeviceZeros<int> words(64);
  prefixes<false><<<kBlocks, 1>>>(words, words + kBlocks);
  pass_on<false><<<2, 1>>>(words + 16, words + 17, words + 18);
  set_locked<true, false><<<2, 1>>>(words + 19, words + 20);
  set_locked<false, true><<<2, 1>>>(words + 21, words + 22);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> words(64), out(64);
  const DeviceZeros<unsigned> tickets(1);
  prefixes<true><<<kBlocks, 1>>>(words, words + kBlocks);
  pass_on<true><<<2, 1>>>(words + 16, words + 17, out);
  set_locked<true, true><<<2, 1>>>(words + 18, words + 19);
  add_locked<<<kBlocks, 1>>>(words + 20, words + 21);
  add_up<<<kBlocks, 64>>>(words + 22, tickets, out);
  prefixes_in_words<<<4, 1>>>(words + 32, words + 63, 20, out);
  cudaDeviceSynchronize();
  const DeviceZeros<int> more(64);
  meet<<<kBlocks, 32>>>(more, more + kBlocks, more + 2 * kBlocks, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
