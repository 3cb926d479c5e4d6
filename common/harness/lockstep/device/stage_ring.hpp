/// @file
/// @brief A ring of stages in shared memory: while a block works on one, asynchronous copies fill the next ones. Lesson 06 says why.
#pragma once

#include <cuda_pipeline.h>

#include "lockstep/cuda.hpp"

namespace lockstep {

/// kCount stages of kElements each. All threads of the block must call all functions.
template <class T, unsigned kElements, unsigned kCount>
class StageRing {
 public:
  /// @param shared  kCount · kElements of shared memory, all of it free
  explicit __device__ StageRing(T* shared) : shared_(shared) {}

  /// Begins to fill the free stage: kCount − 1 times at first, then once after each advance().
  /// @param copy  copy(stage) begins this thread's asynchronous copies; it may leave the stage as it is
  template <class Copy>
  __device__ void fill(Copy&& copy) {
    copy(shared_ + free_ * kElements);
    __pipeline_commit();
    free_ = next(free_);
  }

  /// Goes on to the next stage, and waits until it is full. This thread must have finished reading the stage before it.
  __device__ void advance() {
    __pipeline_wait_prior(kCount - 2);  // this thread's copies have arrived
    __syncthreads();                    // so have those of all threads; and all have read the stage before, which is now free
    full_ = next(full_);
  }

  /// The full stage.
  __device__ const T* full() const { return shared_ + full_ * kElements; }

 private:
  static __device__ unsigned next(unsigned stage) { return stage + 1 == kCount ? 0 : stage + 1; }

  T* shared_;
  unsigned full_ = kCount - 1, free_ = 0;
};

}  // namespace lockstep
