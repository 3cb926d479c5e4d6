/// @file
/// @brief cuBLAS: `cublasSgemv`, for any matrix. Ours lies in memory row after row, cuBLAS thinks in columns: to it A is Aᵀ, which is A.
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void multiply(const MatrixVector::Device& p, const Launch& launch, cublasOperation_t operation) {
  const float one = 1, zero = 0;
  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  lockstep::check(cublasSgemv_64(handle, operation, p.n, p.n, &one, p.a, p.pitch, p.x, 1, &zero, p.y, 1));
}

void run(const MatrixVector::Device& p, const Launch& launch) { multiply(p, launch, CUBLAS_OP_N); }
void run_transposed(const MatrixVector::Device& p, const Launch& launch) { multiply(p, launch, CUBLAS_OP_T); }

const Version version{__FILE__, "cublasSgemv, CUBLAS_OP_N", run};
const Version transposed{__FILE__, "cublasSgemv, CUBLAS_OP_T", run_transposed, "transposed"};

}  // namespace
