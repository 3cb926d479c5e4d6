/// @file
/// @brief The exercise's problem: z = αx + βy for float vectors, and ‖z‖² = Σ zᵢ².
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given x and y, n floats each, and two numbers α and β, find the n floats zᵢ = αxᵢ + βyᵢ and the
/// one double Σ zᵢ².
struct Combination {
  struct Inputs {
    std::vector<float> x, y;  ///< n each
    float alpha = 0, beta = 0;
  };
  struct Outputs {
    std::vector<float> z;      ///< n
    std::vector<double> norm;  ///< one element: ‖z‖²
  };
  /// What run() works on. Device memory is aligned to 256 bytes.
  struct Device {
    std::int64_t n;
    float alpha, beta;
    const float* x;
    const float* y;
    float* z;
    double* norm;
  };
  struct Reference {
    std::vector<double> z;
    std::vector<double>
        magnitude;  ///< |αxᵢ| + |βyᵢ|: what the rounding errors of zᵢ are measured against
    double norm;
    double norm_magnitude;  ///< Σ (|αxᵢ| + |βyᵢ|)²
  };

  static constexpr std::array kSettings{
      lockstep::Setting{"alpha", "What x is multiplied by", 2, -4, 4, true},
      lockstep::Setting{"beta", "What y is multiplied by", -3, -4, 4, true}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "01_vector_add exercise",
      .title = "z = αx + βy, and ‖z‖²",
      .simulator_size = {std::int64_t{1} << 18},
      .gpu_size = {std::int64_t{1} << 26},
      .settings = kSettings,
  };

  /// Exact: odd integers up to 511, so that no zᵢ is zero where α + β is odd; a square left out
  /// of the norm shows.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    const auto n = static_cast<std::size_t>(size.count());
    Inputs in{.x = std::vector<float>(n), .y = std::vector<float>(n)};
    for (std::vector<float>* const array : {&in.x, &in.y}) {
      const std::uint64_t own_seed = lockstep::array_seed(seed, array == &in.x ? 0 : 1);
      if (kind == lockstep::InputKind::real) {
        lockstep::fill_reals<float>(*array, own_seed, -1.0, 1.0);
        continue;
      }
      lockstep::fill_integers<float>(*array, own_seed, 256);
      for (float& element : *array) element = 2 * element - std::copysign(1.0F, element);
    }
    return in;
  }

  static void apply(Inputs& in, std::span<const double> settings) {
    in.alpha = static_cast<float>(settings[0]);
    in.beta = static_cast<float>(settings[1]);
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {std::vector<float>(static_cast<std::size_t>(size.count())), std::vector<double>(1)};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {.n = size.count(),
            .alpha = in.alpha,
            .beta = in.beta,
            .x = arrays.input("x", in.x),
            .y = arrays.input("y", in.y),
            .z = arrays.output("z", out.z),
            .norm = arrays.output("norm", out.norm)};
  }

  static Reference reference(const Inputs& in) {
    Reference want{.z = std::vector<double>(in.x.size()),
                   .magnitude = std::vector<double>(in.x.size()),
                   .norm = 0,
                   .norm_magnitude = 0};
    for (std::size_t i = 0; i < in.x.size(); ++i) {
      const double from_x = double{in.alpha} * double{in.x[i]},
                   from_y = double{in.beta} * double{in.y[i]};
      want.z[i] = from_x + from_y;
      want.magnitude[i] = std::abs(from_x) + std::abs(from_y);
      want.norm += want.z[i] * want.z[i];
      want.norm_magnitude += want.magnitude[i] * want.magnitude[i];
    }
    return want;
  }

  /// Integers: zᵢ is an integer below 2¹², its square one below 2²⁴, and 2²⁹ squares add up to less
  /// than the 2⁵³ that a double counts to: no error in any order. (A float counts to 2²⁴: a hundred
  /// squares are too many.)
  ///
  /// Reals, with u = 2⁻²⁴ and mᵢ = |αxᵢ| + |βyᵢ|: each product errs by u times itself and their sum
  /// by u times itself, together (2u + u²) mᵢ at most; 3u mᵢ is allowed. With a fused multiply-add
  /// it is less. The square of such a zᵢ errs by 2 |zᵢ| · 2u mᵢ ≤ 4u mᵢ², to first order, and by u
  /// zᵢ² more where it is a float. Additions of doubles are exact beside that. So the norm is
  /// allowed 6u Σ mᵢ².
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    if (lockstep::Verdict verdict = check_vector(want, got, kind); !verdict.passed) return verdict;
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.norm, std::vector{want.norm}, 0.0, "norm",
                               "doubles add these integers without error");
    return lockstep::compare(got.norm, std::vector{want.norm}, 6 * 0x1p-24 * want.norm_magnitude,
                             "norm", "6 * 2^-24 * sum of (|alpha x| + |beta y|)^2");
  }

  /// For z alone.
  static lockstep::Verdict check_vector(const Reference& want, const Outputs& got,
                                        lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.z, want.z, 0.0, "z", "floats hold these integers without error");
    return lockstep::compare(
        got.z, want.z, [&](std::size_t i) { return 3 * 0x1p-24 * want.magnitude[i]; }, "z",
        "3 * 2^-24 * (|alpha x| + |beta y|)");
  }

  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = 3 * n * sizeof(float) + sizeof(double), .operations = 5 * n};
  }
};

using Lesson = Combination;
using Version = lockstep::Version<Combination>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
