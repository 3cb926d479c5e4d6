/// @file
/// @brief Tensor-core fragments (CUDA C++ Programming Guide, "Warp Matrix Functions"): half, bfloat16, TF32, bytes and double;
/// sub_byte_fragments.hpp has those of 4 bits and of 1.
///
/// Each lane of a warp holds some elements of each matrix. CUDA leaves open which; here TF32 and bfloat16 are where an H100 keeps them, and
/// the others by the same rule.
#pragma once

#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "lockstep/sim/device/barriers.hpp"
#include "lockstep/sim/device/mma_places.hpp"
#include "lockstep/sim/dialect.hpp"

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

namespace details {

using lockstep::sim::Site;

/// The product of an m×k and a k×n matrix of T.
template <int m, int n, int k, class T>
struct Product {};

/// What is known of T as an element of a and b: how it is stored, how many of a lane's elements are neighbours along k, and how often a
/// lane holds a fragment, in all at least so many elements.
template <class T>
struct Operand {
  using Stored = T;
  static constexpr unsigned pack = 4 / sizeof(T) > 0 ? 4 / sizeof(T) : 1, least = 0;
};
template <>
struct Operand<precision::tf32> {
  using Stored = float;
  static constexpr unsigned pack = 1, least = 0;
};
template <>
struct Operand<__half> {
  using Stored = __half;
  static constexpr unsigned pack = 2, least = 16;
};

}  // namespace details

// Every product that there is: its shape, the type of a and b, and what it adds up in (d, then c); with how they are stored.
#define LOCKSTEP_MMA_OF_SHAPE(PRODUCT, m, n)                    \
  PRODUCT(m, n, 16, __half, __half, float, float)               \
  PRODUCT(m, n, 16, __half, __half, __half, __half)             \
  PRODUCT(m, n, 16, __half, __half, float, __half)              \
  PRODUCT(m, n, 16, __half, __half, __half, float)              \
  PRODUCT(m, n, 16, __nv_bfloat16, __nv_bfloat16, float, float) \
  PRODUCT(m, n, 16, signed char, signed char, int, int)         \
  PRODUCT(m, n, 16, unsigned char, unsigned char, int, int)
#define LOCKSTEP_MMA(PRODUCT)                              \
  LOCKSTEP_MMA_OF_SHAPE(PRODUCT, 16, 16)                   \
  LOCKSTEP_MMA_OF_SHAPE(PRODUCT, 32, 8)                    \
  LOCKSTEP_MMA_OF_SHAPE(PRODUCT, 8, 32)                    \
  PRODUCT(16, 16, 8, precision::tf32, float, float, float) \
  PRODUCT(8, 8, 4, double, double, double, double)

namespace details {

/// d = a·b + c; the library's part of `mma_sync`.
#define LOCKSTEP_MMA_DECLARED(m, n, k, T, Stored, D, C) \
  void multiply(Product<m, n, k, T>, D* d, const Stored* a, const Stored* b, const C* c, bool saturates, Site site);
LOCKSTEP_MMA(LOCKSTEP_MMA_DECLARED)
#undef LOCKSTEP_MMA_DECLARED

/// Types of a and b, and of c and d, for each shape.
template <int m, int n, int k, class T>
struct IsOperand : std::integral_constant<bool, (k == 16 && (m * n == 256) && (m == 16 || m == 32 || m == 8) &&
                                                 lockstep::sim::kOneOf<T, __half, __nv_bfloat16, signed char, unsigned char>) ||
                                                    (m == 16 && n == 16 && k == 8 && std::is_same<T, precision::tf32>::value) ||
                                                    (m == 8 && n == 8 && k == 4 && std::is_same<T, double>::value)> {};
template <int m, int n, int k, class T>
struct IsSum : std::integral_constant<bool, (k == 16 && (m * n == 256) && (m == 16 || m == 32 || m == 8) &&
                                             lockstep::sim::kOneOf<T, __half, float, int>) ||
                                                (m == 16 && n == 16 && k == 8 && std::is_same<T, float>::value) ||
                                                (m == 8 && n == 8 && k == 4 && std::is_same<T, double>::value)> {};

template <class T, class Stored, unsigned distinct_, unsigned elements>
struct FragmentData {
  enum { num_elements = elements, num_storage_elements = elements };
  using element_type = T;
  using storage_element_type = Stored;
  static constexpr unsigned distinct = distinct_;  ///< the elements beyond these are the same again
  Stored x[elements];
};
template <class T, unsigned distinct>
using OperandData = FragmentData<typename Operand<T>::Stored, typename Operand<T>::Stored, distinct,
                                 (distinct > Operand<T>::least ? distinct : Operand<T>::least)>;

[[gnu::always_inline]] inline unsigned lane() { return lockstep::sim::thread_rank() % 32; }

}  // namespace details

/// A part of a matrix: `num_elements` of it in each lane.
template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment;

template <int m, int n, int k, class T, class Layout>
class fragment<matrix_a, m, n, k, T, Layout> : public details::OperandData<T, m * k / 32> {
  static_assert(details::IsOperand<m, n, k, T>::value, "there is no fragment of this shape and type");
  static_assert(lockstep::sim::kOneOf<Layout, row_major, col_major>, "a fragment of a or b is row_major or col_major");

