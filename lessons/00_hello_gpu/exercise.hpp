/// @file
/// @brief The exercise's problem: the square of each element of a vector.
#pragma once

#include "lockstep/macros/aside.hpp"  // first

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Given n floats, find their squares: out[i] = in[i]².
struct Squares {
  struct Inputs {
    std::vector<float> in;  ///< n
  };
  struct Outputs {
    std::vector<float> out;  ///< n
  };
  struct Device {
    std::int64_t n;
    const float* in;
    float* out;
  };
  struct Reference {
    std::vector<float> out;
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "00_hello_gpu exercise",
      .title = "The square of each element",
      .simulator_size = {1000},
      .gpu_size = {std::int64_t{1} << 26},
  };

  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind kind) {
    Inputs inputs{std::vector<float>(static_cast<std::size_t>(size.count()))};
    if (kind == lockstep::InputKind::exact) {
      lockstep::fill_integers(std::span(inputs.in), seed, 1000);
    } else {
      lockstep::fill_reals(std::span(inputs.in), seed, -1.0, 1.0);
    }
    return inputs;
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {std::vector<float>(static_cast<std::size_t>(size.count()))};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs& inputs, Outputs& outputs,
                     lockstep::Size size) {
    return {.n = size.count(),
            .in = arrays.input("in", inputs.in),
            .out = arrays.output("out", outputs.out)};
  }

  static Reference reference(const Inputs& inputs) {
    Reference want{inputs.in};
    for (float& x : want.out) x *= x;
    return want;
  }

  /// One product of floats has one right answer, here as on a GPU.
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind) {
    return lockstep::compare(got.out, want.out, 0.0, "out", "one product has one right answer");
  }

  static lockstep::Cost cost(lockstep::Size size) {
    return {.bytes = 2.0 * static_cast<double>(size.count()) * sizeof(float),
            .operations = static_cast<double>(size.count())};
  }
};

using Lesson = Squares;
using Version = lockstep::Version<Squares>;
using lockstep::Launch;

#include "lockstep/macros/back.hpp"  // last
