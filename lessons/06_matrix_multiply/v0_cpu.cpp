/// @file
/// @brief The matrix product on the CPU: one core, and all of them.
///
/// Look at: `./lockstep run 06 --kernel v0`: the time of the two, and their errors.
#include <cstddef>
#include <vector>

#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

/// Row i of C is a sum of rows of B, each times an element of A: both inner loops go along rows, as memory does.
template <class T>
void multiply_row(const Matrices<T>& p, std::int64_t i) {
  std::vector<Sum<T>> sums(static_cast<std::size_t>(p.n));
  for (std::int64_t l = 0; l < p.k; ++l) {
    const auto a = static_cast<Sum<T>>(p.a[i * p.k + l]);
    const T* b = p.b + l * p.n;
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += a * static_cast<Sum<T>>(b[j]);
  }
  for (std::size_t j = 0; j < sums.size(); ++j) p.c[i * p.n + static_cast<std::int64_t>(j)] = static_cast<T>(sums[j]);
}

template <class T>
void run(const Matrices<T>& p) {
  for (std::int64_t i = 0; i < p.m; ++i) multiply_row(p, i);
}

template <class T>
void run_openmp(const Matrices<T>& p, const Launch& launch) {
#pragma omp parallel for num_threads(lockstep::cpu_threads(launch))
  for (std::int64_t i = 0; i < p.m; ++i) multiply_row(p, i);
}

const Version version{__FILE__, "one core, one row after the other", [](const auto& p, const Launch&) { run(p); }};
const Version openmp{__FILE__, "OpenMP: rows over all cores", [](const auto& p, const Launch& launch) { run_openmp(p, launch); }, "openmp"};

}  // namespace
