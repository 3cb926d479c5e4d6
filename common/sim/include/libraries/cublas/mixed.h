/// @file
/// @brief cuBLAS's functions whose types are arguments, and those of half precision.
#pragma once

#define LOCKSTEP_CUBLAS_DOT_EX(name, suffix, Int)                                                                               \
  cublasStatus_t cublas##name##suffix(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx, const void* y, \
                                      cudaDataType yType, Int incy, void* result, cudaDataType resultType, cudaDataType executionType)
#define LOCKSTEP_CUBLAS_NRM2_EX(suffix, Int)                                                                                   \
  cublasStatus_t cublasNrm2Ex##suffix(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx, void* result, \
                                      cudaDataType resultType, cudaDataType executionType)
#define LOCKSTEP_CUBLAS_SCAL_EX(suffix, Int)                                                                            \
  cublasStatus_t cublasScalEx##suffix(cublasHandle_t handle, Int n, const void* alpha, cudaDataType alphaType, void* x, \
                                      cudaDataType xType, Int incx, cudaDataType executionType)
#define LOCKSTEP_CUBLAS_AXPY_EX(suffix, Int)                                                                                  \
  cublasStatus_t cublasAxpyEx##suffix(cublasHandle_t handle, Int n, const void* alpha, cudaDataType alphaType, const void* x, \
                                      cudaDataType xType, Int incx, void* y, cudaDataType yType, Int incy, cudaDataType executionType)
#define LOCKSTEP_CUBLAS_GEMM_EX(suffix, Int)                                                                                            \
  cublasStatus_t cublasGemmEx##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k,   \
                                      const void* alpha, const void* A, cudaDataType Atype, Int lda, const void* B, cudaDataType Btype, \
                                      Int ldb, const void* beta, void* C, cudaDataType Ctype, Int ldc, cublasComputeType_t computeType, \
                                      cublasGemmAlgo_t algo)
#define LOCKSTEP_CUBLAS_GEMM_STRIDED_EX(suffix, Int)                                                                                    \
  cublasStatus_t cublasGemmStridedBatchedEx##suffix(                                                                                    \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const void* alpha, const void* A, \
      cudaDataType Atype, Int lda, long long strideA, const void* B, cudaDataType Btype, Int ldb, long long strideB, const void* beta,  \
      void* C, cudaDataType Ctype, Int ldc, long long strideC, Int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo)
#define LOCKSTEP_CUBLAS_GEMM_BATCHED_EX(suffix, Int)                                                                                      \
  cublasStatus_t cublasGemmBatchedEx##suffix(                                                                                             \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const void* alpha,                  \
      const void* const Aarray[], cudaDataType Atype, Int lda, const void* const Barray[], cudaDataType Btype, Int ldb, const void* beta, \
      void* const Carray[], cudaDataType Ctype, Int ldc, Int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo)
#define LOCKSTEP_CUBLAS_SGEMM_EX(suffix, Int)                                                                                             \
  cublasStatus_t cublasSgemmEx##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k,    \
                                       const float* alpha, const void* A, cudaDataType Atype, Int lda, const void* B, cudaDataType Btype, \
                                       Int ldb, const float* beta, void* C, cudaDataType Ctype, Int ldc)
#define LOCKSTEP_CUBLAS_HGEMM(suffix, Int)                                                                                           \
  cublasStatus_t cublasHgemm##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, \
                                     const struct __half* alpha, const struct __half* A, Int lda, const struct __half* B, Int ldb,   \
                                     const struct __half* beta, struct __half* C, Int ldc)
#define LOCKSTEP_CUBLAS_HGEMM_STRIDED(suffix, Int)                                                                                       \
  cublasStatus_t cublasHgemmStridedBatched##suffix(                                                                                      \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const struct __half* alpha,        \
      const struct __half* A, Int lda, long long strideA, const struct __half* B, Int ldb, long long strideB, const struct __half* beta, \
      struct __half* C, Int ldc, long long strideC, Int batchCount)

struct __half;
#define LOCKSTEP_CUBLAS_DECLARE(suffix, Int)    \
  LOCKSTEP_CUBLAS_DOT_EX(DotEx, suffix, Int);   \
  LOCKSTEP_CUBLAS_DOT_EX(DotcEx, suffix, Int);  \
  LOCKSTEP_CUBLAS_NRM2_EX(suffix, Int);         \
  LOCKSTEP_CUBLAS_SCAL_EX(suffix, Int);         \
  LOCKSTEP_CUBLAS_AXPY_EX(suffix, Int);         \
  LOCKSTEP_CUBLAS_GEMM_EX(suffix, Int);         \
  LOCKSTEP_CUBLAS_GEMM_STRIDED_EX(suffix, Int); \
  LOCKSTEP_CUBLAS_GEMM_BATCHED_EX(suffix, Int); \
  LOCKSTEP_CUBLAS_SGEMM_EX(suffix, Int);        \
  LOCKSTEP_CUBLAS_HGEMM(suffix, Int);           \
  LOCKSTEP_CUBLAS_HGEMM_STRIDED(suffix, Int);
LOCKSTEP_CUBLAS_DECLARE(, int)
LOCKSTEP_CUBLAS_DECLARE(_64, int64_t)
#undef LOCKSTEP_CUBLAS_DECLARE
