/// @file
/// @brief Tensor-core fragments for TF32, 16×16×8, and bfloat16, 16×16×16 (CUDA C++ Programming Guide, "Warp Matrix Functions").
///
/// For bfloat16 there are only a by rows and b by columns, whose elements the hardware loads in pairs, without transposing them. Each lane
/// of a warp holds some elements of each matrix, at the positions where an H100 keeps them.
#pragma once
#define __CUDA_MMA_H__  // what programs ask for

#include <type_traits>
#include "lockstep/sim/dialect.hpp"

#include "cuda_bf16.h"
#include "lockstep/sim/device/barriers.hpp"

namespace nvcuda::wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
namespace precision {
struct tf32 {};
}  // namespace precision
enum layout_t { mem_row_major, mem_col_major };

/// A part of a matrix: `num_elements` of it in each lane.
template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment;

namespace details {

using lockstep::sim::Site;

/// Row and column of the `i`-th element that a lane keeps.
struct Place {
  unsigned row, column;
};

template <class T, unsigned elements>
struct FragmentData {
  enum { num_elements = elements, num_storage_elements = elements };
  using element_type = T;
  using storage_element_type = T;
  T x[elements];
};

[[gnu::always_inline]] inline unsigned lane() { return lockstep::sim::thread_rank() % 32; }

}  // namespace details

template <class Layout>
class fragment<matrix_a, 16, 16, 8, precision::tf32, Layout> : public details::FragmentData<float, 4> {
 public:
  /// Lane 4r + c keeps rows r and r + 8, columns c and c + 4.
  [[gnu::always_inline]] static details::Place place(unsigned lane, unsigned i) { return {lane / 4 + 8 * (i % 2), lane % 4 + 4 * (i / 2)}; }
};
template <class Layout>
class fragment<matrix_b, 16, 16, 8, precision::tf32, Layout> : public details::FragmentData<float, 4> {
 public:
  /// Lane 4c + r keeps rows r and r + 4, columns c and c + 8.
  [[gnu::always_inline]] static details::Place place(unsigned lane, unsigned i) { return {lane % 4 + 4 * (i % 2), lane / 4 + 8 * (i / 2)}; }
};
template <>
class fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> : public details::FragmentData<__nv_bfloat16, 8> {
 public:
  /// Lane 4r + c keeps rows r and r + 8, columns 2c, 2c + 1, 2c + 8 and 2c + 9.
  [[gnu::always_inline]] static details::Place place(unsigned lane, unsigned i) {
    return {lane / 4 + 8 * (i / 2 % 2), lane % 4 * 2 + i % 2 + 8 * (i / 4)};
  }
};
template <>
class fragment<matrix_b, 16, 16, 16, __nv_bfloat16, col_major> : public details::FragmentData<__nv_bfloat16, 8> {
 public:
  /// Lane 4c + r keeps rows 2r, 2r + 1, 2r + 8 and 2r + 9, columns c and c + 8.
  [[gnu::always_inline]] static details::Place place(unsigned lane, unsigned i) {
    return {lane % 4 * 2 + i % 2 + 8 * (i / 2 % 2), lane / 4 + 8 * (i / 4)};
  }
};
template <int k>
class fragment<accumulator, 16, 16, k, float, void> : public details::FragmentData<float, 8> {
  static_assert(k == 8 || k == 16, "k must be 8 for TF32 and 16 for bfloat16");

 public:
  /// Lane 4r + c keeps rows r and r + 8, columns 2c, 2c + 1, 2c + 8 and 2c + 9.
  [[gnu::always_inline]] static details::Place place(unsigned lane, unsigned i) {
    return {lane / 4 + 8 * (i / 2 % 2), lane % 4 * 2 + i % 2 + 8 * (i / 4)};
  }
};

/// float to TF32: to nearest, ties away from zero (PTX ISA, "cvt.rna.tf32.f32"); the low 13 bits become 0.
[[gnu::always_inline]] inline float __float_to_tf32(float value) {
  const auto bits = lockstep::sim::bits_as<std::uint32_t>(value);
  if ((bits & 0x7f800000u) == 0x7f800000u) return value;
  return lockstep::sim::bits_as<float>((bits + 0x1000u) & ~0x1fffu);
}

template <class Fragment>
[[gnu::always_inline]] inline void fill_fragment(Fragment& target, typename Fragment::element_type value) {
  for (auto& element : target.x) element = value;
}

