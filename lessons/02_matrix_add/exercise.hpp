/// @file
/// @brief The exercise's problem: T = αAᵀ for a float matrix in pitched memory, and the sum of each
/// column of T.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"
#include "pitched.hpp"

/// Given A with `height` rows of `width` floats, and a number α, find T = αAᵀ, which has `width`
/// rows of `height` floats, and the sums of T's columns: sᵢ = Σⱼ tⱼᵢ, `height` of them. Rows begin
/// a pitch apart: row i of A begins at a + i · pitch, row j of T at t + j · t_pitch.
struct ScaledTranspose {
  struct Inputs {
    lockstep::Size size;
    std::vector<float> a;  ///< height rows, pitched::pitch_of(width) apart; NaN between them
    float alpha = 0;
  };
  struct Outputs {
    std::vector<float>
        t;  ///< width rows, pitched::pitch_of(height) apart; what lies between them is not ours
    std::vector<float> sums;  ///< height
  };
  /// What run() works on. Each row begins at a multiple of 256 bytes.
  struct Device {
    std::int64_t width, height;  ///< of A
    std::int64_t pitch;          ///< of A, in elements
    std::int64_t t_pitch;        ///< of T, in elements
    float alpha;
    const float* a;
    float* t;
    float* sums;
  };
  struct Reference {
    lockstep::Size size;       ///< of A
    std::vector<float> t;      ///< row by row, nothing between the rows
    std::vector<double> sums;  ///< of T's columns
    std::vector<double>
        of_magnitude;  ///< the same of |tⱼᵢ|: what rounding errors are measured against
  };

  static constexpr std::array kSettings{
      lockstep::Setting{"alpha", "What A is multiplied by", 3, -4, 4, true}};
  static constexpr lockstep::LessonInfo kInfo{
      .name = "02_matrix_add exercise",
      .title = "T = αAᵀ, and the sums of its columns",
      .dimensions = 2,
      .simulator_size = {320, 192},
      .gpu_size = {8192, 8192},
      .ragged_sizes = lockstep::kRaggedRectangles,
      .settings = kSettings,
  };

  /// Exact inputs are integers with Σⱼ |tⱼᵢ| ≤ 2²⁴, α being 4 at most, so that every partial sum is
  /// an integer that a float holds.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    std::vector<float> dense(static_cast<std::size_t>(size.count()));
    if (kind == lockstep::InputKind::exact) {
      lockstep::fill_integers(std::span(dense), seed, lockstep::exact_magnitude(4 * size.width, 1));
    } else {
      lockstep::fill_reals(std::span(dense), seed, -1.0, 1.0);
    }
    return {.size = size, .a = pitched::matrix(size.width, size.height, dense)};
  }

  static void apply(Inputs& in, std::span<const double> settings) {
    in.alpha = static_cast<float>(settings[0]);
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {pitched::matrix(size.height, size.width),
            std::vector<float>(static_cast<std::size_t>(size.height))};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out,
                     lockstep::Size size) {
    return {.width = size.width,
            .height = size.height,
            .pitch = pitched::pitch_of(size.width),
            .t_pitch = pitched::pitch_of(size.height),
            .alpha = in.alpha,
            .a = arrays.input("a", in.a),
            .t = arrays.output("t", out.t),
            .sums = arrays.output("sums", out.sums)};
  }

  static Reference reference(const Inputs& in) {
    const auto columns = static_cast<std::size_t>(in.size.height);  // of T
    Reference want{in.size, std::vector<float>(static_cast<std::size_t>(in.size.count())),
                   std::vector<double>(columns), std::vector<double>(columns)};
    pitched::for_each_element(in.size, [&](std::int64_t row, std::int64_t column) {
      const double exact = double{in.alpha} * double{in.a[pitched::at(row, column, in.size.width)]};
      want.t[static_cast<std::size_t>(column * in.size.height + row)] = static_cast<float>(exact);
      want.sums[static_cast<std::size_t>(row)] += exact;
      want.of_magnitude[static_cast<std::size_t>(row)] += std::abs(exact);
    });
    return want;
  }

  /// T is allowed no error: an element is one multiplication, and IEEE 754 has one right answer to
  /// that.
  ///
  /// The error allowed to a sum of w real elements is (1 + min(w, 4 √w)) · u · Σⱼ |tⱼᵢ|, where u =
  /// 2⁻²⁴. The 1 is for the product, whether elements or their sum are multiplied. Each addition
  /// errs by u times its result, which is Σⱼ |tⱼᵢ| at most: w · u · Σⱼ |tⱼᵢ| is the guarantee.
  /// With errors that are independent and of mean zero (Higham and Mary, SIAM J. Sci. Comput. 41,
  /// 2019), the standard deviation is below u √(w/3) Σⱼ |tⱼᵢ|, even if one float adds them all and
  /// the results grow as those of one sign do: 4 √w is seven of these.
  static lockstep::Verdict check(const Reference& want, const Outputs& got,
                                 lockstep::InputKind kind) {
    if (lockstep::Verdict verdict = check_matrix(want, got); !verdict.passed) return verdict;
    if (kind == lockstep::InputKind::exact)
      return lockstep::compare(got.sums, want.sums, 0.0, "sums", "integers add without error");
    const auto w = static_cast<double>(want.size.width);
    const double share = (1 + std::min(w, 4 * std::sqrt(w))) * 0x1p-24;
    return lockstep::compare(
        got.sums, want.sums, [&](std::size_t i) { return share * want.of_magnitude[i]; }, "sums",
        "(1 + min(w, 4 sqrt(w))) * 2^-24 * sum of |t|");
  }

  /// For T alone.
  static lockstep::Verdict check_matrix(const Reference& want, const Outputs& got) {
    const lockstep::Size turned{want.size.height, want.size.width};
    for (std::int64_t row = 0; row < turned.height; ++row)
      if (auto verdict = pitched::check_row(turned, want.t, got.t, row, "T",
                                            "one product has one right answer");
          !verdict.passed)
        return verdict;
    return {.passed = true};
  }

  /// The padding is not part of what must move.
  static lockstep::Cost cost(lockstep::Size size) {
    const auto n = static_cast<double>(size.count());
    return {.bytes = (2 * n + static_cast<double>(size.height)) * sizeof(float),
            .operations = 2 * n};
  }
};

using Lesson = ScaledTranspose;
using Version = lockstep::Version<ScaledTranspose>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
