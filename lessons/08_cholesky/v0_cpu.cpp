/// @file
/// @brief The Cholesky decomposition on the CPU: one core, element after element; and all of them, tile after tile.
///
/// Look at: `./lockstep run 08 --kernel v0`: the time of the two.
#include <algorithm>
#include <cmath>

#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

constexpr std::int64_t kTile = 64;  // rows and columns: three tiles, 48 KB, stay in a core's cache

/// The product of the first `count` elements of two rows.
float dot(const float* x, const float* y, std::int64_t count) {
  float sum = 0;
  for (std::int64_t k = 0; k < count; ++k) sum += x[k] * y[k];
  return sum;
}

/// The same, with leave to add in another order, and so in several SIMD lanes at once.
float simd_dot(const float* x, const float* y, std::int64_t count) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t k = 0; k < count; ++k) sum += x[k] * y[k];
  return sum;
}

void report_pivot(float pivot, std::int64_t column, std::int32_t* info) {
  if (!(pivot > 0) && *info == 0) *info = static_cast<std::int32_t>(column + 1);
}

void run(const Cholesky::Device& p, const Launch&) {
  *p.info = 0;
  for (std::int64_t i = 0; i < p.n; ++i) {
    float* const row = p.l + i * p.pitch;
    for (std::int64_t j = 0; j < i; ++j) {
      const float* const above = p.l + j * p.pitch;
      row[j] = (p.a[i * p.pitch + j] - dot(row, above, j)) / above[j];
    }
    const float pivot = p.a[i * p.pitch + i] - dot(row, row, i);
    report_pivot(pivot, i, p.info);
    row[i] = std::sqrt(pivot);
    std::fill(row + i + 1, row + p.n, 0.0F);
  }
}

/// Columns `first` to `last` of row i, of which the columns before `first` are subtracted already.
void finish_row(const Cholesky::Device& p, std::int64_t i, std::int64_t first, std::int64_t last) {
  float* const row = p.l + i * p.pitch;
  for (std::int64_t j = first; j < std::min(last, i); ++j) {
    const float* const above = p.l + j * p.pitch;
    row[j] = (row[j] - simd_dot(row + first, above + first, j - first)) / above[j];
  }
  if (i >= last) return;
  const float pivot = row[i] - simd_dot(row + first, row + first, i - first);
  report_pivot(pivot, i, p.info);
  row[i] = std::sqrt(pivot);
}

/// Subtracts from the tile at (row, column) what columns `first` to `last` have for it.
void update_tile(const Cholesky::Device& p, std::int64_t row, std::int64_t column, std::int64_t first, std::int64_t last) {
  for (std::int64_t i = row; i < std::min(row + kTile, p.n); ++i)
    for (std::int64_t j = column; j < std::min(column + kTile, i + 1); ++j)
      p.l[i * p.pitch + j] -= simd_dot(p.l + i * p.pitch + first, p.l + j * p.pitch + first, last - first);
}

void run_openmp(const Cholesky::Device& p, const Launch& launch) {
  *p.info = 0;
#pragma omp parallel num_threads(lockstep::cpu_threads(launch))
  {
#pragma omp for
    for (std::int64_t i = 0; i < p.n; ++i) {
      std::copy_n(p.a + i * p.pitch, i + 1, p.l + i * p.pitch);
      std::fill_n(p.l + i * p.pitch + i + 1, p.n - i - 1, 0.0F);
    }
    for (std::int64_t first = 0; first < p.n; first += kTile) {
      const std::int64_t last = std::min(first + kTile, p.n);
#pragma omp single
      for (std::int64_t i = first; i < last; ++i) finish_row(p, i, first, last);  // the tile on the diagonal: others need it
#pragma omp for
      for (std::int64_t i = last; i < p.n; ++i) finish_row(p, i, first, last);
#pragma omp for schedule(dynamic)
      for (std::int64_t row = last; row < p.n; row += kTile)
        for (std::int64_t column = last; column <= row; column += kTile) update_tile(p, row, column, first, last);
    }
  }
}

const Version version{__FILE__, "one core, row after row", run};
const Version openmp{__FILE__, "OpenMP: tiles over all cores, SIMD in a row", run_openmp, "openmp"};

}  // namespace
