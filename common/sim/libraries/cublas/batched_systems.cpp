/// @file
/// @brief cuBLAS's batches of small systems of equations: factors, solutions and inverses.
#include <algorithm>
#include <vector>

#include "sim/libraries/cublas/batch.hpp"
#include "sim/libraries/cublas/numbers.hpp"

namespace lockstep::sim::blas {

namespace {

/// The rows that were swapped, counted from 1, as LAPACK has them; null: no rows were.
using Pivots = int*;

// A = P L U, in place. The result: 0, or which diagonal element of U, counted from 1, is 0.
template <class T>
int factorize(const Storage<T>& a, Pivots pivots) {
  int info = 0;
  for (Index k = 0; k < a.n; ++k) {
    Index best = k;
    if (pivots != nullptr) {
      for (Index i = k + 1; i < a.n; ++i)
        if (size_of(a.at(i, k)) > size_of(a.at(best, k))) best = i;
      pivots[k] = static_cast<int>(best + 1);
    }
    if (best != k)
      for (Index j = 0; j < a.n; ++j) std::swap(a.at(k, j), a.at(best, j));
    if (a.at(k, k) == T{}) {
      if (info == 0) info = static_cast<int>(k + 1);
      continue;
    }
    for (Index i = k + 1; i < a.n; ++i) a.at(i, k) /= a.at(k, k);
    for (Index j = k + 1; j < a.n; ++j)
      for (Index i = k + 1; i < a.n; ++i) a.at(i, j) -= a.at(i, k) * a.at(k, j);
  }
  return info;
}

template <class T>
void swap_rows(const Storage<T>& b, const int* pivots, Index n, bool backwards) {
  for (Index step = 0; step < n && pivots != nullptr; ++step) {
    const Index k = backwards ? n - 1 - step : step, other = pivots[k] - 1;
    if (other != k)
      for (Index j = 0; j < b.n; ++j) std::swap(b.at(k, j), b.at(other, j));
  }
}

// B = op(P L U)^-1 B.
template <class T>
void solve_factored(const Storage<const T>& lu, const int* pivots, cublasOperation_t op, const Storage<T>& b) {
  const Index n = lu.n;
  const bool transposed = op != CUBLAS_OP_N;
  const auto at = [&](Index i, Index j) { return transposed ? conjugate_if(op == CUBLAS_OP_C, lu.at(j, i)) : lu.at(i, j); };
  if (!transposed) swap_rows(b, pivots, n, false);
  for (Index j = 0; j < b.n; ++j) {
    for (Index i = 0; i < n; ++i) {  // the lower triangle: L, or Uᵀ
      for (Index k = 0; k < i; ++k) b.at(i, j) -= at(i, k) * b.at(k, j);
      if (transposed) b.at(i, j) /= at(i, i);
    }
    for (Index i = n - 1; i >= 0; --i) {  // the upper one
      for (Index k = i + 1; k < n; ++k) b.at(i, j) -= at(i, k) * b.at(k, j);
      if (!transposed) b.at(i, j) /= at(i, i);
    }
  }
  if (transposed) swap_rows(b, pivots, n, true);
}

// Which diagonal element of U is 0, counted from 1.
template <class T>
int singular(const Storage<const T>& lu) {
  for (Index i = 0; i < lu.n; ++i)
    if (lu.at(i, i) == T{}) return static_cast<int>(i + 1);
  return 0;
}

template <class T>
int invert(const Storage<const T>& lu, const int* pivots, const Storage<T>& inverse) {
  if (const int info = singular(lu)) return info;
  inverse.each([](Index i, Index j, T& element) { element = i == j ? T{1} : T{}; });
  solve_factored(lu, pivots, CUBLAS_OP_N, inverse);
  return 0;
}

template <class T>
struct System {
  Batch<T> a;
  Index n, lda;
  Storage<T> of(Index i) const { return Storage<T>::full(a[i], n, n, lda); }
};

Vector<int> integers(int* p, Index n) { return {p, n, 1}; }

template <class T>
cublasStatus_t getrf(cublasHandle_t handle, Call call, const System<T>& systems, int* pivots, int* info) {
  return with(handle, [&](cublasContext& context) {
    const Index n = systems.n, count = systems.a.count();
    if (n < 0 || count < 0 || !is_leading(systems.lda, n)) return CUBLAS_STATUS_INVALID_VALUE;
    const auto operands = [=] {
      Operands all;
      if (!systems.a.add_list_to(all, "A")) return all;
      add_batch(all, "A", count, true, true, [&](Index i) { return systems.of(i); });
      if (pivots != nullptr) add_written(all, "PivotArray", integers(pivots, n * count), false);
      add_written(all, "infoArray", integers(info, count), false);
      return all;
    };
    return submit(context, call, operands, [=] {
      for (Index i = 0; i < count; ++i) info[i] = factorize(systems.of(i), pivots == nullptr ? nullptr : pivots + i * n);
    });
  });
}

template <class T>
cublasStatus_t getrs(cublasHandle_t handle, Call call, cublasOperation_t op, Index columns, const System<const T>& systems,
                     const int* pivots, const Batch<T>& b, Index ldb, int* info) {
  return with(handle, [&](cublasContext& context) {
    const Index n = systems.n, count = systems.a.count();
    const bool good = is_op(op) && n >= 0 && columns >= 0 && count >= 0 && is_leading(systems.lda, n) && is_leading(ldb, n);
    if (info == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *info = good ? 0 : -1;
    if (!good) return CUBLAS_STATUS_INVALID_VALUE;
    const auto right = [=](Index i) { return Storage<T>::full(b[i], n, columns, ldb); };
    const auto operands = [=] {
      Operands all;
      if (!systems.a.add_list_to(all, "Aarray") || !b.add_list_to(all, "Barray")) return all;
      add_batch(all, "A", count, true, false, [&](Index i) { return systems.of(i); });
      if (pivots != nullptr) add_read(all, "devIpiv", integers(const_cast<int*>(pivots), n * count));
      add_batch(all, "B", count, true, true, right);
      return all;
    };
    return submit(context, call, operands, [=] {
      for (Index i = 0; i < count; ++i) solve_factored(systems.of(i), pivots == nullptr ? nullptr : pivots + i * n, op, right(i));
    });
  });
}

/// @param factored  A holds L and U, of getrf
template <class T>
cublasStatus_t inverses(cublasHandle_t handle, Call call, const System<const T>& systems, bool factored, const int* pivots,
                        const System<T>& results, int* info) {
  return with(handle, [&](cublasContext& context) {
    const Index n = systems.n, count = systems.a.count();
    if (n < 0 || count < 0 || !is_leading(systems.lda, n) || !is_leading(results.lda, n) || (!factored && n > 32))
      return CUBLAS_STATUS_INVALID_VALUE;
    const auto operands = [=] {
      Operands all;
      if (!systems.a.add_list_to(all, "A") || !results.a.add_list_to(all, "C")) return all;
      add_batch(all, "A", count, true, false, [&](Index i) { return systems.of(i); });
      if (pivots != nullptr) add_read(all, "PivotArray", integers(const_cast<int*>(pivots), n * count));
      add_batch(all, "C", count, false, true, [&](Index i) { return results.of(i); });
      add_written(all, "infoArray", integers(info, count), false);
      return all;
    };
    return submit(context, call, operands, [=] {
      for (Index i = 0; i < count; ++i) {
        if (factored) {
          info[i] = invert(systems.of(i), pivots == nullptr ? nullptr : pivots + i * n, results.of(i));
          continue;
        }
        std::vector<T> copy(static_cast<std::size_t>(n * n));
        std::vector<int> rows(static_cast<std::size_t>(n));
        systems.of(i).each([&](Index row, Index column, const T& element) { copy[static_cast<std::size_t>(row + column * n)] = element; });
        info[i] = factorize(Storage<T>::full(copy.data(), n, n, n), rows.data());
        if (info[i] == 0) info[i] = invert(Storage<const T>::full(copy.data(), n, n, n), rows.data(), results.of(i));
      }
    });
  });
}

template <class T>
System<const Number<T>> systems_of(const T* const* list, Index n, Index leading, Index count) {
  return {Batch<const Number<T>>::listed(reinterpret_cast<const Number<T>* const*>(list), count), n, leading};
}
template <class T>
System<Number<T>> results_of(T* const* list, Index n, Index leading, Index count) {
  return {Batch<Number<T>>::listed(reinterpret_cast<Number<T>* const*>(list), count), n, leading};
}

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                               \
  LOCKSTEP_CUBLAS_GETRF_BATCHED(X, x_, XR, T, R, suffix, Int) {                                                                            \
    return getrf(handle, Call::here(), results_of<T>(A, n, lda, batchSize), P, info);                                                      \
  }                                                                                                                                        \
  LOCKSTEP_CUBLAS_GETRS_BATCHED(X, x_, XR, T, R, suffix, Int) {                                                                            \
    return getrs(handle, Call::here(), trans, nrhs, systems_of<T>(A, n, lda, batchSize), P, results_of<T>(B, n, ldb, batchSize).a, ldb,    \
                 info);                                                                                                                    \
  }                                                                                                                                        \
  LOCKSTEP_CUBLAS_GETRI_BATCHED(X, x_, XR, T, R, suffix, Int) {                                                                            \
    return inverses(handle, Call::here(), systems_of<T>(A, n, lda, batchSize), true, P, results_of<T>(C, n, ldc, batchSize), info);        \
  }                                                                                                                                        \
  LOCKSTEP_CUBLAS_MATINV_BATCHED(X, x_, XR, T, R, suffix, Int) {                                                                           \
    return inverses(handle, Call::here(), systems_of<T>(A, n, lda, batchSize), false, nullptr, results_of<T>(Ainv, n, lda_inv, batchSize), \
                    info);                                                                                                                 \
  }
LOCKSTEP_CUBLAS_SMALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE
