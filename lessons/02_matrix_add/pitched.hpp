/// @file
/// @brief Matrices of floats in pitched memory on the host: where their elements lie, and whether a
/// run has written them rightly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/size.hpp"
#include "lockstep/verdict.hpp"

namespace pitched {

/// Elements from the beginning of one row to that of the next: rows are a multiple of 512 bytes
/// apart, as cudaMallocPitch has it.
constexpr std::int64_t pitch_of(std::int64_t columns) { return (columns + 127) / 128 * 128; }

/// Where an element lies in a matrix of `columns` columns.
constexpr std::size_t at(std::int64_t row, std::int64_t column, std::int64_t columns) {
  return static_cast<std::size_t>(row * pitch_of(columns) + column);
}

/// Room for a matrix, NaN everywhere.
inline std::vector<float> matrix(std::int64_t columns, std::int64_t rows) {
  return std::vector<float>(at(rows, 0, columns), std::numeric_limits<float>::quiet_NaN());
}

/// A matrix with these elements, row by row, and NaN between the rows.
inline std::vector<float> matrix(std::int64_t columns, std::int64_t rows,
                                 const std::vector<float>& dense) {
  std::vector<float> elements = matrix(columns, rows);
  for (std::int64_t row = 0; row < rows; ++row)
    std::copy_n(dense.begin() + row * columns, columns, elements.begin() + row * pitch_of(columns));
  return elements;
}

/// Calls visit(row, column) for each element, tile by tile. Row by row, a visit that also touches the
/// transposed element would wait for a cache line each time.
template <class Visit>
void for_each_element(lockstep::Size size, const Visit& visit) {
  constexpr std::int64_t kSide = 32;
  for (std::int64_t top = 0; top < size.height; top += kSide)
    for (std::int64_t left = 0; left < size.width; left += kSide)
      for (std::int64_t row = top; row < std::min(top + kSide, size.height); ++row)
        for (std::int64_t column = left; column < std::min(left + kSide, size.width); ++column)
          visit(row, column);
}

/// Compares a row, and what lies between it and the next: that was NaN before the run, and must be
/// so still.
/// @param want  row by row, nothing between the rows
/// @param name  of the matrix; @param why  there is one right answer
inline lockstep::Verdict check_row(lockstep::Size size, const std::vector<float>& want,
                                   const std::vector<float>& got, std::int64_t row,
                                   const std::string& name, std::string why) {
  const auto width = static_cast<std::size_t>(size.width),
             pitch = static_cast<std::size_t>(pitch_of(size.width));
  const auto row_index = static_cast<std::size_t>(row);
  if (got.size() != pitch * static_cast<std::size_t>(size.height))
    return {.what = name + " (wrong number of elements)"};
  const auto got_row = std::span(got).subspan(row_index * pitch, width),
             want_row = std::span(want).subspan(row_index * width, width);
  const auto padding = std::span(got).subspan(row_index * pitch + width, pitch - width);
  const std::string what = name + "[" + std::to_string(row) + "]";
  if (!std::ranges::equal(got_row, want_row))
    return lockstep::compare(got_row, want_row, 0.0, what, std::move(why));
  const auto written = std::ranges::find_if_not(padding, [](float x) { return std::isnan(x); });
  if (written == padding.end()) return {.passed = true};
  return {.index = size.width + (written - padding.begin()),
          .expected = std::numeric_limits<double>::quiet_NaN(),
          .got = double{*written},
          .what = what,
          .why = "it is padding after the row, which must not change"};
}

}  // namespace pitched
