/// @file
/// @brief cuBLAS, level 2: matrices and vectors.
#pragma once

#define LOCKSTEP_CUBLAS_GEMV(X, x_, XR, T, R, suffix, Int)                                                                          \
  cublasStatus_t X##gemv##suffix(cublasHandle_t handle, cublasOperation_t trans, Int m, Int n, const T* alpha, const T* A, Int lda, \
                                 const T* x, Int incx, const T* beta, T* y, Int incy)
#define LOCKSTEP_CUBLAS_GBMV(X, x_, XR, T, R, suffix, Int)                                                                                 \
  cublasStatus_t X##gbmv##suffix(cublasHandle_t handle, cublasOperation_t trans, Int m, Int n, Int kl, Int ku, const T* alpha, const T* A, \
                                 Int lda, const T* x, Int incx, const T* beta, T* y, Int incy)
#define LOCKSTEP_CUBLAS_TRMV(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##trmv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Int n, \
                                 const T* A, Int lda, T* x, Int incx)
#define LOCKSTEP_CUBLAS_TBMV(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##tbmv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Int n, \
                                 Int k, const T* A, Int lda, T* x, Int incx)
#define LOCKSTEP_CUBLAS_TPMV(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##tpmv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Int n, \
                                 const T* AP, T* x, Int incx)
#define LOCKSTEP_CUBLAS_TRSV(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##trsv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Int n, \
                                 const T* A, Int lda, T* x, Int incx)
#define LOCKSTEP_CUBLAS_TBSV(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##tbsv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Int n, \
                                 Int k, const T* A, Int lda, T* x, Int incx)
#define LOCKSTEP_CUBLAS_TPSV(X, x_, XR, T, R, suffix, Int)                                                                            \
  cublasStatus_t X##tpsv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Int n, \
                                 const T* AP, T* x, Int incx)
#define LOCKSTEP_CUBLAS_SYMV(X, x_, XR, T, R, suffix, Int)                                                                             \
  cublasStatus_t X##symv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* A, Int lda, const T* x, \
                                 Int incx, const T* beta, T* y, Int incy)
#define LOCKSTEP_CUBLAS_SYR(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##syr##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* x, Int incx, T* A, Int lda)
#define LOCKSTEP_CUBLAS_SYR2(X, x_, XR, T, R, suffix, Int)                                                                              \
  cublasStatus_t X##syr2##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* x, Int incx, const T* y, \
                                 Int incy, T* A, Int lda)
#define LOCKSTEP_CUBLAS_SBMV(X, x_, XR, T, R, suffix, Int)                                                                        \
  cublasStatus_t X##sbmv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, Int k, const T* alpha, const T* A, Int lda, \
                                 const T* x, Int incx, const T* beta, T* y, Int incy)
#define LOCKSTEP_CUBLAS_SPMV(X, x_, XR, T, R, suffix, Int)                                                                               \
  cublasStatus_t X##spmv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* AP, const T* x, Int incx, \
                                 const T* beta, T* y, Int incy)
#define LOCKSTEP_CUBLAS_GER(X, x_, XR, T, R, suffix, Int)                                                                              \
  cublasStatus_t X##ger##suffix(cublasHandle_t handle, Int m, Int n, const T* alpha, const T* x, Int incx, const T* y, Int incy, T* A, \
                                Int lda)
#define LOCKSTEP_CUBLAS_SPR(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##spr##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* x, Int incx, T* AP)
#define LOCKSTEP_CUBLAS_SPR2(X, x_, XR, T, R, suffix, Int)                                                                              \
  cublasStatus_t X##spr2##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* x, Int incx, const T* y, \
                                 Int incy, T* AP)
#define LOCKSTEP_CUBLAS_HEMV(X, x_, XR, T, R, suffix, Int)                                                                             \
  cublasStatus_t X##hemv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* A, Int lda, const T* x, \
                                 Int incx, const T* beta, T* y, Int incy)
#define LOCKSTEP_CUBLAS_HBMV(X, x_, XR, T, R, suffix, Int)                                                                        \
  cublasStatus_t X##hbmv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, Int k, const T* alpha, const T* A, Int lda, \
                                 const T* x, Int incx, const T* beta, T* y, Int incy)
#define LOCKSTEP_CUBLAS_HPMV(X, x_, XR, T, R, suffix, Int)                                                                               \
  cublasStatus_t X##hpmv##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* AP, const T* x, Int incx, \
                                 const T* beta, T* y, Int incy)
#define LOCKSTEP_CUBLAS_GERU(X, x_, XR, T, R, suffix, Int)                                                                              \
  cublasStatus_t X##geru##suffix(cublasHandle_t handle, Int m, Int n, const T* alpha, const T* x, Int incx, const T* y, Int incy, T* A, \
                                 Int lda)
#define LOCKSTEP_CUBLAS_GERC(X, x_, XR, T, R, suffix, Int)                                                                              \
  cublasStatus_t X##gerc##suffix(cublasHandle_t handle, Int m, Int n, const T* alpha, const T* x, Int incx, const T* y, Int incy, T* A, \
                                 Int lda)
#define LOCKSTEP_CUBLAS_HER(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##her##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const R* alpha, const T* x, Int incx, T* A, Int lda)
#define LOCKSTEP_CUBLAS_HER2(X, x_, XR, T, R, suffix, Int)                                                                              \
  cublasStatus_t X##her2##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* x, Int incx, const T* y, \
                                 Int incy, T* A, Int lda)
#define LOCKSTEP_CUBLAS_HPR(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##hpr##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const R* alpha, const T* x, Int incx, T* AP)
#define LOCKSTEP_CUBLAS_HPR2(X, x_, XR, T, R, suffix, Int)                                                                              \
  cublasStatus_t X##hpr2##suffix(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, const T* x, Int incx, const T* y, \
                                 Int incy, T* AP)

#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_GEMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_GBMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_TRMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_TBMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_TPMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_TRSV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_TBSV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_TPSV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_SYMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_SYR(X, x_, XR, T, R, suffix, Int);          \
  LOCKSTEP_CUBLAS_SYR2(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_SBMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_SPMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_GER(X, x_, XR, T, R, suffix, Int);          \
  LOCKSTEP_CUBLAS_SPR(X, x_, XR, T, R, suffix, Int);          \
  LOCKSTEP_CUBLAS_SPR2(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_REAL(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_HEMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_HBMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_HPMV(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_GERU(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_GERC(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_HER(X, x_, XR, T, R, suffix, Int);          \
  LOCKSTEP_CUBLAS_HER2(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_HPR(X, x_, XR, T, R, suffix, Int);          \
  LOCKSTEP_CUBLAS_HPR2(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_COMPLEX(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
