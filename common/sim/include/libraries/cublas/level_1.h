/// @file
/// @brief cuBLAS, level 1: vectors.
#pragma once

#define LOCKSTEP_CUBLAS_AMAX(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t x_##amax##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, Int* result)
#define LOCKSTEP_CUBLAS_AMIN(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t x_##amin##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, Int* result)
#define LOCKSTEP_CUBLAS_ASUM(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t XR##asum##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, R* result)
#define LOCKSTEP_CUBLAS_NRM2(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t XR##nrm2##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, R* result)
#define LOCKSTEP_CUBLAS_AXPY(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##axpy##suffix(cublasHandle_t handle, Int n, const T* alpha, const T* x, Int incx, T* y, Int incy)
#define LOCKSTEP_CUBLAS_COPY(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##copy##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, T* y, Int incy)
#define LOCKSTEP_CUBLAS_SWAP(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##swap##suffix(cublasHandle_t handle, Int n, T* x, Int incx, T* y, Int incy)
#define LOCKSTEP_CUBLAS_SCAL(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##scal##suffix(cublasHandle_t handle, Int n, const T* alpha, T* x, Int incx)
#define LOCKSTEP_CUBLAS_DOT(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##dot##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, const T* y, Int incy, T* result)
#define LOCKSTEP_CUBLAS_DOTU(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##dotu##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, const T* y, Int incy, T* result)
#define LOCKSTEP_CUBLAS_DOTC(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##dotc##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, const T* y, Int incy, T* result)
#define LOCKSTEP_CUBLAS_ROT(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##rot##suffix(cublasHandle_t handle, Int n, T* x, Int incx, T* y, Int incy, const R* c, const T* s)
#define LOCKSTEP_CUBLAS_ROTG(X, x_, XR, T, R, suffix, Int) cublasStatus_t X##rotg(cublasHandle_t handle, T* a, T* b, R* c, T* s)
#define LOCKSTEP_CUBLAS_ROTM(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t X##rotm##suffix(cublasHandle_t handle, Int n, T* x, Int incx, T* y, Int incy, const T* param)
#define LOCKSTEP_CUBLAS_ROTMG(X, T) cublasStatus_t X##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param)

/* Complex vectors and real factors: (XX, T, R, suffix, Int), with XX as in Csscal. */
#define LOCKSTEP_CUBLAS_REAL_FACTOR(FUNCTION)        \
  FUNCTION(cublasCs, cuComplex, float, , int)        \
  FUNCTION(cublasZd, cuDoubleComplex, double, , int) \
  FUNCTION(cublasCs, cuComplex, float, _64, int64_t) \
  FUNCTION(cublasZd, cuDoubleComplex, double, _64, int64_t)
#define LOCKSTEP_CUBLAS_REAL_SCAL(XX, T, R, suffix, Int) \
  cublasStatus_t XX##scal##suffix(cublasHandle_t handle, Int n, const R* alpha, T* x, Int incx)
#define LOCKSTEP_CUBLAS_REAL_ROT(XX, T, R, suffix, Int) \
  cublasStatus_t XX##rot##suffix(cublasHandle_t handle, Int n, T* x, Int incx, T* y, Int incy, const R* c, const R* s)

#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_AMAX(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_AMIN(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_ASUM(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_NRM2(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_AXPY(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_COPY(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_SWAP(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_SCAL(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_ROT(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_DOT(X, x_, XR, T, R, suffix, Int);          \
  LOCKSTEP_CUBLAS_ROTM(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_REAL(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_DOTU(X, x_, XR, T, R, suffix, Int);         \
  LOCKSTEP_CUBLAS_DOTC(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_COMPLEX(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
#define LOCKSTEP_CUBLAS_DECLARE(XX, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_REAL_SCAL(XX, T, R, suffix, Int);    \
  LOCKSTEP_CUBLAS_REAL_ROT(XX, T, R, suffix, Int);
LOCKSTEP_CUBLAS_REAL_FACTOR(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
#define LOCKSTEP_CUBLAS_DECLARE(X, x_, XR, T, R, suffix, Int) LOCKSTEP_CUBLAS_ROTG(X, x_, XR, T, R, suffix, Int);
LOCKSTEP_CUBLAS_SMALL(LOCKSTEP_CUBLAS_DECLARE)
#undef LOCKSTEP_CUBLAS_DECLARE
LOCKSTEP_CUBLAS_ROTMG(cublasS, float);
LOCKSTEP_CUBLAS_ROTMG(cublasD, double);
