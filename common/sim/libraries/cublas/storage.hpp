/// @file
/// @brief Vectors and matrices as they lie in memory: full, in bands, or packed triangles, by columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/libraries/cublas/handle.hpp"
#include "sim/libraries/cublas/numbers.hpp"

namespace lockstep::sim::blas {

inline std::byte* bytes_at(const void* p) { return static_cast<std::byte*>(const_cast<void*>(p)); }

template <class T>
struct Vector {
  T* p;
  Index n, step;

  /// A negative step begins at the end.
  T& operator[](Index i) const { return p[(step < 0 ? (1 - n) * step : 0) + i * step]; }
  std::vector<Box> boxes() const {
    if (n <= 0) return {};
    const auto size = sizeof(T), apart = static_cast<std::size_t>(std::abs(step)) * size, count = static_cast<std::size_t>(n);
    if (step == 0) return {{bytes_at(p), size}};
    if (apart == size) return {{bytes_at(p), size * count}};
    return {{bytes_at(p), size, count, 1, apart}};
  }
};

enum class Form { full, band, packed };

/// The elements of a matrix that are stored: those up to `below` rows under the diagonal and `above` rows over it.
template <class T>
struct Storage {
  T* p;
  Index m, n, leading;
  Index below, above;
  Form form = Form::full;

  static Storage full(T* p, Index m, Index n, Index leading) { return {p, m, n, leading, m, n}; }
  static Storage triangle(T* p, Index n, Index leading, bool lower) { return {p, n, n, leading, lower ? n : 0, lower ? 0 : n}; }
  static Storage band(T* p, Index m, Index n, Index leading, Index below, Index above) {
    return {p, m, n, leading, below, above, Form::band};
  }
  static Storage packed(T* p, Index n, bool lower) { return {p, n, n, n, lower ? n : 0, lower ? 0 : n, Form::packed}; }

  Index first(Index j) const { return std::min(m, std::max<Index>(0, j - above)); }
  Index last(Index j) const { return std::min(m, j + below + 1); }  ///< one past it
  bool holds(Index i, Index j) const { return i >= first(j) && i < last(j); }

  T& at(Index i, Index j) const {
    if (form == Form::full) return p[i + j * leading];
    if (form == Form::band) return p[above + i - j + j * leading];
    return p[above == 0 ? i + (2 * n - j - 1) * j / 2 : i + j * (j + 1) / 2];
  }

  template <class Visit>
  void each(Visit&& visit) const {
    for (Index j = 0; j < n; ++j)
      for (Index i = first(j); i < last(j); ++i) visit(i, j, at(i, j));
  }

  std::vector<Box> boxes() const {
    std::vector<Box> all;
    if (m <= 0 || n <= 0) return all;
    const auto bytes = [](Index count) { return static_cast<std::size_t>(count) * sizeof(T); };
    if (form == Form::full && below >= m && above >= n) return {{bytes_at(p), bytes(m), static_cast<std::size_t>(n), 1, bytes(leading)}};
    for (Index j = 0; j < n; ++j)
      if (first(j) < last(j)) all.push_back({bytes_at(&at(first(j), j)), bytes(last(j) - first(j))});
    return all;
  }
};

template <class T>
void add_read(Operands& operands, const char* name, const T& what) {
  operands.push_back({name, what.boxes()});
}
/// @param keeps  is what was there before read?
template <class T>
void add_written(Operands& operands, const char* name, const T& what, bool keeps) {
  operands.push_back({name, what.boxes(), keeps, true});
}

/// A matrix that is read: what is stored, and what the rest is.
enum class Shape { general, symmetric, hermitian, triangular };

template <class T>
struct Matrix {
  Storage<const T> stored;
  Shape shape = Shape::general;
  bool unit = false;  ///< a triangular one has ones in its diagonal, which are not stored
  cublasOperation_t op = CUBLAS_OP_N;

  bool is_transposed() const { return op != CUBLAS_OP_N; }
  bool is_conjugated() const { return op == CUBLAS_OP_C; }
  Index rows() const { return is_transposed() ? stored.n : stored.m; }
  Index columns() const { return is_transposed() ? stored.m : stored.n; }

  /// What is read of it: not the diagonal, where that is known to hold ones.
  std::vector<Box> boxes() const {
    if (!unit) return stored.boxes();
    std::vector<Box> all;
    for (Index j = 0; j < stored.n; ++j) {
      const bool lower = stored.above == 0;
      const Index first = lower ? j + 1 : stored.first(j), last = lower ? stored.last(j) : j;
      if (first < last) all.push_back({bytes_at(&stored.at(first, j)), static_cast<std::size_t>(last - first) * sizeof(T)});
    }
    return all;
  }

  /// An element of the transformed matrix.
  T operator()(Index i, Index j) const {
    if (is_transposed()) std::swap(i, j);
    return conjugate_if(is_conjugated(), plain(i, j));
  }
  T plain(Index i, Index j) const {
    if (unit && i == j) return T{1};
    if (stored.holds(i, j)) {
      const T value = stored.at(i, j);
      return shape == Shape::hermitian && i == j ? real_part(value) : value;
    }
    if (shape == Shape::symmetric) return stored.at(j, i);
    return shape == Shape::hermitian ? conjugate(stored.at(j, i)) : T{};
  }
};

inline bool is_lower(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER; }
inline bool is_op(cublasOperation_t op) { return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C; }
inline bool is_triangle(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER; }
inline bool is_diagonal(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT; }
inline bool is_side(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT; }
inline bool is_leading(Index leading, Index rows) { return leading >= std::max<Index>(1, rows); }

}  // namespace lockstep::sim::blas
