/// @file
/// @brief cuBLAS beyond the BLAS: sums and transposes, diagonal factors, batches, small systems of equations.
#pragma once

#define LOCKSTEP_CUBLAS_GEAM(X, x_, XR, T, R, suffix, Int)                                                                                \
  cublasStatus_t X##geam##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, const T* alpha, \
                                 const T* A, Int lda, const T* beta, const T* B, Int ldb, T* C, Int ldc)
#define LOCKSTEP_CUBLAS_DGMM(X, x_, XR, T, R, suffix, Int)                                                                              \
  cublasStatus_t X##dgmm##suffix(cublasHandle_t handle, cublasSideMode_t mode, Int m, Int n, const T* A, Int lda, const T* x, Int incx, \
                                 T* C, Int ldc)
#define LOCKSTEP_CUBLAS_GEMM_BATCHED(X, x_, XR, T, R, suffix, Int)                                                                         \
  cublasStatus_t X##gemmBatched##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k,    \
                                        const T* alpha, const T* const Aarray[], Int lda, const T* const Barray[], Int ldb, const T* beta, \
                                        T* const Carray[], Int ldc, Int batchCount)
#define LOCKSTEP_CUBLAS_GEMM_STRIDED(X, x_, XR, T, R, suffix, Int)                                                                      \
  cublasStatus_t X##gemmStridedBatched##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, \
                                               Int k, const T* alpha, const T* A, Int lda, long long strideA, const T* B, Int ldb,      \
                                               long long strideB, const T* beta, T* C, Int ldc, long long strideC, Int batchCount)
#define LOCKSTEP_CUBLAS_GEMV_STRIDED(X, x_, XR, T, R, suffix, Int)                                                                       \
  cublasStatus_t X##gemvStridedBatched##suffix(cublasHandle_t handle, cublasOperation_t trans, Int m, Int n, const T* alpha, const T* A, \
                                               Int lda, long long strideA, const T* x, Int incx, long long stridex, const T* beta, T* y, \
                                               Int incy, long long stridey, Int batchCount)
#define LOCKSTEP_CUBLAS_TRSM_BATCHED(X, x_, XR, T, R, suffix, Int)                                                                      \
  cublasStatus_t X##trsmBatched##suffix(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,   \
                                        cublasDiagType_t diag, Int m, Int n, const T* alpha, const T* const A[], Int lda, T* const B[], \
                                        Int ldb, Int batchCount)
#define LOCKSTEP_CUBLAS_GETRF_BATCHED(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##getrfBatched##suffix(cublasHandle_t handle, Int n, T* const A[], Int lda, Int* P, Int* info, Int batchSize)
#define LOCKSTEP_CUBLAS_GETRS_BATCHED(X, x_, XR, T, R, suffix, Int)                                                                    \
  cublasStatus_t X##getrsBatched##suffix(cublasHandle_t handle, cublasOperation_t trans, Int n, Int nrhs, const T* const A[], Int lda, \
                                         const Int* P, T* const B[], Int ldb, Int* info, Int batchSize)
#define LOCKSTEP_CUBLAS_GETRI_BATCHED(X, x_, XR, T, R, suffix, Int)                                                                      \
  cublasStatus_t X##getriBatched##suffix(cublasHandle_t handle, Int n, const T* const A[], Int lda, const Int* P, T* const C[], Int ldc, \
                                         Int* info, Int batchSize)
#define LOCKSTEP_CUBLAS_MATINV_BATCHED(X, x_, XR, T, R, suffix, Int)                                                               \
  cublasStatus_t X##matinvBatched##suffix(cublasHandle_t handle, Int n, const T* const A[], Int lda, T* const Ainv[], Int lda_inv, \
                                          Int* info, Int batchSize)

#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_GEAM(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_DGMM(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_GEMM_BATCHED(X, x_, XR, T, R, suffix, Int); \
  LOCKSTEP_CUBLAS_GEMM_STRIDED(X, x_, XR, T, R, suffix, Int); \
  LOCKSTEP_CUBLAS_GEMV_STRIDED(X, x_, XR, T, R, suffix, Int); \
  LOCKSTEP_CUBLAS_TRSM_BATCHED(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int)  \
  LOCKSTEP_CUBLAS_GETRF_BATCHED(X, x_, XR, T, R, suffix, Int); \
  LOCKSTEP_CUBLAS_GETRS_BATCHED(X, x_, XR, T, R, suffix, Int); \
  LOCKSTEP_CUBLAS_GETRI_BATCHED(X, x_, XR, T, R, suffix, Int); \
  LOCKSTEP_CUBLAS_MATINV_BATCHED(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_SMALL(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
