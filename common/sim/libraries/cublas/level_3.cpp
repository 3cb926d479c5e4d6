/// @file
/// @brief cuBLAS, level 3.
#include "sim/libraries/cublas/level_3.hpp"

namespace lockstep::sim::blas {

namespace {

/// Queues a combination. @param F, O  the types of the factors, which are real in some functions
template <class T, class F, class O>
cublasStatus_t submit_combination(cublasHandle_t handle, Call call, bool good, const std::vector<Term<T>>& terms, const F* alpha,
                                  const O* beta, const Storage<T>& c, bool hermitian = false) {
  return with(handle, [&](cublasContext& context) {
    if (!good || alpha == nullptr || beta == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    if (c.m == 0 || c.n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<F> factor(context, alpha);
    const Scalar<O> old(context, beta);
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      old.add_to(all, "beta");
      if (factor.is_reached() && old.is_reached()) add_operands<T>(all, terms, T{*factor}, T{*old}, c);
      return all;
    };
    return submit(context, call, operands, [=] { combine<T>(terms, T{*factor}, T{*old}, c, hermitian); });
  });
}

template <class T>
cublasStatus_t gemm(cublasHandle_t handle, Call call, cublasOperation_t transa, cublasOperation_t transb, Index m, Index n, Index k,
                    const T* alpha, const T* a, Index lda, const T* b, Index ldb, const T* beta, T* c, Index ldc) {
  const std::vector<Term<T>> terms{{general(a, transa, m, k, lda), general(b, transb, k, n, ldb)}};
  return submit_combination(handle, call, is_product(transa, transb, m, n, k, lda, ldb, ldc), terms, alpha, beta,
                            Storage<T>::full(c, m, n, ldc));
}

/// C = alpha A B + beta C, where A, on one side, is symmetric or Hermitian.
template <class T>
cublasStatus_t symm(cublasHandle_t handle, Call call, cublasSideMode_t side, cublasFillMode_t uplo, Index m, Index n, const T* alpha,
                    const T* a, Index lda, const T* b, Index ldb, const T* beta, T* c, Index ldc, Shape shape) {
  const Index size = side == CUBLAS_SIDE_LEFT ? m : n;
  const Matrix<T> special{Storage<const T>::triangle(a, size, lda, is_lower(uplo)), shape};
  const Matrix<T> other{Storage<const T>::full(b, m, n, ldb)};
  const std::vector<Term<T>> terms{side == CUBLAS_SIDE_LEFT ? Term<T>{special, other} : Term<T>{other, special}};
  const bool good =
      is_side(side) && is_triangle(uplo) && m >= 0 && n >= 0 && is_leading(lda, size) && is_leading(ldb, m) && is_leading(ldc, m);
  return submit_combination(handle, call, good, terms, alpha, beta, Storage<T>::full(c, m, n, ldc));
}

/// C = alpha op(A) op(B)ᵀ (or ᴴ) + beta C, in a triangle; `both`: and alpha op(B) op(A)ᵀ.
template <class T, class F, class O>
cublasStatus_t rank_k(cublasHandle_t handle, Call call, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k, const F* alpha,
                      const T* a, Index lda, const T* b, Index ldb, const O* beta, T* c, Index ldc, bool both, bool hermitian) {
  const bool plain = trans == CUBLAS_OP_N;
  const cublasOperation_t turn = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  const auto left = [&](const T* p, Index leading) { return general(p, plain ? CUBLAS_OP_N : turn, n, k, leading); };
  const auto right = [&](const T* p, Index leading) { return general(p, plain ? turn : CUBLAS_OP_N, k, n, leading); };
  std::vector<Term<T>> terms{{left(a, lda), right(b, ldb)}};
  if (both) terms.push_back({left(b, ldb), right(a, lda), hermitian});
  const bool good_op = plain || trans == turn || (!is_complex<T> && trans == CUBLAS_OP_C);
  const Index rows = plain ? n : k;
  const bool good =
      is_triangle(uplo) && good_op && n >= 0 && k >= 0 && is_leading(lda, rows) && is_leading(ldb, rows) && is_leading(ldc, n);
  return submit_combination(handle, call, good, terms, alpha, beta, Storage<T>::triangle(c, n, ldc, is_lower(uplo)), hermitian);
}

template <class T>
Matrix<T> triangle_of(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Index m, Index n,
                      const T* a, Index lda) {
  const Index size = side == CUBLAS_SIDE_LEFT ? m : n;
  return {Storage<const T>::triangle(a, size, lda, is_lower(uplo)), Shape::triangular, diag == CUBLAS_DIAG_UNIT, trans};
}
bool is_good_triangle(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, Index m, Index n,
                      Index lda, Index ldb) {
  return is_side(side) && is_triangle(uplo) && is_op(trans) && is_diagonal(diag) && m >= 0 && n >= 0 &&
         is_leading(lda, side == CUBLAS_SIDE_LEFT ? m : n) && is_leading(ldb, m);
}

/// C = alpha op(A) B or alpha B op(A), where A is triangular. C may be B.
template <class T>
cublasStatus_t trmm(cublasHandle_t handle, Call call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Index m, Index n, const T* alpha, const T* a, Index lda, const T* b, Index ldb, T* c,
                    Index ldc) {
  static const T zero{};
  return with(handle, [&](cublasContext& context) {
    const Matrix<T> triangle = triangle_of(side, uplo, trans, diag, m, n, a, lda), other{Storage<const T>::full(b, m, n, ldb)};
    const std::vector<Term<T>> terms{side == CUBLAS_SIDE_LEFT ? Term<T>{triangle, other} : Term<T>{other, triangle}};
    const Storage<T> result = Storage<T>::full(c, m, n, ldc);
    if (!is_good_triangle(side, uplo, trans, diag, m, n, lda, ldb) || !is_leading(ldc, m) || alpha == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> factor(context, alpha);
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      if (factor.is_reached()) add_operands<T>(all, terms, *factor, zero, result);
      return all;
    };
    return submit(context, call, operands, [=] { combine<T>(terms, *factor, zero, result, false); });
  });
}

template <class T>
cublasStatus_t trsm(cublasHandle_t handle, Call call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Index m, Index n, const T* alpha, const T* a, Index lda, T* b, Index ldb) {
  return with(handle, [&](cublasContext& context) {
    if (!is_good_triangle(side, uplo, trans, diag, m, n, lda, ldb) || alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> factor(context, alpha);
    const Matrix<T> triangle = triangle_of(side, uplo, trans, diag, m, n, a, lda);
    const Storage<T> result = Storage<T>::full(b, m, n, ldb);
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      add_read(all, "A", triangle);
      add_written(all, "B", result, true);
      return all;
    };
    return submit(context, call, operands, [=] { solve(triangle, side == CUBLAS_SIDE_LEFT, *factor, result); });
  });
}

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                              \
  LOCKSTEP_CUBLAS_GEMM(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return gemm(handle, Call::here(), transa, transb, m, n, k, numbers(alpha), numbers(A), lda, numbers(B), ldb, numbers(beta),           \
                numbers(C), ldc);                                                                                                         \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_SYMM(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return symm(handle, Call::here(), side, uplo, m, n, numbers(alpha), numbers(A), lda, numbers(B), ldb, numbers(beta), numbers(C), ldc, \
                Shape::symmetric);                                                                                                        \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_SYRK(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return rank_k(handle, Call::here(), uplo, trans, n, k, numbers(alpha), numbers(A), lda, numbers(A), lda, numbers(beta), numbers(C),   \
                  ldc, false, false);                                                                                                     \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_SYR2K(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return rank_k(handle, Call::here(), uplo, trans, n, k, numbers(alpha), numbers(A), lda, numbers(B), ldb, numbers(beta), numbers(C),   \
                  ldc, true, false);                                                                                                      \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_SYRKX(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return rank_k(handle, Call::here(), uplo, trans, n, k, numbers(alpha), numbers(A), lda, numbers(B), ldb, numbers(beta), numbers(C),   \
                  ldc, false, false);                                                                                                     \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_TRMM(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return trmm(handle, Call::here(), side, uplo, trans, diag, m, n, numbers(alpha), numbers(A), lda, numbers(B), ldb, numbers(C), ldc);  \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_TRSM(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return trsm(handle, Call::here(), side, uplo, trans, diag, m, n, numbers(alpha), numbers(A), lda, numbers(B), ldb);                   \
  }
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                               \
  LOCKSTEP_CUBLAS_GEMM3M(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return gemm(handle, Call::here(), transa, transb, m, n, k, numbers(alpha), numbers(A), lda, numbers(B), ldb, numbers(beta),            \
                numbers(C), ldc);                                                                                                          \
  }                                                                                                                                        \
  LOCKSTEP_CUBLAS_HEMM(X, x_, XR, T, R, suffix, Int) {                                                                                     \
    return symm(handle, Call::here(), side, uplo, m, n, numbers(alpha), numbers(A), lda, numbers(B), ldb, numbers(beta), numbers(C), ldc,  \
                Shape::hermitian);                                                                                                         \
  }                                                                                                                                        \
  LOCKSTEP_CUBLAS_HERK(X, x_, XR, T, R, suffix, Int) {                                                                                     \
    return rank_k(handle, Call::here(), uplo, trans, n, k, alpha, numbers(A), lda, numbers(A), lda, beta, numbers(C), ldc, false, true);   \
  }                                                                                                                                        \
  LOCKSTEP_CUBLAS_HER2K(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return rank_k(handle, Call::here(), uplo, trans, n, k, numbers(alpha), numbers(A), lda, numbers(B), ldb, beta, numbers(C), ldc, true,  \
                  true);                                                                                                                   \
  }                                                                                                                                        \
  LOCKSTEP_CUBLAS_HERKX(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return rank_k(handle, Call::here(), uplo, trans, n, k, numbers(alpha), numbers(A), lda, numbers(B), ldb, beta, numbers(C), ldc, false, \
                  true);                                                                                                                   \
  }
LOCKSTEP_CUBLAS_COMPLEX(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE
