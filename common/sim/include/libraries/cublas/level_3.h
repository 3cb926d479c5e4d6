/// @file
/// @brief cuBLAS, level 3: matrices.
#pragma once

#define LOCKSTEP_CUBLAS_GEMM(X, x_, XR, T, R, suffix, Int)                                                                       \
  cublasStatus_t X##gemm##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, \
                                 const T* alpha, const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_SYMM(X, x_, XR, T, R, suffix, Int)                                                                          \
  cublasStatus_t X##symm##suffix(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Int m, Int n, const T* alpha, \
                                 const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_SYRK(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##syrk##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Int n, Int k, const T* alpha, \
                                 const T* A, Int lda, const T* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_SYR2K(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##syr2k##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Int n, Int k, const T* alpha, \
                                  const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_SYRKX(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##syrkx##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Int n, Int k, const T* alpha, \
                                  const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_TRMM(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##trmm##suffix(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,        \
                                 cublasDiagType_t diag, Int m, Int n, const T* alpha, const T* A, Int lda, const T* B, Int ldb, T* C, \
                                 Int ldc)
#define LOCKSTEP_CUBLAS_TRSM(X, x_, XR, T, R, suffix, Int)                                                                     \
  cublasStatus_t X##trsm##suffix(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
                                 cublasDiagType_t diag, Int m, Int n, const T* alpha, const T* A, Int lda, T* B, Int ldb)
#define LOCKSTEP_CUBLAS_GEMM3M(X, x_, XR, T, R, suffix, Int)                                                                       \
  cublasStatus_t X##gemm3m##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, \
                                   const T* alpha, const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_HEMM(X, x_, XR, T, R, suffix, Int)                                                                          \
  cublasStatus_t X##hemm##suffix(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Int m, Int n, const T* alpha, \
                                 const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_HERK(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##herk##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Int n, Int k, const R* alpha, \
                                 const T* A, Int lda, const R* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_HER2K(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##her2k##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Int n, Int k, const T* alpha, \
                                  const T* A, Int lda, const T* B, Int ldb, const R* beta, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_HERKX(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##herkx##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Int n, Int k, const T* alpha, \
                                  const T* A, Int lda, const T* B, Int ldb, const R* beta, T* C, Int ldc)

#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_GEMM(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_SYMM(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_SYRK(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_SYR2K(X, x_, XR, T, R, suffix, Int);        \
  LOCKSTEP_CUBLAS_SYRKX(X, x_, XR, T, R, suffix, Int);        \
  LOCKSTEP_CUBLAS_TRMM(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_TRSM(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_GEMM3M(X, x_, XR, T, R, suffix, Int);       \
  LOCKSTEP_CUBLAS_HEMM(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_HERK(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_HER2K(X, x_, XR, T, R, suffix, Int);        \
  LOCKSTEP_CUBLAS_HERKX(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_COMPLEX(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
