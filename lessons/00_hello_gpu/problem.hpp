/// @file
/// @brief The first problem: every thread finds its element, and writes the element's number there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

/// Number the elements of a matrix row by row: number[i] = i, with i = row · width + column.
struct HelloGpu {
  /// Every thread knows all that it needs: where it is.
  struct Inputs {
    lockstep::Size size;
  };
  struct Outputs {
    std::vector<std::int64_t> number;  ///< width · height
  };
  struct Device {
    std::int64_t width, height;
    std::int64_t* number;

    std::int64_t count() const { return width * height; }
  };
  /// 0, 1, 2, …
  struct Reference {
    std::size_t count;

    std::size_t size() const { return count; }
    double operator[](std::size_t i) const { return static_cast<double>(i); }
  };

  static constexpr lockstep::LessonInfo kInfo{
      .name = "00_hello_gpu",
      .title = "Hello, GPU: every thread finds its element",
      .dimensions = 2,
      .simulator_size = {500, 300},
      .gpu_size = {8000, 4000},
      .ragged_sizes = lockstep::kRaggedRectangles,
  };

  /// The same for all seeds and kinds. What was not written keeps the outputs' first value, −1.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t, lockstep::InputKind) {
    return {size};
  }

  static Outputs make_outputs(lockstep::Size size) {
    return {std::vector<std::int64_t>(static_cast<std::size_t>(size.count()))};
  }

  static Device bind(lockstep::Arrays& arrays, const Inputs&, Outputs& out, lockstep::Size size) {
    return {
        .width = size.width, .height = size.height, .number = arrays.output("number", out.number)};
  }

  static Reference reference(const Inputs& in) {
    return {static_cast<std::size_t>(in.size.count())};
  }

  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind) {
    return lockstep::compare(got.number, want, 0.0, "number", "a whole number is right or wrong");
  }

  static lockstep::Cost cost(lockstep::Size size) {
    return {.bytes = static_cast<double>(size.count()) * sizeof(std::int64_t)};
  }
};

using Lesson = HelloGpu;
using Version = lockstep::Version<HelloGpu>;
using lockstep::Launch;
