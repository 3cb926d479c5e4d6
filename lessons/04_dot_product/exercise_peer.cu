/// @file
/// @brief The exercise's peer, cuBLAS: `cublasSnrm2`, with the result left on the device.
#include "exercise.hpp"
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"

namespace {

void run(const Norm::Device& p, const Launch& launch) {
  lockstep::check(cublasSnrm2_64(lockstep::cublas(launch.stream), p.n, p.x, 1, p.norm));
}

const Version version{__FILE__, "cublasSnrm2", run};

}  // namespace
