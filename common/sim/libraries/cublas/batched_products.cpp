/// @file
/// @brief cuBLAS's batches of products and of triangular systems.
#include "sim/libraries/cublas/batch.hpp"
#include "sim/libraries/cublas/level_3.hpp"

namespace lockstep::sim::blas {

namespace {

/// C = alpha op(A) op(B) + beta C, for each. The columns of a vector are one.
template <class T>
cublasStatus_t gemm_batch(cublasHandle_t handle, Call call, bool good, cublasOperation_t transa, cublasOperation_t transb, Index m, Index n,
                          Index k, const T* alpha, const Batch<const T>& a, Index lda, const Batch<const T>& b, Index ldb, const T* beta,
                          const Batch<T>& c, Index ldc) {
  return with(handle, [&](cublasContext& context) {
    if (!good || !is_product(transa, transb, m, n, k, lda, ldb, ldc) || c.count() < 0 || alpha == nullptr || beta == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0 || c.count() == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> factor(context, alpha), old(context, beta);
    const auto term = [=](Index i) { return Term<T>{general<T>(a[i], transa, m, k, lda), general<T>(b[i], transb, k, n, ldb)}; };
    const auto result = [=](Index i) { return Storage<T>::full(c[i], m, n, ldc); };
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      old.add_to(all, "beta");
      const bool listed = a.add_list_to(all, "Aarray") && b.add_list_to(all, "Barray") && c.add_list_to(all, "Carray");
      if (!listed || !factor.is_reached() || !old.is_reached()) return all;
      if (*factor != T{}) {
        add_batch(all, "A", c.count(), true, false, [&](Index i) { return term(i).left; });
        add_batch(all, "B", c.count(), true, false, [&](Index i) { return term(i).right; });
      }
      add_batch(all, "C", c.count(), *old != T{}, true, result);
      return all;
    };
    return submit(context, call, operands, [=] {
      for (Index i = 0; i < c.count(); ++i) combine<T>({term(i)}, *factor, *old, result(i), false);
    });
  });
}

template <class T>
cublasStatus_t gemv_batch(cublasHandle_t handle, Call call, cublasOperation_t trans, Index m, Index n, const T* alpha, const T* a,
                          Index lda, Index stride_a, const T* x, Index incx, Index stride_x, const T* beta, T* y, Index incy,
                          Index stride_y, Index count) {
  return with(handle, [&](cublasContext& context) {
    if (!is_op(trans) || m < 0 || n < 0 || !is_leading(lda, m) || incx == 0 || incy == 0 || count < 0 || alpha == nullptr ||
        beta == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> factor(context, alpha), old(context, beta);
    const Index rows = trans == CUBLAS_OP_N ? m : n, columns = trans == CUBLAS_OP_N ? n : m;
    const auto matrix = [=](Index i) { return general<T>(a + i * stride_a, trans, rows, columns, lda); };
    const auto input = [=](Index i) { return Vector<const T>{x + i * stride_x, columns, incx}; };
    const auto output = [=](Index i) { return Vector<T>{y + i * stride_y, rows, incy}; };
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      old.add_to(all, "beta");
      if (!factor.is_reached() || !old.is_reached()) return all;
      if (*factor != T{}) {
        add_batch(all, "A", count, true, false, matrix);
        add_batch(all, "x", count, true, false, input);
      }
      add_batch(all, "y", count, *old != T{}, true, output);
      return all;
    };
    return submit(context, call, operands, [=] {
      const T f = *factor, g = *old;
      for (Index i = 0; i < count; ++i) {
        const Vector<const T> from = input(i);
        const Vector<T> to = output(i);
        multiply_matrices<T>(
            rows, 1, f == T{} ? 0 : columns, matrix(i), [&](Index p, Index) { return from[p]; },
            [&](Index row, Index, T sum) { to[row] = g == T{} ? f * sum : f * sum + g * to[row]; });
      }
    });
  });
}

template <class T>
cublasStatus_t trsm_batch(cublasHandle_t handle, Call call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                          cublasDiagType_t diag, Index m, Index n, const T* alpha, const Batch<const T>& a, Index lda, const Batch<T>& b,
                          Index ldb) {
  return with(handle, [&](cublasContext& context) {
    const Index size = side == CUBLAS_SIDE_LEFT ? m : n;
    if (!is_side(side) || !is_triangle(uplo) || !is_op(trans) || !is_diagonal(diag) || m < 0 || n < 0 || !is_leading(lda, size) ||
        !is_leading(ldb, m) || b.count() < 0 || alpha == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0 || b.count() == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> factor(context, alpha);
    const auto triangle = [=](Index i) {
      return Matrix<T>{Storage<const T>::triangle(a[i], size, lda, is_lower(uplo)), Shape::triangular, diag == CUBLAS_DIAG_UNIT, trans};
    };
    const auto result = [=](Index i) { return Storage<T>::full(b[i], m, n, ldb); };
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      if (!a.add_list_to(all, "A") || !b.add_list_to(all, "B")) return all;
      add_batch(all, "A", b.count(), true, false, triangle);
      add_batch(all, "B", b.count(), true, true, result);
      return all;
    };
    return submit(context, call, operands, [=] {
      for (Index i = 0; i < b.count(); ++i) solve(triangle(i), side == CUBLAS_SIDE_LEFT, *factor, result(i));
    });
  });
}

template <class T>
Batch<const Number<T>> listed(const T* const* list, Index count) {
  return Batch<const Number<T>>::listed(reinterpret_cast<const Number<T>* const*>(list), count);
}
template <class T>
Batch<Number<T>> listed_results(T* const* list, Index count) {
  return Batch<Number<T>>::listed(reinterpret_cast<Number<T>* const*>(list), count);
}
template <class T>
Batch<const Number<T>> apart(const T* first, Index stride, Index count) {
  return Batch<const Number<T>>::apart(numbers(first), stride, count);
}

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                             \
  LOCKSTEP_CUBLAS_GEMM_BATCHED(X, x_, XR, T, R, suffix, Int) {                                                                           \
    return gemm_batch(handle, Call::here(), true, transa, transb, m, n, k, numbers(alpha), listed<T>(Aarray, batchCount), lda,           \
                      listed<T>(Barray, batchCount), ldb, numbers(beta), listed_results<T>(Carray, batchCount), ldc);                    \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_GEMM_STRIDED(X, x_, XR, T, R, suffix, Int) {                                                                           \
    return gemm_batch(handle, Call::here(), true, transa, transb, m, n, k, numbers(alpha), apart(A, strideA, batchCount), lda,           \
                      apart(B, strideB, batchCount), ldb, numbers(beta), Batch<Number<T>>::apart(numbers(C), strideC, batchCount), ldc); \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_GEMV_STRIDED(X, x_, XR, T, R, suffix, Int) {                                                                           \
    return gemv_batch(handle, Call::here(), trans, m, n, numbers(alpha), numbers(A), lda, strideA, numbers(x), incx, stridex,            \
                      numbers(beta), numbers(y), incy, stridey, batchCount);                                                             \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_TRSM_BATCHED(X, x_, XR, T, R, suffix, Int) {                                                                           \
    return trsm_batch(handle, Call::here(), side, uplo, trans, diag, m, n, numbers(alpha), listed<T>(A, batchCount), lda,                \
                      listed_results<T>(B, batchCount), ldb);                                                                            \
  }
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE
