/// @file
/// @brief Which elements of a matrix each lane keeps for the tensor cores: the rule of PTX's `mma` (PTX ISA, "Matrix Fragments").
///
/// Lane 4r + c keeps row r of each eight, and of the steps of k a run of `pack` at c·pack in each 4·pack.
#pragma once

namespace nvcuda::wmma::details {

/// Row and column of the `i`-th element that a lane keeps.
struct Place {
  unsigned row, column;
};

/// In a, whose columns are the steps of k, and, with a pack of 2, in c and d.
template <unsigned rows, unsigned pack>
[[gnu::always_inline]] inline Place place_in_a(unsigned lane, unsigned i) {
  constexpr unsigned eights = rows / 8;
  return {lane / 4 + 8 * (i / pack % eights), lane % 4 * pack + i % pack + 4 * pack * (i / pack / eights)};
}
/// In b, whose rows are the steps of k.
template <unsigned depth, unsigned pack>
[[gnu::always_inline]] inline Place place_in_b(unsigned lane, unsigned i) {
  constexpr unsigned runs = depth / (4 * pack);
  return {lane % 4 * pack + i % pack + 4 * pack * (i / pack % runs), lane / 4 + 8 * (i / pack / runs)};
}

}  // namespace nvcuda::wmma::details
