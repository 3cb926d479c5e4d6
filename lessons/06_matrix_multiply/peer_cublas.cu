/// @file
/// @brief cuBLAS: `cublasSgemm` (in float throughout: no TF32) and `cublasDgemm`. It thinks in columns: to it our C = AB is Cᵀ = BᵀAᵀ.
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

/// @param gemm  cublasSgemm_64 or cublasDgemm_64
template <class T, class Gemm>
void multiply(Gemm gemm, const Matrices<T>& p, const Launch& launch) {
  const T one = 1, zero = 0;
  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  lockstep::check(gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, p.n, p.m, p.k, &one, p.b, p.n, p.a, p.k, &zero, p.c, p.n));
}

void run(const Matrices<float>& p, const Launch& launch) { multiply(cublasSgemm_64, p, launch); }
void run_double(const Matrices<double>& p, const Launch& launch) { multiply(cublasDgemm_64, p, launch); }

const lockstep::Version<MatrixMultiply<float>> version{__FILE__, "cublasSgemm", run};
const lockstep::Version<MatrixMultiply<double>> version_double{__FILE__, "cublasDgemm", run_double};

}  // namespace
