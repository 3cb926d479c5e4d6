/// @file
/// @brief cuBLAS, level 1: vectors.
#pragma once

#define LOCKSTEP_CUBLAS_AMAX(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublasI##x_##amax##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, Int* result)
#define LOCKSTEP_CUBLAS_AMIN(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublasI##x_##amin##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, Int* result)
#define LOCKSTEP_CUBLAS_ASUM(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##XR##asum##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, R* result)
#define LOCKSTEP_CUBLAS_NRM2(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##XR##nrm2##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, R* result)
#define LOCKSTEP_CUBLAS_AXPY(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##axpy##suffix(cublasHandle_t handle, Int n, const T* alpha, const T* x, Int incx, T* y, Int incy)
#define LOCKSTEP_CUBLAS_COPY(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##copy##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, T* y, Int incy)
#define LOCKSTEP_CUBLAS_SWAP(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##swap##suffix(cublasHandle_t handle, Int n, T* x, Int incx, T* y, Int incy)
#define LOCKSTEP_CUBLAS_SCAL(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##scal##suffix(cublasHandle_t handle, Int n, const T* alpha, T* x, Int incx)
#define LOCKSTEP_CUBLAS_DOT(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##dot##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, const T* y, Int incy, T* result)
#define LOCKSTEP_CUBLAS_DOTU(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##dotu##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, const T* y, Int incy, T* result)
#define LOCKSTEP_CUBLAS_DOTC(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##dotc##suffix(cublasHandle_t handle, Int n, const T* x, Int incx, const T* y, Int incy, T* result)
#define LOCKSTEP_CUBLAS_ROT(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##rot##suffix(cublasHandle_t handle, Int n, T* x, Int incx, T* y, Int incy, const R* c, const T* s)
#define LOCKSTEP_CUBLAS_ROTG(X, x_, XR, T, R, suffix, Int) cublasStatus_t cublas##X##rotg(cublasHandle_t handle, T* a, T* b, R* c, T* s)
#define LOCKSTEP_CUBLAS_ROTM(X, x_, XR, T, R, suffix, Int) \
  cublasStatus_t cublas##X##rotm##suffix(cublasHandle_t handle, Int n, T* x, Int incx, T* y, Int incy, const T* param)
#define LOCKSTEP_CUBLAS_ROTMG(X, T) cublasStatus_t cublas##X##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param)

/* Complex vectors and real factors: (XX, T, R, suffix, Int), with XX as in Csscal. */
#define LOCKSTEP_CUBLAS_REAL_FACTOR(FUNCTION)  \
  FUNCTION(Cs, cuComplex, float, , int)        \
  FUNCTION(Zd, cuDoubleComplex, double, , int) \
  FUNCTION(Cs, cuComplex, float, _64, int64_t) \
  FUNCTION(Zd, cuDoubleComplex, double, _64, int64_t)
#define LOCKSTEP_CUBLAS_REAL_SCAL(XX, T, R, suffix, Int) \
  cublasStatus_t cublas##XX##scal##suffix(cublasHandle_t handle, Int n, const R* alpha, T* x, Int incx)
#define LOCKSTEP_CUBLAS_REAL_ROT(XX, T, R, suffix, Int) \
  cublasStatus_t cublas##XX##rot##suffix(cublasHandle_t handle, Int n, T* x, Int incx, T* y, Int incy, const R* c, const R* s)

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
LOCKSTEP_CUBLAS_ROTMG(S, float);
LOCKSTEP_CUBLAS_ROTMG(D, double);
