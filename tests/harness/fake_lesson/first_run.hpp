/// @file
/// @brief For versions that are right once: has this one run before, on this bench?
#pragma once

#include "lockstep/cuda.hpp"

/// Whether this is the first run: its first request for scratch memory gets new memory, which is poisoned.
inline bool is_first_run(const lockstep::Launch& launch) {
  int* const ran_before = launch.scratch<int>(1);
  int flag = 0;
  lockstep::check(cudaMemcpyAsync(&flag, ran_before, sizeof flag, cudaMemcpyDeviceToHost, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  if (flag == 1) return false;
  flag = 1;
  lockstep::check(cudaMemcpyAsync(ran_before, &flag, sizeof flag, cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));  // flag must live until it is copied
  return true;
}
