/// @file
/// @brief How the blocks of v6 share out tasks, and tell each other what is finished.
#pragma once

#include "lockstep/cuda.hpp"

/// What the blocks tell each other. Starts at zero.
struct Progress {
  unsigned* next;  ///< the first task not taken yet
  unsigned* done;  ///< of each panel: how many of its tiles are finished. They get finished in the order of their columns
};

/// The next task, in all threads. A block that takes one is through with the one before.
__device__ inline unsigned take_task(unsigned* next) {
  __shared__ unsigned task;
  __syncthreads();  // all threads have read the task before, and are through with its shared memory
  if (threadIdx.x == 0) task = atomicAdd(next, 1);
  __syncthreads();  // thread 0 knows
  return task;
}

/// Waits until panels i and j both have `count` finished tiles. @return how many both have
__device__ inline unsigned wait_for(const volatile unsigned* done, unsigned i, unsigned j, unsigned count) {
  __shared__ unsigned both;
  if (threadIdx.x == 0) {
    unsigned now = 0;
    while ((now = min(done[i], done[j])) < count) {
    }
    __threadfence();  // acquire: the tiles are read after the counts
    both = now;
  }
  __syncthreads();  // thread 0 knows, and what it may read, all may. A product's barriers lie between this and the next wait
  return both;
}

/// Says that panel i has `count` finished tiles.
__device__ inline void publish(volatile unsigned* done, unsigned i, unsigned count) {
  __syncthreads();  // all threads have stored their part of the tile
  if (threadIdx.x != 0) return;
  __threadfence();  // release: a block that sees the count sees the tile
  done[i] = count;
}
