/// @file
/// @brief cuBLAS's sums and transposes (geam), and factors that are diagonal matrices (dgmm).
#include "sim/libraries/cublas/level_3.hpp"

namespace lockstep::sim::blas {

namespace {

/// C = alpha op(A) + beta op(B). C may be A or B, where that is not transposed.
template <class T>
cublasStatus_t geam(cublasHandle_t handle, Call call, cublasOperation_t transa, cublasOperation_t transb, Index m, Index n, const T* alpha,
                    const T* pa, Index lda, const T* beta, const T* pb, Index ldb, T* pc, Index ldc) {
  return with(handle, [&](cublasContext& context) {
    const auto is_in_place = [&](const T* p, cublasOperation_t op, Index ld) { return p != pc || (op == CUBLAS_OP_N && ld == ldc); };
    const auto rows = [&](cublasOperation_t op) { return op == CUBLAS_OP_N ? m : n; };
    if (!is_op(transa) || !is_op(transb) || m < 0 || n < 0 || !is_leading(lda, rows(transa)) || !is_leading(ldb, rows(transb)) ||
        !is_leading(ldc, m) || alpha == nullptr || beta == nullptr || !is_in_place(pa, transa, lda) || !is_in_place(pb, transb, ldb))
      return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> first(context, alpha), second(context, beta);
    const Matrix<T> a = general(pa, transa, m, n, lda), b = general(pb, transb, m, n, ldb);
    const Storage<T> c = Storage<T>::full(pc, m, n, ldc);
    const auto operands = [=] {
      Operands all;
      first.add_to(all, "alpha");
      second.add_to(all, "beta");
      if (!first.is_reached() || !second.is_reached()) return all;
      if (*first != T{}) add_read(all, "A", a);
      if (*second != T{}) add_read(all, "B", b);
      add_written(all, "C", c, false);
      return all;
    };
    return submit(context, call, operands, [=] {
      const T f = *first, g = *second;
      c.each([&](Index i, Index j, T& element) {
        const T of_a = f == T{} ? T{} : f * a(i, j), of_b = g == T{} ? T{} : g * b(i, j);
        element = of_a + of_b;
      });
    });
  });
}

/// C = A diag(x) or diag(x) A.
template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, Call call, cublasSideMode_t mode, Index m, Index n, const T* pa, Index lda, const T* px,
                    Index incx, T* pc, Index ldc) {
  return with(handle, [&](cublasContext& context) {
    if (!is_side(mode) || m < 0 || n < 0 || !is_leading(lda, m) || !is_leading(ldc, m)) return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const bool left = mode == CUBLAS_SIDE_LEFT;
    const Storage<const T> a = Storage<const T>::full(pa, m, n, lda);
    const Vector<const T> x{px, left ? m : n, incx};
    const Storage<T> c = Storage<T>::full(pc, m, n, ldc);
    const auto operands = [=] {
      Operands all;
      add_read(all, "A", a);
      add_read(all, "x", x);
      add_written(all, "C", c, false);
      return all;
    };
    return submit(context, call, operands, [=] { c.each([&](Index i, Index j, T& element) { element = a.at(i, j) * x[left ? i : j]; }); });
  });
}

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                             \
  LOCKSTEP_CUBLAS_GEAM(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return geam(handle, Call::here(), transa, transb, m, n, numbers(alpha), numbers(A), lda, numbers(beta), numbers(B), ldb, numbers(C), \
                ldc);                                                                                                                    \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_DGMM(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return dgmm(handle, Call::here(), mode, m, n, numbers(A), lda, numbers(x), incx, numbers(C), ldc);                                   \
  }
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE
