/// @file
/// @brief The exercise's problem: C = AAᵀ, of which only the lower triangle is wanted.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lockstep/parallel.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given A, n × k floats, find cᵢⱼ = Σₗ aᵢₗ aⱼₗ for i ≥ j: the products of A's rows with each other. C is symmetric, and so what is above
/// the diagonal need not be computed; that part of C's memory is not ours and stays as it is. The size of the problem is n × k.
struct RowProducts {
  struct Inputs {
    lockstep::Size size;
    std::vector<float> a;  ///< n × k
  };
  struct Outputs {
    std::vector<float> c;  ///< n × n
  };
  /// What run() works on: row after row, without a gap. cudaMalloc aligns each matrix, not each row, to 256 bytes.
  struct Device {
    std::int64_t n;  ///< rows of A; rows and columns of C
    std::int64_t k;  ///< columns of A
    const float* a;
    float* c;
  };
  struct Reference {
    lockstep::Size size;
    std::vector<double> c;      ///< n × n; above the diagonal 0
    std::vector<double> norms;  ///< ‖aᵢ‖, of each row of A: what rounding errors are measured against
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "06_matrix_multiply exercise",
      .title = "The products of a matrix's rows: C = AA^T, lower triangle",
      .dimensions = 2,
      .size_form = "NxK",
      .simulator_size = {128, 128},
      .gpu_size = {4096, 4096},
      .ragged_sizes = lockstep::kRaggedRectangles,
  };

  /// Exact: small integers; up to k = 2²⁴ no partial sum leaves the integers that a float holds. Real: reals in [−1, 1).
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs in{size, std::vector<float>(static_cast<std::size_t>(size.count()))};
    if (kind == lockstep::InputKind::exact) {
      lockstep::fill_integers(std::span(in.a), seed, lockstep::exact_magnitude(size.height, 2));
    } else {
      lockstep::fill_reals(std::span(in.a), seed, -1.0, 1.0);
    }
    return in;
  }

  static Outputs make_outputs(lockstep::Size size) { return {std::vector<float>(static_cast<std::size_t>(size.width * size.width))}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.width, .k = size.height, .a = arrays.input("A", in.a), .c = arrays.output("C", out.c)};
  }

  static Reference reference(const Inputs& in) {
    const auto n = static_cast<std::size_t>(in.size.width), k = static_cast<std::size_t>(in.size.height);
    Reference want{in.size, std::vector<double>(n * n), std::vector<double>(n)};
    lockstep::parallel_for(in.size.width, [&](std::int64_t row) {
      const auto i = static_cast<std::size_t>(row);
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = 0;
        for (std::size_t l = 0; l < k; ++l) sum += double{in.a[i * k + l]} * double{in.a[j * k + l]};
        want.c[i * n + j] = sum;
      }
      want.norms[i] = std::sqrt(want.c[i * n + i]);
    });
    return want;
  }

  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    const auto verdict = check_lower(want, got, kind);
    return verdict.passed ? check_upper(verdict, got, want.size) : verdict;
  }

  /// The lower triangle, with the diagonal. Exact inputs are allowed no error.
  ///
  /// Reals: (2 + 2 √k) · u · ‖aᵢ‖ ‖aⱼ‖, u = 2⁻²⁴, whatever the order of summation. The products' own roundings add up to u Σₗ|aᵢₗ aⱼₗ| at
  /// most, which Cauchy and Schwarz bound by u ‖aᵢ‖ ‖aⱼ‖. Each addition errs by δ times its result, |δ| ≤ u; where these δ are
  /// independent and of mean zero (Higham and Mary, SIAM J. Sci. Comput. 41, 2019) the total has the variance (u²/3) Σₗ Sₗ² over the
  /// partial sums Sₗ. Those are largest on the diagonal, where all products are positive: for factors uniform in [−1, 1] they grow evenly
  /// up to ‖aᵢ‖², so that the standard deviation is u √k/3 · ‖aᵢ‖². 2 √k is then 6 standard deviations of the longest chain there is. (An
  /// element that is left out shows in the exact inputs.)
  static lockstep::Verdict check_lower(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    const auto n = static_cast<std::size_t>(want.size.width);
    if (got.c.size() != n * n) return {.what = "C (wrong number of elements)"};
    const bool exact = kind == lockstep::InputKind::exact;
    const double units = exact ? 0 : (2 + 2 * std::sqrt(static_cast<double>(want.size.height))) * 0x1p-24;
    const char* const why = exact ? "integers add without error" : "(2 + 2 sqrt(k)) * 2^-24 * |row| * |row|";
    lockstep::Verdict nearest{.passed = true};
    for (std::size_t i = 0; i < n; ++i) {
      const auto bound = [&](std::size_t j) { return units * want.norms[i] * want.norms[j]; };
      const auto verdict = lockstep::compare(std::span(got.c).subspan(i * n, i + 1), std::span(want.c).subspan(i * n, i + 1), bound,
                                             "C[" + std::to_string(i) + "]", why);
      if (!verdict.passed) return verdict;
      if (verdict.error * nearest.bound >= nearest.error * verdict.bound) nearest = verdict;
    }
    return nearest;
  }

  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.width), k = static_cast<double>(size.height);
    return {.bytes = (n * k + n * (n + 1) / 2) * sizeof(float), .operations = n * (n + 1) * k};
  }

 private:
  /// All bits above the diagonal were set before the run, and must still be set. @return `lower`, if they are
  static lockstep::Verdict check_upper(const lockstep::Verdict& lower, const Outputs& got, lockstep::Size size) {
    const auto n = static_cast<std::size_t>(size.width);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j)
        if (std::bit_cast<std::uint32_t>(got.c[i * n + j]) != 0xffffffff)
          return {.index = static_cast<std::int64_t>(j),
                  .expected = std::nan(""),
                  .got = double{got.c[i * n + j]},
                  .what = "C[" + std::to_string(i) + "]",
                  .why = "it is above the diagonal, where nothing must be written"};
    return lower;
  }
};

using Lesson = RowProducts;
using Version = lockstep::Version<RowProducts>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
