/// @file
/// @brief The exercise's peer, cuBLAS: `cublasSsyrk`. It thinks in columns: our lower triangle is its upper one, and our A its Aᵀ.
#include "exercise.hpp"
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"

namespace {

void run(const RowProducts::Device& p, const Launch& launch) {
  const float one = 1, zero = 0;
  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  lockstep::check(cublasSsyrk_64(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, p.n, p.k, &one, p.a, p.k, &zero, p.c, p.n));
}

const Version version{__FILE__, "cublasSsyrk", run};

}  // namespace
