/// @file
/// @brief The exercise's peer, cuBLAS: the iterations written with its calls, gemv, dot, axpy, scal, and dgmm for z = r / d.
#include <cmath>

#include "exercise.hpp"
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

/// cuBLAS has no division of vectors.
__global__ void invert_diagonal(const Jacobi::Device s, float* inverse) {
  const std::int64_t i = lockstep::global_thread();
  if (i < s.n) inverse[i] = 1 / s.a[i * s.pitch + i];
}

void run(const Jacobi::Device& s, const Launch& launch) {
  const auto n = static_cast<std::size_t>(s.n), bytes = n * sizeof(float);
  float *inverse = launch.scratch<float>(n), *r = launch.scratch<float>(n), *z = launch.scratch<float>(n), *p = launch.scratch<float>(n),
        *q = launch.scratch<float>(n);
  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  const auto precondition = [&] {  // @return rᵀz
    float rho = 0;
    lockstep::check(cublasSdgmm_64(handle, CUBLAS_SIDE_LEFT, s.n, 1, r, s.n, inverse, 1, z, s.n));
    lockstep::check(cublasSdot_64(handle, s.n, r, 1, z, 1, &rho));
    return rho;
  };
  const auto add_scaled = [&](float factor, const float* x, float* y) {
    lockstep::check(cublasSaxpy_64(handle, s.n, &factor, x, 1, y, 1));
  };

  invert_diagonal<<<lockstep::covering_blocks(s.n, 256), 256, 0, launch.stream>>>(s, inverse);
  lockstep::check_launch();
  lockstep::check(cudaMemsetAsync(s.x, 0, bytes, launch.stream));
  lockstep::check(cudaMemcpyAsync(r, s.b, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  float rho = precondition();
  lockstep::check(cudaMemcpyAsync(p, z, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  const float limit = s.tolerance * s.tolerance * rho, one = 1, zero = 0;
  std::int32_t done = 0;
  for (; rho > limit && done < s.iterations; ++done) {
    float curvature = 0;
    lockstep::check(cublasSgemv_64(handle, CUBLAS_OP_T, s.n, s.n, &one, s.a, s.pitch, p, 1, &zero, q, 1));
    lockstep::check(cublasSdot_64(handle, s.n, p, 1, q, 1, &curvature));
    if (!(curvature > 0)) break;
    add_scaled(rho / curvature, p, s.x);
    add_scaled(-rho / curvature, q, r);
    const float before = rho;
    rho = precondition();
    const float beta = rho / before;
    lockstep::check(cublasSscal_64(handle, s.n, &beta, p, 1));
    add_scaled(1, z, p);
  }
  const bool broken = !std::isfinite(rho);
  const End end = broken                 ? End::not_finite
                  : rho <= limit         ? End::converged
                  : done == s.iterations ? End::used_up
                                         : End::not_positive_definite;
  const std::int32_t outcome[] = {done, static_cast<std::int32_t>(end)};
  lockstep::check(cudaMemcpyAsync(s.outcome, outcome, sizeof outcome, cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));  // the copy's source ends with this function
}

const Version version{__FILE__, "cuBLAS: gemv, dot, axpy, scal, dgmm", run};

}  // namespace
