/// @file
/// @brief The exercise's problem: the length ‖x‖ = √(Σ xᵢ²) of a float vector, whatever its
/// elements' exponents.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given x, n floats, find ‖x‖. Squares may leave the range of floats where the length itself does
/// not.
struct Norm {
  struct Inputs {
    std::vector<float> x;  ///< n
  };
  struct Outputs {
    std::vector<float> norm;  ///< one element
  };
  /// What run() works on. cudaMalloc aligns `x` to 256 bytes.
  struct Device {
    std::int64_t n;
    const float* x;
    float* norm;
  };
  struct Reference {
    double norm;
    double n;
  };

  /// The sum of squares stays this far below the 2²⁴ that floats add exactly: at 2²⁰, the root
  /// still shows each missing ±1, by 8 units in its last place.
  static constexpr std::int64_t kSharper = 16;

  static constexpr lockstep::LessonInfo kInfo{
      .name = "04_dot_product exercise",
      .title = "The length of a vector: √(Σ xᵢ²)",
      .simulator_size = {std::int64_t{1} << 18},
      .gpu_size = {std::int64_t{1} << 28},
  };

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs in{std::vector<float>(static_cast<std::size_t>(size.count()))};
    if (kind == lockstep::InputKind::exact) {
      lockstep::fill_integers(std::span(in.x), seed,
                              lockstep::exact_magnitude(kSharper * size.count(), 2));
    } else {
      lockstep::fill_reals(std::span(in.x), seed, -1.0, 1.0);
    }
    return in;
  }

  static Outputs make_outputs(lockstep::Size) { return {std::vector<float>(1)}; }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {
        .n = size.count(), .x = arrays.input("x", in.x), .norm = arrays.output("norm", out.norm)};
  }

  static Reference reference(const Inputs& in) {
    double sum = 0;
    // A square is from 2⁻²⁹⁸ to 2²⁵⁶: no double overflows or underflows.
    for (const float x : in.x) sum += double{x} * double{x};
    return {.norm = std::sqrt(sum), .n = static_cast<double>(in.x.size())};
  }

  /// Integers: every order adds the squares without error; the root may err in its last place.
  ///
  /// Reals: (3 + 2 √n) · u · ‖x‖, u = 2⁻²⁴. Each addition of the sum S errs by δ times its result,
  /// |δ| ≤ u, and no result exceeds S, so the total has a standard deviation below u √(n/3) · S
  /// where the δ are independent (Higham and Mary, SIAM J. Sci. Comput. 41, 2019), even if one
  /// float adds them all. The root halves a relative error. 2 √n is then some 7 standard
  /// deviations; the squares and the root err by 3 u at most. (An element that is left out shows in
  /// the exact inputs.)
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.norm, std::vector{want.norm}, 0x1p-23 * want.norm, "norm",
                               "2^-23 * norm: integers add without error");
    const double bound = (3 + 2 * std::sqrt(want.n)) * 0x1p-24 * want.norm;
    return lockstep::compare(got.norm, std::vector{want.norm}, bound, "norm",
                             "(3 + 2 sqrt(n)) * 2^-24 * norm");
  }

  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (n + 1) * sizeof(float), .operations = 2 * n};
  }
};

using Lesson = Norm;
using Version = lockstep::Version<Norm>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
