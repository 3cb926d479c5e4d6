/// @file
/// @brief A flag of type cuda::atomic orders memory by the order that is asked for.
#include <cuda/atomic>

#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

using cuda::memory_order;

template <memory_order stores, memory_order loads>
__global__ void pass_on(int* data, int* word, int* out) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    *data = 42;
    flag.store(1, stores);
  } else {
    while (flag.load(loads) == 0) {
    }
    *out = *data;
  }
}

// Relaxed operations between fences.
__global__ void pass_on_by_fences(int* data, int* word, int* out) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    *data = 42;
    cuda::atomic_thread_fence(memory_order::release, cuda::thread_scope_device);
    flag.store(1, memory_order::relaxed);
  } else {
    while (flag.load(memory_order::relaxed) == 0) {
    }
    cuda::atomic_thread_fence(memory_order::acquire, cuda::thread_scope_device);
    *out = *data;
  }
}

// A flag for the block says nothing to another block.
template <cuda::thread_scope scope>
__global__ void pass_on_in_scope(int* data, int* word, int* out) {
  const cuda::atomic_ref<int, scope> flag(*word);
  if (blockIdx.x == 0) {
    *data = 42;
    flag.store(1, memory_order::release);
  } else {
    while (flag.load(memory_order::acquire) == 0) {
    }
    *out = *data;
  }
}

// Thread 0 releases its data, then another sets the flag again without releasing: seeing the second value does not acquire the first.
template <bool adds>
__global__ void overwrite(int* data, int* word, int* out) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    *data = 42;
    flag.store(1, memory_order::release);
  } else if (blockIdx.x == 1) {
    while (flag.load(memory_order::relaxed) == 0) {
    }
    if (adds) {
      flag.fetch_add(1, memory_order::relaxed);
    } else {
      flag.store(2, memory_order::relaxed);
    }
  } else {
    while (flag.load(memory_order::acquire) != 2) {
    }
    *out = *data;
  }
}

// A compare-and-swap that fails stores nothing, and so releases nothing.
template <int expected>
__global__ void swap_flag(int* data, int* word, int* out) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    *data = 42;
    int found = expected;
    flag.compare_exchange_strong(found, 5, memory_order::acq_rel, memory_order::relaxed);
    if (expected != 0) flag.store(5, memory_order::relaxed);
  } else {
    while (flag.load(memory_order::acquire) != 5) {
    }
    *out = *data;
  }
}

void caught() {
  const DeviceZeros<int> memory(64);
  int* const out = memory + 63;
  pass_on<memory_order::relaxed, memory_order::acquire><<<2, 1>>>(memory, memory + 1, out);
  pass_on<memory_order::release, memory_order::relaxed><<<2, 1>>>(memory + 2, memory + 3, out);
  pass_on_in_scope<cuda::thread_scope_block><<<2, 1>>>(memory + 4, memory + 5, out);
  overwrite<false><<<3, 1>>>(memory + 6, memory + 7, out);
  swap_flag<1><<<2, 1>>>(memory + 8, memory + 9, out);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<int> memory(64);
  int* const out = memory + 63;
  pass_on<memory_order::release, memory_order::acquire><<<2, 1>>>(memory, memory + 1, out);
  pass_on<memory_order::seq_cst, memory_order::seq_cst><<<2, 1>>>(memory + 2, memory + 3, out);
  pass_on_by_fences<<<2, 1>>>(memory + 4, memory + 5, out);
  pass_on_in_scope<cuda::thread_scope_device><<<2, 1>>>(memory + 6, memory + 7, out);
  pass_on_in_scope<cuda::thread_scope_system><<<2, 1>>>(memory + 8, memory + 9, out);
  overwrite<true><<<3, 1>>>(memory + 10, memory + 11, out);
  swap_flag<0><<<2, 1>>>(memory + 12, memory + 13, out);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
