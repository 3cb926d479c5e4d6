/// @file
/// @brief Right in its first run of each size, and wrong later: only the check after the timed runs can tell.
#include "problem.hpp"
#include "lockstep/cuda.hpp"

namespace {

void run(const CopyArray::Device& p, const Launch& launch) {
  static const float* last = nullptr;
  static std::int64_t length = 0;
  const bool again = last == p.x && length == p.n;
  last = p.x;
  length = p.n;
  if (!again) lockstep::check(cudaMemcpyAsync(p.y, p.x, p.bytes(), cudaMemcpyDeviceToDevice, launch.stream));
}

const Version version{__FILE__, "works once", run};

}  // namespace
