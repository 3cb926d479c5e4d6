/// @file
/// @brief How threads that run at the same time share words.
#pragma once

#include <cuda/atomic>

#include "lockstep/cuda.hpp"

/// What a word is at this moment, while other threads may be changing it. An ordinary load would be a race with them.
template <class T>
__device__ T now(T& word) {
  return cuda::atomic_ref<T, cuda::thread_scope_device>(word).load(cuda::memory_order_relaxed);
}

/// Sets a word that other threads may be reading or setting at this moment.
template <class T>
__device__ void set(T& word, T value) {
  cuda::atomic_ref<T, cuda::thread_scope_device>(word).store(value, cuda::memory_order_relaxed);
}
