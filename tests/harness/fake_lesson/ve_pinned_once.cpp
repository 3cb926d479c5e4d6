/// @file
/// @brief As v7_only_once, but from page-locked memory and back by itself.
#include "first_run.hpp"
#include "problem.hpp"

namespace {

void run(const CopyArray::Device& p, const Launch& launch) {
  if (!is_first_run(launch)) return;
  lockstep::check(cudaMemcpyAsync(p.y, p.x, p.bytes(), cudaMemcpyHostToHost, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
}

const Version version{__FILE__, "works once", run, "", lockstep::Memory::pinned};

}  // namespace
