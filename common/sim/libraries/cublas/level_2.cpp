/// @file
/// @brief cuBLAS, level 2: each function is one of three, on a matrix in its own form: a product, a solution, or an update.
#include <functional>
#include <memory>
#include <vector>

#include "sim/libraries/cublas/storage.hpp"

namespace lockstep::sim::blas {

namespace {

/// What op(A) x is, in wide numbers.
template <class T>
std::vector<Wide<T>> product_of(const Matrix<T>& a, const std::function<T(Index)>& x) {
  std::vector<Wide<T>> sum(static_cast<std::size_t>(a.rows()));
  const auto add = [&](Index i, Index j, T value) {
    if (a.is_transposed()) std::swap(i, j);
    sum[static_cast<std::size_t>(i)] += narrow<Wide<T>>(conjugate_if(a.is_conjugated(), value)) * narrow<Wide<T>>(x(j));
  };
  for (Index j = 0; j < a.stored.n; ++j)
    for (Index i = a.stored.first(j); i < a.stored.last(j); ++i) {
      const T value = a.plain(i, j);
      add(i, j, value);
      if (i == j || a.shape == Shape::general || a.shape == Shape::triangular) continue;
      add(j, i, a.shape == Shape::hermitian ? conjugate(value) : value);
    }
  return sum;
}

/// y = alpha op(A) x + beta y
template <class T>
cublasStatus_t multiply(cublasHandle_t handle, Call call, const Matrix<T>& a, bool good, const T* alpha, const T* px, Index incx,
                        const T* beta, T* py, Index incy) {
  return with(handle, [&](cublasContext& context) {
    if (!good || !is_op(a.op) || a.stored.m < 0 || a.stored.n < 0 || incx == 0 || incy == 0 || alpha == nullptr || beta == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    const Scalar<T> factor(context, alpha), old(context, beta);
    const Vector<const T> x{px, a.columns(), incx};
    const Vector<T> y{py, a.rows(), incy};
    if (x.n == 0 || y.n == 0) return CUBLAS_STATUS_SUCCESS;
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      old.add_to(all, "beta");
      if (!factor.is_reached() || !old.is_reached()) return all;
      if (*factor != T{}) {
        add_read(all, "A", a);
        add_read(all, "x", x);
      }
      add_written(all, "y", y, *old != T{});
      return all;
    };
    return submit(context, call, operands, [=] {
      const T f = *factor, b = *old;
      std::vector<Wide<T>> sum(static_cast<std::size_t>(y.n));
      if (f != T{}) sum = product_of<T>(a, [&](Index i) { return x[i]; });
      for (Index i = 0; i < y.n; ++i) {
        const T made = f * narrow<T>(sum[static_cast<std::size_t>(i)]);
        y[i] = b == T{} ? made : made + b * y[i];
      }
    });
  });
}

/// What a triangular matrix does to x, in place.
template <class T, class Change>
cublasStatus_t change_by_triangle(cublasHandle_t handle, Call call, const Matrix<T>& a, bool good, T* px, Index incx, Change change) {
  return with(handle, [&](cublasContext& context) {
    if (!good || !is_op(a.op) || a.stored.n < 0 || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
    const Vector<T> x{px, a.stored.n, incx};
    if (x.n == 0) return CUBLAS_STATUS_SUCCESS;
    const auto operands = [=] {
      Operands all;
      add_read(all, "A", a);
      add_written(all, "x", x, true);
      return all;
    };
    return submit(context, call, operands, [=] { change(a, x); });
  });
}

template <class T>
void multiply_in_place(const Matrix<T>& a, const Vector<T>& x) {
  const std::vector<Wide<T>> product = product_of<T>(a, [&](Index i) { return x[i]; });
  for (Index i = 0; i < x.n; ++i) x[i] = narrow<T>(product[static_cast<std::size_t>(i)]);
}

// Substitution, forwards or backwards; along the stored columns either way.
template <class T>
void solve_in_place(const Matrix<T>& a, const Vector<T>& x) {
  const bool forwards = (a.stored.above == 0) != a.is_transposed();
  const auto element = [&](Index i, Index j) { return conjugate_if(a.is_conjugated(), a.stored.at(i, j)); };
  for (Index step = 0; step < x.n; ++step) {
    const Index j = forwards ? step : x.n - 1 - step;
    if (a.is_transposed()) {
      Wide<T> rest = narrow<Wide<T>>(x[j]);
      for (Index i = a.stored.first(j); i < a.stored.last(j); ++i)
        if (i != j) rest -= narrow<Wide<T>>(element(i, j)) * narrow<Wide<T>>(x[i]);
      x[j] = narrow<T>(rest);
    }
    if (!a.unit) x[j] /= element(j, j);
    if (a.is_transposed()) continue;
    for (Index i = a.stored.first(j); i < a.stored.last(j); ++i)
      if (i != j) x[i] -= element(i, j) * x[j];
  }
}

/// A += alpha · `outer(i, j)`, on what is stored of A. @param hermitian  keep the diagonal real
template <class T, class A, class Outer>
cublasStatus_t update(cublasHandle_t handle, Call call, const Storage<T>& a, bool good, bool hermitian, const A* alpha,
                      const std::vector<Vector<const T>>& vectors, Outer outer) {
  return with(handle, [&](cublasContext& context) {
    const bool steps = std::ranges::all_of(vectors, [](const auto& v) { return v.step != 0; });
    if (!good || a.m < 0 || a.n < 0 || !steps || alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    if (a.m == 0 || a.n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<A> factor(context, alpha);
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      for (std::size_t i = 0; i < vectors.size(); ++i) add_read(all, i == 0 ? "x" : "y", vectors[i]);
      add_written(all, "A", a, true);
      return all;
    };
    return submit(context, call, operands, [=] {
      const A f = *factor;
      a.each([&](Index i, Index j, T& element) {
        element += outer(f, i, j);
        if (hermitian && i == j) element = real_part(element);
      });
    });
  });
}

template <class T>
cublasStatus_t ger(cublasHandle_t handle, Call call, Index m, Index n, const T* alpha, const T* px, Index incx, const T* py, Index incy,
                   T* a, Index lda, bool conjugated) {
  const Vector<const T> x{px, m, incx}, y{py, n, incy};
  return update(handle, call, Storage<T>::full(a, m, n, lda), is_leading(lda, m), false, alpha, {x, y},
                [=](T f, Index i, Index j) { return f * x[i] * conjugate_if(conjugated, y[j]); });
}

/// x xᵀ, or x xᴴ
template <class T, class A>
cublasStatus_t rank_1(cublasHandle_t handle, Call call, const Storage<T>& a, bool good, const A* alpha, const T* px, Index incx,
                      bool hermitian) {
  const Vector<const T> x{px, a.n, incx};
  return update(handle, call, a, good, hermitian, alpha, {x},
                [=](A f, Index i, Index j) { return f * x[i] * conjugate_if(hermitian, x[j]); });
}

/// x yᵀ + y xᵀ, or x yᴴ + y xᴴ
template <class T>
cublasStatus_t rank_2(cublasHandle_t handle, Call call, const Storage<T>& a, bool good, const T* alpha, const T* px, Index incx,
                      const T* py, Index incy, bool hermitian) {
  const Vector<const T> x{px, a.n, incx}, y{py, a.n, incy};
  return update(handle, call, a, good, hermitian, alpha, {x, y}, [=](T f, Index i, Index j) {
    return f * x[i] * conjugate_if(hermitian, y[j]) + conjugate_if(hermitian, f) * y[i] * conjugate_if(hermitian, x[j]);
  });
}

/// Where a triangle is, by the forms in which functions take it.
template <class P>
using StorageOf = Storage<std::remove_pointer_t<decltype(numbers(std::declval<P>()))>>;
template <class P>
StorageOf<P> full_triangle(P a, Index n, Index lda, cublasFillMode_t uplo) {
  return StorageOf<P>::triangle(numbers(a), n, lda, is_lower(uplo));
}
template <class P>
StorageOf<P> band_triangle(P a, Index n, Index k, Index lda, cublasFillMode_t uplo) {
  return StorageOf<P>::band(numbers(a), n, n, lda, is_lower(uplo) ? k : 0, is_lower(uplo) ? 0 : k);
}
template <class P>
StorageOf<P> packed_triangle(P a, Index n, cublasFillMode_t uplo) {
  return StorageOf<P>::packed(numbers(a), n, is_lower(uplo));
}

template <class T>
Matrix<T> matrix(const Storage<const T>& stored, Shape shape, cublasOperation_t op = CUBLAS_OP_N,
                 cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT) {
  return {stored, shape, diag == CUBLAS_DIAG_UNIT, op};
}

bool is_full(cublasFillMode_t uplo, Index n, Index lda) { return is_triangle(uplo) && is_leading(lda, n); }
bool is_band(cublasFillMode_t uplo, Index k, Index lda) { return is_triangle(uplo) && k >= 0 && lda >= k + 1; }

constexpr auto kMultiply = [](const auto& a, const auto& x) { multiply_in_place(a, x); };
constexpr auto kSolve = [](const auto& a, const auto& x) { solve_in_place(a, x); };

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

// The ends of most functions' argument lists, and the matrices of functions on triangles.
#define LOCKSTEP_X_AND_Y numbers(alpha), numbers(x), incx, numbers(beta), numbers(y), incy
#define LOCKSTEP_FULL full_triangle(A, n, lda, uplo)
#define LOCKSTEP_BAND band_triangle(A, n, k, lda, uplo)
#define LOCKSTEP_PACKED packed_triangle(AP, n, uplo)
#define LOCKSTEP_TRIANGULAR(stored) matrix(stored, Shape::triangular, trans, diag)

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                              \
  LOCKSTEP_CUBLAS_GEMV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return multiply(handle, Call::here(), matrix(StorageOf<const T*>::full(numbers(A), m, n, lda), Shape::general, trans),                \
                    is_leading(lda, m), LOCKSTEP_X_AND_Y);                                                                                \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_GBMV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return multiply(handle, Call::here(), matrix(StorageOf<const T*>::band(numbers(A), m, n, lda, kl, ku), Shape::general, trans),        \
                    kl >= 0 && ku >= 0 && lda >= kl + ku + 1, LOCKSTEP_X_AND_Y);                                                          \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_SYMV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return multiply(handle, Call::here(), matrix(LOCKSTEP_FULL, Shape::symmetric), is_full(uplo, n, lda), LOCKSTEP_X_AND_Y);              \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_TRMV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return change_by_triangle(handle, Call::here(), LOCKSTEP_TRIANGULAR(LOCKSTEP_FULL), is_full(uplo, n, lda) && is_diagonal(diag),       \
                              numbers(x), incx, kMultiply);                                                                               \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_TBMV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return change_by_triangle(handle, Call::here(), LOCKSTEP_TRIANGULAR(LOCKSTEP_BAND), is_band(uplo, k, lda) && is_diagonal(diag),       \
                              numbers(x), incx, kMultiply);                                                                               \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_TPMV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return change_by_triangle(handle, Call::here(), LOCKSTEP_TRIANGULAR(LOCKSTEP_PACKED), is_triangle(uplo) && is_diagonal(diag),         \
                              numbers(x), incx, kMultiply);                                                                               \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_TRSV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return change_by_triangle(handle, Call::here(), LOCKSTEP_TRIANGULAR(LOCKSTEP_FULL), is_full(uplo, n, lda) && is_diagonal(diag),       \
                              numbers(x), incx, kSolve);                                                                                  \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_TBSV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return change_by_triangle(handle, Call::here(), LOCKSTEP_TRIANGULAR(LOCKSTEP_BAND), is_band(uplo, k, lda) && is_diagonal(diag),       \
                              numbers(x), incx, kSolve);                                                                                  \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_TPSV(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return change_by_triangle(handle, Call::here(), LOCKSTEP_TRIANGULAR(LOCKSTEP_PACKED), is_triangle(uplo) && is_diagonal(diag),         \
                              numbers(x), incx, kSolve);                                                                                  \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_SYR(X, x_, XR, T, R, suffix, Int) {                                                                                     \
    return rank_1(handle, Call::here(), LOCKSTEP_FULL, is_full(uplo, n, lda), numbers(alpha), numbers(x), incx, false);                   \
  }                                                                                                                                       \
  LOCKSTEP_CUBLAS_SYR2(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return rank_2(handle, Call::here(), LOCKSTEP_FULL, is_full(uplo, n, lda), numbers(alpha), numbers(x), incx, numbers(y), incy, false); \
  }
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                            \
  LOCKSTEP_CUBLAS_SBMV(X, x_, XR, T, R, suffix, Int) {                                                                                  \
    return multiply(handle, Call::here(), matrix(LOCKSTEP_BAND, Shape::symmetric), is_band(uplo, k, lda), LOCKSTEP_X_AND_Y);            \
  }                                                                                                                                     \
  LOCKSTEP_CUBLAS_SPMV(X, x_, XR, T, R, suffix, Int) {                                                                                  \
    return multiply(handle, Call::here(), matrix(LOCKSTEP_PACKED, Shape::symmetric), is_triangle(uplo), LOCKSTEP_X_AND_Y);              \
  }                                                                                                                                     \
  LOCKSTEP_CUBLAS_GER(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return ger(handle, Call::here(), m, n, numbers(alpha), numbers(x), incx, numbers(y), incy, numbers(A), lda, false);                 \
  }                                                                                                                                     \
  LOCKSTEP_CUBLAS_SPR(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return rank_1(handle, Call::here(), LOCKSTEP_PACKED, is_triangle(uplo), alpha, numbers(x), incx, false);                            \
  }                                                                                                                                     \
  LOCKSTEP_CUBLAS_SPR2(X, x_, XR, T, R, suffix, Int) {                                                                                  \
    return rank_2(handle, Call::here(), LOCKSTEP_PACKED, is_triangle(uplo), numbers(alpha), numbers(x), incx, numbers(y), incy, false); \
  }
LOCKSTEP_CUBLAS_REAL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                             \
  LOCKSTEP_CUBLAS_HEMV(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return multiply(handle, Call::here(), matrix(LOCKSTEP_FULL, Shape::hermitian), is_full(uplo, n, lda), LOCKSTEP_X_AND_Y);             \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_HBMV(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return multiply(handle, Call::here(), matrix(LOCKSTEP_BAND, Shape::hermitian), is_band(uplo, k, lda), LOCKSTEP_X_AND_Y);             \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_HPMV(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return multiply(handle, Call::here(), matrix(LOCKSTEP_PACKED, Shape::hermitian), is_triangle(uplo), LOCKSTEP_X_AND_Y);               \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_GERU(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return ger(handle, Call::here(), m, n, numbers(alpha), numbers(x), incx, numbers(y), incy, numbers(A), lda, false);                  \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_GERC(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return ger(handle, Call::here(), m, n, numbers(alpha), numbers(x), incx, numbers(y), incy, numbers(A), lda, true);                   \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_HER(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return rank_1(handle, Call::here(), LOCKSTEP_FULL, is_full(uplo, n, lda), alpha, numbers(x), incx, true);                            \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_HER2(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return rank_2(handle, Call::here(), LOCKSTEP_FULL, is_full(uplo, n, lda), numbers(alpha), numbers(x), incx, numbers(y), incy, true); \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_HPR(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return rank_1(handle, Call::here(), LOCKSTEP_PACKED, is_triangle(uplo), alpha, numbers(x), incx, true);                              \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_HPR2(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return rank_2(handle, Call::here(), LOCKSTEP_PACKED, is_triangle(uplo), numbers(alpha), numbers(x), incx, numbers(y), incy, true);   \
  }
LOCKSTEP_CUBLAS_COMPLEX(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#undef LOCKSTEP_TRIANGULAR
#undef LOCKSTEP_PACKED
#undef LOCKSTEP_BAND
#undef LOCKSTEP_FULL
#undef LOCKSTEP_X_AND_Y
