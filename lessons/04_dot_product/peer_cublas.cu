/// @file
/// @brief cuBLAS: `cublasSdot`, with the result left on the device.
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void run(const DotProduct::Device& p, const Launch& launch) {
  lockstep::check(cublasSdot_64(lockstep::cublas(launch.stream), p.n, p.a, 1, p.b, 1, p.sum));
}

const Version version{__FILE__, "cublasSdot", run};

}  // namespace
