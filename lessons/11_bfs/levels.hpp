/// @file
/// @brief What every version does at first, and how threads that run at the same time share words.
#pragma once

#include <cuda/atomic>

#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

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

/// Only the source is reached.
static __global__ void begin_search(Search::Device p) {
  const std::int32_t source = *p.source;
  for (std::int64_t v = lockstep::global_thread(); v < p.vertices; v += lockstep::grid_threads())
    p.distances[v] = v == source ? 0 : Search::kUnreached;
}

/// Queues begin_search().
inline void begin(const Search::Device& p, cudaStream_t stream) {
  constexpr unsigned kBlock = 256;
  begin_search<<<lockstep::enough_blocks(p.vertices, kBlock, lockstep::one_wave(begin_search, kBlock)), kBlock, 0, stream>>>(p);
  lockstep::check_launch();
}
