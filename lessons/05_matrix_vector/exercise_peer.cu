/// @file
/// @brief The exercise's peer, cuBLAS: `cublasSgemv`. It thinks in columns: our rows are its columns, so to it Aᵀ is the matrix as it lies.
#include "exercise.hpp"
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"

namespace {

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const float one = 1, zero = 0;
  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  lockstep::check(cublasSgemv_64(handle, CUBLAS_OP_N, p.columns, p.rows, &one, p.a, p.pitch, p.x, 1, &zero, p.y, 1));
}

const Version version{__FILE__, "cublasSgemv", run};

}  // namespace
