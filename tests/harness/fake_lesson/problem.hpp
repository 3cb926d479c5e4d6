/// @file
/// @brief A lesson made for the harness's tests: copy an array. Its versions need no kernels, and most of them are wrong.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

struct CopyArray {
  struct Inputs {
    std::vector<float> x;
  };
  struct Outputs {
    std::vector<float> y;
  };
  struct Device {
    std::int64_t n;
    const float* x;
    float* y;
    std::size_t bytes() const { return static_cast<std::size_t>(n) * sizeof(float); }
  };
  using Reference = std::vector<double>;

  static constexpr lockstep::LessonInfo kInfo{
      .name = "fake_lesson", .title = "Copy: y = x", .simulator_size = {1 << 12}, .gpu_size = {1 << 20}};

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs in{std::vector<float>(static_cast<std::size_t>(size.count()))};
    if (kind == lockstep::InputKind::exact)
      lockstep::fill_integers<float>(in.x, seed, 100);
    else
      lockstep::fill_reals<float>(in.x, seed, -1.0, 1.0);
    return in;
  }
  static Outputs make_outputs(lockstep::Size size) { return {std::vector<float>(static_cast<std::size_t>(size.count()))}; }
  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    return {.n = size.count(), .x = arrays.input("x", in.x), .y = arrays.output("y", out.y)};
  }
  static Reference reference(const Inputs& in) { return {in.x.begin(), in.x.end()}; }
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind kind) {
    if (kind == lockstep::InputKind::exact) return lockstep::compare(got.y, want, 0.0, "y", "a copy is exact");
    return lockstep::compare(
        got.y, want, [&](std::size_t i) { return 1e-6 * std::abs(want[i]); }, "y", "one part in a million");
  }
  static lockstep::Cost cost(lockstep::Size size) { return {.bytes = 8.0 * static_cast<double>(size.count())}; }
};

using Lesson = CopyArray;
using Version = lockstep::Version<CopyArray>;
using lockstep::Launch;
