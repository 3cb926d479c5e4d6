/// @file
/// @brief cuBLAS without handles, levels 1 to 3: each function calls the one that has a handle.
#pragma once

#include "cublas/legacy_library.hpp"

/* FUNCTION(name, (parameters), arguments after the handle…): returns nothing, or what the other writes at its last argument. */
#define LOCKSTEP_CUBLAS_DO(name, parameters, ...)                                                   \
  LOCKSTEP_CUBLAS_LEGACY void name parameters {                                                     \
    lockstep::sim::legacy_cublas::noted(name(lockstep::sim::legacy_cublas::handle(), __VA_ARGS__)); \
  }
#define LOCKSTEP_CUBLAS_GET(Result, name, parameters, ...)                                                   \
  LOCKSTEP_CUBLAS_LEGACY Result name parameters {                                                            \
    Result result{};                                                                                         \
    lockstep::sim::legacy_cublas::noted(name(lockstep::sim::legacy_cublas::handle(), __VA_ARGS__, &result)); \
    return result;                                                                                           \
  }
#define LOCKSTEP_CUBLAS_OPTION(letter) (lockstep::sim::legacy_cublas::Letter{letter})

/* Families of functions whose names differ in a part. S is the type of scalars. */
#define LOCKSTEP_CUBLAS_DOTS(X, T, dot) \
  LOCKSTEP_CUBLAS_GET(T, X##dot, (int n, const T* x, int incx, const T* y, int incy), n, x, incx, y, incy)
#define LOCKSTEP_CUBLAS_SCALES(X, T, S) LOCKSTEP_CUBLAS_DO(X##scal, (int n, S alpha, T* x, int incx), n, &alpha, x, incx)
#define LOCKSTEP_CUBLAS_ROTATES(X, T, R, S) \
  LOCKSTEP_CUBLAS_DO(X##rot, (int n, T* x, int incx, T* y, int incy, R c, S s), n, x, incx, y, incy, &c, &s)
#define LOCKSTEP_CUBLAS_OUTER(X, T, ger)                                                                                                   \
  LOCKSTEP_CUBLAS_DO(X##ger, (int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* A, int lda), m, n, &alpha, x, incx, y, \
                     incy, A, lda)
#define LOCKSTEP_CUBLAS_TRIANGLE(X, T, mv)                                                                                             \
  LOCKSTEP_CUBLAS_DO(X##tr##mv, (char uplo, char trans, char diag, int n, const T* A, int lda, T* x, int incx),                        \
                     LOCKSTEP_CUBLAS_OPTION(uplo), LOCKSTEP_CUBLAS_OPTION(trans), LOCKSTEP_CUBLAS_OPTION(diag), n, A, lda, x, incx)    \
  LOCKSTEP_CUBLAS_DO(X##tb##mv, (char uplo, char trans, char diag, int n, int k, const T* A, int lda, T* x, int incx),                 \
                     LOCKSTEP_CUBLAS_OPTION(uplo), LOCKSTEP_CUBLAS_OPTION(trans), LOCKSTEP_CUBLAS_OPTION(diag), n, k, A, lda, x, incx) \
  LOCKSTEP_CUBLAS_DO(X##tp##mv, (char uplo, char trans, char diag, int n, const T* AP, T* x, int incx), LOCKSTEP_CUBLAS_OPTION(uplo),  \
                     LOCKSTEP_CUBLAS_OPTION(trans), LOCKSTEP_CUBLAS_OPTION(diag), n, AP, x, incx)
/* Symmetric or Hermitian ones: full, banded, packed. */
#define LOCKSTEP_CUBLAS_MIRRORED(X, T, S, sy, sb, sp)                                                                                      \
  LOCKSTEP_CUBLAS_DO(X##sy##mv, (char uplo, int n, T alpha, const T* A, int lda, const T* x, int incx, T beta, T* y, int incy),            \
                     LOCKSTEP_CUBLAS_OPTION(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy)                                             \
  LOCKSTEP_CUBLAS_DO(X##sb##mv, (char uplo, int n, int k, T alpha, const T* A, int lda, const T* x, int incx, T beta, T* y, int incy),     \
                     LOCKSTEP_CUBLAS_OPTION(uplo), n, k, &alpha, A, lda, x, incx, &beta, y, incy)                                          \
  LOCKSTEP_CUBLAS_DO(X##sp##mv, (char uplo, int n, T alpha, const T* AP, const T* x, int incx, T beta, T* y, int incy),                    \
                     LOCKSTEP_CUBLAS_OPTION(uplo), n, &alpha, AP, x, incx, &beta, y, incy)                                                 \
  LOCKSTEP_CUBLAS_DO(X##sy##r, (char uplo, int n, S alpha, const T* x, int incx, T* A, int lda), LOCKSTEP_CUBLAS_OPTION(uplo), n, &alpha,  \
                     x, incx, A, lda)                                                                                                      \
  LOCKSTEP_CUBLAS_DO(X##sp##r, (char uplo, int n, S alpha, const T* x, int incx, T* AP), LOCKSTEP_CUBLAS_OPTION(uplo), n, &alpha, x, incx, \
                     AP)                                                                                                                   \
  LOCKSTEP_CUBLAS_DO(X##sy##r2, (char uplo, int n, T alpha, const T* x, int incx, const T* y, int incy, T* A, int lda),                    \
                     LOCKSTEP_CUBLAS_OPTION(uplo), n, &alpha, x, incx, y, incy, A, lda)                                                    \
  LOCKSTEP_CUBLAS_DO(X##sp##r2, (char uplo, int n, T alpha, const T* x, int incx, const T* y, int incy, T* AP),                            \
                     LOCKSTEP_CUBLAS_OPTION(uplo), n, &alpha, x, incx, y, incy, AP)
#define LOCKSTEP_CUBLAS_MIRRORED_PRODUCTS(X, T, S, sy)                                                                                \
  LOCKSTEP_CUBLAS_DO(X##sy##mm,                                                                                                       \
                     (char side, char uplo, int m, int n, T alpha, const T* A, int lda, const T* B, int ldb, T beta, T* C, int ldc),  \
                     LOCKSTEP_CUBLAS_OPTION(side), LOCKSTEP_CUBLAS_OPTION(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)         \
  LOCKSTEP_CUBLAS_DO(X##sy##rk, (char uplo, char trans, int n, int k, S alpha, const T* A, int lda, S beta, T* C, int ldc),           \
                     LOCKSTEP_CUBLAS_OPTION(uplo), LOCKSTEP_CUBLAS_OPTION(trans), n, k, &alpha, A, lda, &beta, C, ldc)                \
  LOCKSTEP_CUBLAS_DO(X##sy##r2k,                                                                                                      \
                     (char uplo, char trans, int n, int k, T alpha, const T* A, int lda, const T* B, int ldb, S beta, T* C, int ldc), \
                     LOCKSTEP_CUBLAS_OPTION(uplo), LOCKSTEP_CUBLAS_OPTION(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)

#define LOCKSTEP_CUBLAS_REAL_ONLY(X, T)                                                                            \
  LOCKSTEP_CUBLAS_DOTS(X, T, dot)                                                                                  \
  LOCKSTEP_CUBLAS_DO(X##rotg, (T * a, T * b, T * c, T * s), a, b, c, s)                                            \
  LOCKSTEP_CUBLAS_DO(X##rotm, (int n, T* x, int incx, T* y, int incy, const T* param), n, x, incx, y, incy, param) \
  LOCKSTEP_CUBLAS_DO(X##rotmg, (T * d1, T * d2, T * x1, const T* y1, T* param), d1, d2, x1, y1, param)             \
  LOCKSTEP_CUBLAS_OUTER(X, T, ger)                                                                                 \
  LOCKSTEP_CUBLAS_MIRRORED(X, T, T, sy, sb, sp)

#define LOCKSTEP_CUBLAS_COMPLEX_ONLY(X, T, R)                          \
  LOCKSTEP_CUBLAS_DOTS(X, T, dotu)                                     \
  LOCKSTEP_CUBLAS_DOTS(X, T, dotc)                                     \
  LOCKSTEP_CUBLAS_DO(X##rotg, (T * a, T b, R * c, T * s), a, &b, c, s) \
  LOCKSTEP_CUBLAS_OUTER(X, T, geru)                                    \
  LOCKSTEP_CUBLAS_OUTER(X, T, gerc)                                    \
  LOCKSTEP_CUBLAS_MIRRORED(X, T, R, he, hb, hp)                        \
  LOCKSTEP_CUBLAS_MIRRORED_PRODUCTS(X, T, R, he)

#define LOCKSTEP_CUBLAS_EACH(X, x_, XR, T, R, suffix, Int)                                                                                \
  LOCKSTEP_CUBLAS_GET(int, x_##amax, (int n, const T* x, int incx), n, x, incx)                                                           \
  LOCKSTEP_CUBLAS_GET(int, x_##amin, (int n, const T* x, int incx), n, x, incx)                                                           \
  LOCKSTEP_CUBLAS_GET(R, XR##asum, (int n, const T* x, int incx), n, x, incx)                                                             \
  LOCKSTEP_CUBLAS_GET(R, XR##nrm2, (int n, const T* x, int incx), n, x, incx)                                                             \
  LOCKSTEP_CUBLAS_DO(X##axpy, (int n, T alpha, const T* x, int incx, T* y, int incy), n, &alpha, x, incx, y, incy)                        \
  LOCKSTEP_CUBLAS_DO(X##copy, (int n, const T* x, int incx, T* y, int incy), n, x, incx, y, incy)                                         \
  LOCKSTEP_CUBLAS_DO(X##swap, (int n, T* x, int incx, T* y, int incy), n, x, incx, y, incy)                                               \
  LOCKSTEP_CUBLAS_SCALES(X, T, T)                                                                                                         \
  LOCKSTEP_CUBLAS_ROTATES(X, T, R, T)                                                                                                     \
  LOCKSTEP_CUBLAS_DO(X##gemv, (char trans, int m, int n, T alpha, const T* A, int lda, const T* x, int incx, T beta, T* y, int incy),     \
                     LOCKSTEP_CUBLAS_OPTION(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)                                        \
  LOCKSTEP_CUBLAS_DO(                                                                                                                     \
      X##gbmv, (char trans, int m, int n, int kl, int ku, T alpha, const T* A, int lda, const T* x, int incx, T beta, T* y, int incy),    \
      LOCKSTEP_CUBLAS_OPTION(trans), m, n, kl, ku, &alpha, A, lda, x, incx, &beta, y, incy)                                               \
  LOCKSTEP_CUBLAS_TRIANGLE(X, T, mv)                                                                                                      \
  LOCKSTEP_CUBLAS_TRIANGLE(X, T, sv)                                                                                                      \
  LOCKSTEP_CUBLAS_DO(                                                                                                                     \
      X##gemm, (char transa, char transb, int m, int n, int k, T alpha, const T* A, int lda, const T* B, int ldb, T beta, T* C, int ldc), \
      LOCKSTEP_CUBLAS_OPTION(transa), LOCKSTEP_CUBLAS_OPTION(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)                     \
  LOCKSTEP_CUBLAS_MIRRORED_PRODUCTS(X, T, T, sy)                                                                                          \
  LOCKSTEP_CUBLAS_DO(X##trsm, (char side, char uplo, char transa, char diag, int m, int n, T alpha, const T* A, int lda, T* B, int ldb),  \
                     LOCKSTEP_CUBLAS_OPTION(side), LOCKSTEP_CUBLAS_OPTION(uplo), LOCKSTEP_CUBLAS_OPTION(transa),                          \
                     LOCKSTEP_CUBLAS_OPTION(diag), m, n, &alpha, A, lda, B, ldb)                                                          \
  /* in place: the newer one writes elsewhere */                                                                                          \
  LOCKSTEP_CUBLAS_DO(X##trmm, (char side, char uplo, char transa, char diag, int m, int n, T alpha, const T* A, int lda, T* B, int ldb),  \
                     LOCKSTEP_CUBLAS_OPTION(side), LOCKSTEP_CUBLAS_OPTION(uplo), LOCKSTEP_CUBLAS_OPTION(transa),                          \
                     LOCKSTEP_CUBLAS_OPTION(diag), m, n, &alpha, A, lda, B, ldb, B, ldb)

LOCKSTEP_CUBLAS_SMALL(LOCKSTEP_CUBLAS_EACH)
LOCKSTEP_CUBLAS_REAL_ONLY(cublasS, float)
LOCKSTEP_CUBLAS_REAL_ONLY(cublasD, double)
LOCKSTEP_CUBLAS_COMPLEX_ONLY(cublasC, cuComplex, float)
LOCKSTEP_CUBLAS_COMPLEX_ONLY(cublasZ, cuDoubleComplex, double)
LOCKSTEP_CUBLAS_SCALES(cublasCs, cuComplex, float)
LOCKSTEP_CUBLAS_SCALES(cublasZd, cuDoubleComplex, double)
LOCKSTEP_CUBLAS_ROTATES(cublasCs, cuComplex, float, float)
LOCKSTEP_CUBLAS_ROTATES(cublasZd, cuDoubleComplex, double, double)
