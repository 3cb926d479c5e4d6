/// @file
/// @brief Tensor-core fragments of 4 bits and of 1 bit (CUDA C++ Programming Guide, "Sub-byte Operations"). Part of mma.h.
///
/// A lane holds one word of a and one of b: lane 4r + c holds word c of a's row r, or of b's column r. There is one layout of each.
#pragma once

#include "mma.h"

namespace nvcuda::wmma {

namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

namespace details {

template <>
struct IsSum<8, 8, 32, int> : std::true_type {};
template <>
struct IsSum<8, 8, 128, int> : std::true_type {};

/// Elements that share a word, as a program sees them.
template <class T, class Storage, unsigned elements>
struct SubByteData {
  enum { num_elements = elements, num_storage_elements = 1 };
  using element_type = T;
  using storage_element_type = Storage;
  Storage x[1];
};

[[gnu::always_inline]] inline Word load_word(const void* from, unsigned words_apart, Site site) {
  lockstep::sim::warp_exchange(0xffffffffu, 0, "load_matrix_sync", site);  // orders no memory, as in PTX
  return static_cast<const Word*>(from)[lane() / 4 * words_apart + lane() % 4];
}

/// d = a·b + c. The library's part.
void multiply_4_bits(int* d, unsigned a, unsigned b, const int* c, bool is_signed, bool saturates, Site site);
void multiply_bits(int* d, unsigned a, unsigned b, const int* c, experimental::bmmaBitOp operation, Site site);

}  // namespace details

/// The fragment of a or b, how it is filled with the low bits of a value, and how it is loaded from rows (columns, for b) that lie `stride`
/// elements apart.
#define LOCKSTEP_SUB_BYTE(Use, k, T, Layout, Storage, elements, filled)                                                                   \
  template <>                                                                                                                             \
  class fragment<Use, 8, 8, k, experimental::precision::T, Layout>                                                                        \
      : public details::SubByteData<experimental::precision::T, Storage, elements> {};                                                    \
  [[gnu::always_inline]] inline void fill_fragment(fragment<Use, 8, 8, k, experimental::precision::T, Layout>& target, Storage value) {   \
    target.x[0] = static_cast<Storage>(filled);                                                                                           \
  }                                                                                                                                       \
  [[gnu::always_inline]] inline void load_matrix_sync(fragment<Use, 8, 8, k, experimental::precision::T, Layout>& target,                 \
                                                      const void* from, unsigned stride, details::Site site = details::Site::current()) { \
    target.x[0] = static_cast<Storage>(details::load_word(from, stride / (elements), site));                                              \
  }
#define LOCKSTEP_SUB_BYTES(k, T, Storage, elements, filled)               \
  LOCKSTEP_SUB_BYTE(matrix_a, k, T, row_major, Storage, elements, filled) \
  LOCKSTEP_SUB_BYTE(matrix_b, k, T, col_major, Storage, elements, filled)
LOCKSTEP_SUB_BYTES(32, u4, unsigned, 8, (value & 0xfu) * 0x11111111u)
LOCKSTEP_SUB_BYTES(32, s4, int, 8, (static_cast<unsigned>(value) & 0xfu) * 0x11111111u)
LOCKSTEP_SUB_BYTES(128, b1, unsigned, 32, 0u - (value & 1u))
#undef LOCKSTEP_SUB_BYTES
#undef LOCKSTEP_SUB_BYTE

/// d = a·b + c for the warp; d may be c. The sum wraps, or with `saturates` stays at the largest or smallest.
#define LOCKSTEP_MMA_OF_4_BITS(T, is_signed)                                                                                       \
  [[gnu::always_inline]] inline void mma_sync(                                                                                     \
      fragment<accumulator, 8, 8, 32, int>& d, const fragment<matrix_a, 8, 8, 32, experimental::precision::T, row_major>& a,       \
      const fragment<matrix_b, 8, 8, 32, experimental::precision::T, col_major>& b, const fragment<accumulator, 8, 8, 32, int>& c, \
      bool saturates = false, details::Site site = details::Site::current()) {                                                     \
    details::multiply_4_bits(d.x, static_cast<unsigned>(a.x[0]), static_cast<unsigned>(b.x[0]), c.x, is_signed, saturates, site);  \
  }
LOCKSTEP_MMA_OF_4_BITS(u4, false)
LOCKSTEP_MMA_OF_4_BITS(s4, true)
#undef LOCKSTEP_MMA_OF_4_BITS

/// d = c + the number of bits that a's row and b's column differ in, or have both.
[[gnu::always_inline]] inline void bmma_sync(fragment<accumulator, 8, 8, 128, int>& d,
                                             const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
                                             const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b,
                                             const fragment<accumulator, 8, 8, 128, int>& c,
                                             experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
                                             experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC,
                                             details::Site site = details::Site::current()) {
  details::multiply_bits(d.x, a.x[0], b.x[0], c.x, operation, site);
}

}  // namespace nvcuda::wmma
