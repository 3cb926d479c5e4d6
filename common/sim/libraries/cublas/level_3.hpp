/// @file
/// @brief What level 3's functions, and batches of them, are made of.
#pragma once

#include <functional>
#include <vector>

#include "sim/libraries/cublas/product.hpp"
#include "sim/libraries/cublas/storage.hpp"

namespace lockstep::sim::blas {

/// left · right, times the factor or its conjugate.
template <class T>
struct Term {
  Matrix<T> left, right;
  bool conjugates_factor = false;
};

/// C = factor · (the terms) + old · C, on what is stored of C. @param hermitian  the diagonal stays real
template <class T>
void combine(const std::vector<Term<T>>& terms, T factor, T old, const Storage<T>& c, bool hermitian) {
  std::vector<T> sum(static_cast<std::size_t>(c.m * c.n));
  if (factor != T{})
    for (const Term<T>& term : terms) {
      const T f = conjugate_if(term.conjugates_factor, factor);
      multiply_matrices<T>(c.m, c.n, term.left.columns(), term.left, term.right,
                           [&](Index i, Index j, T value) { sum[static_cast<std::size_t>(i + j * c.m)] += f * value; });
    }
  c.each([&](Index i, Index j, T& element) {
    const T made = sum[static_cast<std::size_t>(i + j * c.m)];
    element = old == T{} ? made : made + old * element;
    if (hermitian && i == j) element = real_part(element);
  });
}

/// What `combine` touches.
template <class T>
void add_operands(Operands& all, const std::vector<Term<T>>& terms, T factor, T old, const Storage<T>& c) {
  if (factor != T{} && !terms.empty()) {
    add_read(all, "A", terms.front().left);
    add_read(all, "B", terms.front().right);
  }
  add_written(all, "C", c, old != T{});
}

/// B = factor · op(A)^-1 B, or factor · B op(A)^-1.
template <class T>
void solve(const Matrix<T>& a, bool left, T factor, const Storage<T>& b) {
  const bool lower = (a.stored.above == 0) != a.is_transposed();
  const Index n = left ? b.m : b.n;
  b.each([&](Index, Index, T& element) { element = factor == T{} ? T{} : factor * element; });
  if (factor == T{}) return;
  // From the left rows are found one after the other, from the right columns.
  const auto at = [&](Index line, Index other) -> T& { return left ? b.at(line, other) : b.at(other, line); };
  const bool forwards = lower == left;
  for (Index step = 0; step < n; ++step) {
    const Index now = forwards ? step : n - 1 - step;
    const T diagonal = a(now, now);
    for (Index other = 0; other < (left ? b.n : b.m); ++other) {
      if (!a.unit) at(now, other) /= diagonal;
      const T value = at(now, other);
      for (Index rest = step + 1; rest < n; ++rest) {
        const Index line = forwards ? rest : n - 1 - rest;
        at(line, other) -= value * (left ? a(line, now) : a(now, line));
      }
    }
  }
}

/// Makes `Storage`s of a `Matrix` that is read.
template <class T>
Matrix<T> general(const T* p, cublasOperation_t op, Index rows, Index columns, Index leading) {
  if (op != CUBLAS_OP_N) std::swap(rows, columns);
  return {Storage<const T>::full(p, rows, columns, leading), Shape::general, false, op};
}

/// Are the arguments of a general product good?
inline bool is_product(cublasOperation_t transa, cublasOperation_t transb, Index m, Index n, Index k, Index lda, Index ldb, Index ldc) {
  return is_op(transa) && is_op(transb) && m >= 0 && n >= 0 && k >= 0 && is_leading(lda, transa == CUBLAS_OP_N ? m : k) &&
         is_leading(ldb, transb == CUBLAS_OP_N ? k : n) && is_leading(ldc, m);
}

}  // namespace lockstep::sim::blas
