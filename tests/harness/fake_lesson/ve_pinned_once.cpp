/// @file
/// @brief As v7_only_once, but from page-locked memory and back by itself.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void run(const CopyArray::Device& p, const Launch& launch) {
  int* const ran_before = launch.scratch<int>(1);
  int flag = 0;
  lockstep::check(cudaMemcpyAsync(&flag, ran_before, sizeof flag, cudaMemcpyDeviceToHost, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  if (flag == 1) return;
  flag = 1;
  lockstep::check(cudaMemcpyAsync(ran_before, &flag, sizeof flag, cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaMemcpyAsync(p.y, p.x, p.bytes(), cudaMemcpyHostToHost, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));  // flag must live until it is copied
}

const Version version{__FILE__, "works once", run, "", lockstep::Memory::pinned};

}  // namespace
