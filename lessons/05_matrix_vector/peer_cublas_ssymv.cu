/// @file
/// @brief cuBLAS: `cublasSsymv`, which reads one triangle. What lies below the diagonal here is above it to cuBLAS, which thinks in
/// columns.
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void run(const MatrixVector::Device& p, const Launch& launch) {
  const float one = 1, zero = 0;
  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  lockstep::check(cublasSsymv_64(handle, CUBLAS_FILL_MODE_UPPER, p.n, &one, p.a, p.pitch, p.x, 1, &zero, p.y, 1));
}

const Version version{__FILE__, "cublasSsymv", run};

}  // namespace
