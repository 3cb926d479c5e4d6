/// @file
/// @brief The exercise's peer, cuBLAS: `cublasStrsv` twice. It goes by columns: our rows are its columns, and our L its upper triangle Lᵀ.
#include "exercise.hpp"
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"

namespace {

void run(const Substitution::Device& p, const Launch& launch) {
  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  const std::size_t bytes = static_cast<std::size_t>(p.n) * sizeof(float);
  const auto solve = [&](cublasOperation_t operation, float* vector) {
    lockstep::check(
        cublasStrsv_64(handle, CUBLAS_FILL_MODE_UPPER, operation, CUBLAS_DIAG_NON_UNIT, p.n, p.l, p.pitch, vector, std::int64_t{1}));
  };
  lockstep::check(cudaMemcpyAsync(p.y, p.b, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  solve(CUBLAS_OP_T, p.y);
  lockstep::check(cudaMemcpyAsync(p.x, p.y, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  solve(CUBLAS_OP_N, p.x);
}

const Version version{__FILE__, "cublasStrsv twice", run};

}  // namespace
