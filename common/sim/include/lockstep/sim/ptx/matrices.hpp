/// @file
/// @brief PTX's instructions for tensor cores (PTX ISA, "Warp-Level Matrix Instructions").
#pragma once

#include "lockstep/sim/ptx/barriers.hpp"

namespace lockstep::sim::ptx {

/// The registers that a lane gives to a matrix.
template <class R, unsigned n>
struct RegisterList {
  R* at[n];
};
template <class R, class... Rest>
[[gnu::always_inline]] inline RegisterList<R, 1 + sizeof...(Rest)> registers_of(R& first, Rest&... rest) {
  return {{&first, &rest...}};
}

/// What the bits of a matrix's elements mean.
enum class Element : std::uint8_t { k_f16, k_bf16, k_tf32, k_s8, k_u8, k_s32, k_f32 };
template <class T>
struct ElementOf;
#define LOCKSTEP_PTX_ELEMENT(type)                      \
  template <>                                           \
  struct ElementOf<type> {                              \
    static constexpr Element value = Element::k_##type; \
  };
LOCKSTEP_PTX_ELEMENT(f16)
LOCKSTEP_PTX_ELEMENT(bf16)
LOCKSTEP_PTX_ELEMENT(tf32)
LOCKSTEP_PTX_ELEMENT(s8)
LOCKSTEP_PTX_ELEMENT(u8)
LOCKSTEP_PTX_ELEMENT(s32)
LOCKSTEP_PTX_ELEMENT(f32)
#undef LOCKSTEP_PTX_ELEMENT

/// A product of 16 rows and 8 columns.
struct Product {
  unsigned depth;
  bool saturates;
  Element d, a, b, c;
};
/// What a lane holds of the matrices, as words.
struct Fragments {
  u32 a[4], b[2], c[4], d[4];
};
/// Computes the warp's d = a·b + c. A sum of floats is kept in double and rounded once.
void multiply(const Product& product, Fragments& lane, Site site);

template <unsigned depth, bool saturates, class TD, class TA, class TB, class TC, class D, unsigned nd, class A, unsigned na, class B,
          unsigned nb, class C, unsigned nc>
LOCKSTEP_PTX mma(RegisterList<D, nd> d, RegisterList<A, na> a, RegisterList<B, nb> b, RegisterList<C, nc> c, Site site = Site::current()) {
  constexpr unsigned kPerWord = sizeof(TA) == 2 ? 2 : (sizeof(TA) == 1 ? 4 : 1);
  static_assert(na == depth / (2 * kPerWord) && nb == depth / (4 * kPerWord), "mma of this shape takes another number of registers");
  static_assert(nd == (sizeof(TD) == 2 ? 2 : 4) && nc == (sizeof(TC) == 2 ? 2 : 4), "mma of these types takes another number of registers");
  Fragments lane{};
  for (unsigned i = 0; i < na; ++i) lane.a[i] = as<u32>(*a.at[i]);
  for (unsigned i = 0; i < nb; ++i) lane.b[i] = as<u32>(*b.at[i]);
  for (unsigned i = 0; i < nc; ++i) lane.c[i] = as<u32>(*c.at[i]);
  multiply({depth, saturates, ElementOf<TD>::value, ElementOf<TA>::value, ElementOf<TB>::value, ElementOf<TC>::value}, lane, site);
  for (unsigned i = 0; i < nd; ++i) put(*d.at[i], lane.d[i]);
}

/// Where the lane's elements of each of `count` matrices of 8 rows of 16 bytes are; lane 8m + r knows row r of matrix m.
struct MatrixPlaces {
  u64 first[4], second[4];
};
/// @param name  of the instruction, for messages
void find_elements(const char* name, u64 row, unsigned count, bool transposes, MatrixPlaces& places, Site site);

template <bool transposes, class D>
LOCKSTEP_PTX load_element(const MatrixPlaces& places, unsigned i, D& d) {
  if (transposes)
    put(d, u32{*reinterpret_cast<const u16*>(places.first[i])} | u32{*reinterpret_cast<const u16*>(places.second[i])} << 16);
  else
    put(d, *reinterpret_cast<const u32*>(places.first[i]));
}
template <bool transposes, class... D>
LOCKSTEP_PTX ldmatrix(u64 row, D&... d) {
  MatrixPlaces places;
  find_elements("ldmatrix", row, sizeof...(D), transposes, places, Site::current());
  unsigned i = 0;
  (load_element<transposes>(places, i++, d), ...);
}

template <bool transposes, class A>
LOCKSTEP_PTX store_element(const MatrixPlaces& places, unsigned i, const A& a) {
  const u32 word = as<u32>(a);
  if (transposes) {
    *reinterpret_cast<u16*>(places.first[i]) = static_cast<u16>(word);
    *reinterpret_cast<u16*>(places.second[i]) = static_cast<u16>(word >> 16);
  } else {
    *reinterpret_cast<u32*>(places.first[i]) = word;
  }
}
template <bool transposes, class... A>
LOCKSTEP_PTX stmatrix(u64 row, const A&... a) {
  MatrixPlaces places;
  find_elements("stmatrix", row, sizeof...(A), transposes, places, Site::current());
  unsigned i = 0;
  (store_element<transposes>(places, i++, a), ...);
}

#undef LOCKSTEP_PTX

}  // namespace lockstep::sim::ptx