 public:
  static constexpr unsigned pack = std::is_same<Layout, row_major>::value ? details::Operand<T>::pack : 1;  ///< neighbours in memory
  [[gnu::always_inline]] static details::Place place(unsigned lane, unsigned i) {
    return details::place_in_a<m, details::Operand<T>::pack>(lane, i);
  }
};
template <int m, int n, int k, class T, class Layout>
class fragment<matrix_b, m, n, k, T, Layout> : public details::OperandData<T, k * n / 32> {
  static_assert(details::IsOperand<m, n, k, T>::value, "there is no fragment of this shape and type");
  static_assert(lockstep::sim::kOneOf<Layout, row_major, col_major>, "a fragment of a or b is row_major or col_major");

 public:
  static constexpr unsigned pack = std::is_same<Layout, col_major>::value ? details::Operand<T>::pack : 1;
  [[gnu::always_inline]] static details::Place place(unsigned lane, unsigned i) {
    return details::place_in_b<k, details::Operand<T>::pack>(lane, i);
  }
};
template <int m, int n, int k, class T>
class fragment<accumulator, m, n, k, T, void> : public details::FragmentData<T, T, m * n / 32, m * n / 32> {
  static_assert(details::IsSum<m, n, k, T>::value, "there is no fragment of this shape and type");

 public:
  static constexpr unsigned pack = 1;
  [[gnu::always_inline]] static details::Place place(unsigned lane, unsigned i) { return details::place_in_a<m, 2>(lane, i); }
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

using Word [[gnu::may_alias]] = std::uint32_t;

/// Where the element at `place` is in memory, whose rows (or columns) are `stride` elements apart.
[[gnu::always_inline]] inline unsigned offset(Place place, unsigned stride, bool row_by_row) {
  return row_by_row ? place.row * stride + place.column : place.column * stride + place.row;
}

/// Elements of less than 4 bytes that are neighbours in memory are one access of 4 bytes, as the hardware makes it.
template <class Fragment, class T>
[[gnu::always_inline]] inline void load(Fragment& target, const T* from, unsigned stride, bool row_by_row, Site site) {
  lockstep::sim::warp_exchange(0xffffffffu, 0, "load_matrix_sync", site);  // orders no memory, as in PTX
  const unsigned own = lane();
  for (unsigned i = 0; i < Fragment::distinct; i += Fragment::pack) {
    const T* const source = from + offset(Fragment::place(own, i), stride, row_by_row);
    if (Fragment::pack == 1) {
      target.x[i] = *source;
    } else {
      const Word word = *reinterpret_cast<const Word*>(source);
      __builtin_memcpy(static_cast<void*>(target.x + i), &word, sizeof word);
    }
  }
  for (unsigned i = Fragment::distinct; i < Fragment::num_elements; ++i) target.x[i] = target.x[i - Fragment::distinct];
}

}  // namespace details

/// Reads a matrix whose rows (columns, for a `col_major` fragment) are `stride` elements apart. All lanes of the warp must call it.
template <class Use, int m, int n, int k, class T, class Layout>
[[gnu::always_inline]] inline void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& target,
                                                    const lockstep::sim::Identity<typename details::Operand<T>::Stored>* from,
                                                    unsigned stride, details::Site site = details::Site::current()) {
  details::load(target, from, stride, std::is_same<Layout, row_major>::value, site);
}
template <int m, int n, int k, class T>
[[gnu::always_inline]] inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& target, const lockstep::sim::Identity<T>* from,
                                                    unsigned stride, layout_t layout, details::Site site = details::Site::current()) {
  details::load(target, from, stride, layout == mem_row_major, site);
}
template <int m, int n, int k, class T>
[[gnu::always_inline]] inline void store_matrix_sync(lockstep::sim::Identity<T>* to, const fragment<accumulator, m, n, k, T>& source,
                                                     unsigned stride, layout_t layout, details::Site site = details::Site::current()) {
  lockstep::sim::warp_exchange(0xffffffffu, 0, "store_matrix_sync", site);
  const unsigned own = details::lane();
  for (unsigned i = 0; i < source.num_elements; ++i)
    to[details::offset(source.place(own, i), stride, layout == mem_row_major)] = source.x[i];
}

/// d = a·b + c for the warp; d may be c. Of TF32 only its own bits count: without `__float_to_tf32` the others are cut off, as on the
/// hardware. Products are exact. Their sum, k by k after c, is kept in double and rounded once, to d's type, which is at least as accurate
/// as a tensor core; of doubles, each step is a fused multiply-add. Integers wrap, or with `saturates` stay at the largest or smallest.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class D, class C>
[[gnu::always_inline]] inline void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                            const fragment<matrix_b, m, n, k, T, LayoutB>& b, const fragment<accumulator, m, n, k, C>& c,
                                            details::Site site = details::Site::current()) {
  details::multiply(details::Product<m, n, k, T>{}, d.x, a.x, b.x, c.x, false, site);
}
template <int m, int n, int k, class T, class LayoutA, class LayoutB>
[[gnu::always_inline]] inline void mma_sync(fragment<accumulator, m, n, k, int>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                            const fragment<matrix_b, m, n, k, T, LayoutB>& b, const fragment<accumulator, m, n, k, int>& c,
                                            bool saturates, details::Site site = details::Site::current()) {
  details::multiply(details::Product<m, n, k, T>{}, d.x, a.x, b.x, c.x, saturates, site);
}

}  // namespace nvcuda::wmma

#include "lockstep/sim/device/sub_byte_fragments.hpp"