namespace details {

using Pair [[gnu::may_alias]] = std::uint32_t;

/// Where the element at `place` is in memory, whose rows (or columns) are `stride` elements apart.
[[gnu::always_inline]] inline unsigned offset(Place place, unsigned stride, bool row_by_row) {
  return row_by_row ? place.row * stride + place.column : place.column * stride + place.row;
}

template <class Fragment>
[[gnu::always_inline]] inline void load(Fragment& target, const float* from, unsigned stride, bool row_by_row, Site site) {
  lockstep::sim::warp_exchange(0xffffffffu, 0, "load_matrix_sync", site);  // orders no memory, as in PTX
  const unsigned own = lane();
  for (unsigned i = 0; i < Fragment::num_elements; ++i) target.x[i] = from[offset(Fragment::place(own, i), stride, row_by_row)];
}

/// The same for pairs of elements that are neighbours in memory: one access of 4 bytes each, as the hardware makes it.
template <class Fragment>
[[gnu::always_inline]] inline void load_pairs(Fragment& target, const __nv_bfloat16* from, unsigned stride, bool row_by_row, Site site) {
  lockstep::sim::warp_exchange(0xffffffffu, 0, "load_matrix_sync", site);
  const unsigned own = lane();
  for (unsigned i = 0; i < Fragment::num_elements; i += 2) {
    const auto pair = *reinterpret_cast<const Pair*>(from + offset(Fragment::place(own, i), stride, row_by_row));
    target.x[i] = __ushort_as_bfloat16(static_cast<unsigned short>(pair));
    target.x[i + 1] = __ushort_as_bfloat16(static_cast<unsigned short>(pair >> 16));
  }
}

/// d = a·b + c; the library's part of `mma_sync`.
void multiply(float* d, const float* a, const float* b, const float* c, Site site);
void multiply(float* d, const __nv_bfloat16* a, const __nv_bfloat16* b, const float* c, Site site);

}  // namespace details

/// Reads a matrix whose rows (columns, for a `col_major` fragment) are `stride` elements apart. All lanes of the warp must call it.
template <class Use, class Layout>
[[gnu::always_inline]] inline void load_matrix_sync(fragment<Use, 16, 16, 8, precision::tf32, Layout>& target, const float* from,
                                                    unsigned stride, details::Site site = details::Site::current()) {
  details::load(target, from, stride, std::is_same<Layout, row_major>::value, site);
}
[[gnu::always_inline]] inline void load_matrix_sync(fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major>& target,
                                                    const __nv_bfloat16* from, unsigned stride,
                                                    details::Site site = details::Site::current()) {
  details::load_pairs(target, from, stride, true, site);
}
[[gnu::always_inline]] inline void load_matrix_sync(fragment<matrix_b, 16, 16, 16, __nv_bfloat16, col_major>& target,
                                                    const __nv_bfloat16* from, unsigned stride,
                                                    details::Site site = details::Site::current()) {
  details::load_pairs(target, from, stride, false, site);
}
template <int k>
[[gnu::always_inline]] inline void load_matrix_sync(fragment<accumulator, 16, 16, k, float>& target, const float* from, unsigned stride,
                                                    layout_t layout, details::Site site = details::Site::current()) {
  details::load(target, from, stride, layout == mem_row_major, site);
}
template <int k>
[[gnu::always_inline]] inline void store_matrix_sync(float* to, const fragment<accumulator, 16, 16, k, float>& source, unsigned stride,
                                                     layout_t layout, details::Site site = details::Site::current()) {
  lockstep::sim::warp_exchange(0xffffffffu, 0, "store_matrix_sync", site);
  const unsigned own = details::lane();
  for (unsigned i = 0; i < source.num_elements; ++i)
    to[details::offset(source.place(own, i), stride, layout == mem_row_major)] = source.x[i];
}

/// d = a·b + c for the warp; d may be c. Only the TF32 bits of a and b count: without `__float_to_tf32` the others are cut off, as on the
/// hardware. The sum is kept in double and rounded once, which is at least as accurate as a tensor core.
template <class LayoutA, class LayoutB>
[[gnu::always_inline]] inline void mma_sync(fragment<accumulator, 16, 16, 8, float>& d,
                                            const fragment<matrix_a, 16, 16, 8, precision::tf32, LayoutA>& a,
                                            const fragment<matrix_b, 16, 16, 8, precision::tf32, LayoutB>& b,
                                            const fragment<accumulator, 16, 16, 8, float>& c,
                                            details::Site site = details::Site::current()) {
  details::multiply(d.x, a.x, b.x, c.x, site);
}

/// The same for bfloat16.
[[gnu::always_inline]] inline void mma_sync(fragment<accumulator, 16, 16, 16, float>& d,
                                            const fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major>& a,
                                            const fragment<matrix_b, 16, 16, 16, __nv_bfloat16, col_major>& b,
                                            const fragment<accumulator, 16, 16, 16, float>& c,
                                            details::Site site = details::Site::current()) {
  details::multiply(d.x, a.x, b.x, c.x, site);
}

}  // namespace nvcuda::wmma
