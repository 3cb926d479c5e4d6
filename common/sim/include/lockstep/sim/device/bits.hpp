/// @file
/// @brief Integer intrinsics and reinterpretation of bits (CUDA Math API, "Integer Intrinsics" and "Type Casting Intrinsics").
#pragma once

#include <cstdint>
#include "lockstep/sim/dialect.hpp"

#include "vector_types.h"

namespace lockstep::sim {
__extension__ typedef __int128 Wide;  // products of 64-bit factors; not ISO C++, hence the mark
__extension__ typedef unsigned __int128 UnsignedWide;
}  // namespace lockstep::sim

#define LOCKSTEP_INTRINSIC [[gnu::always_inline]] inline constexpr

// ---- The same bits as another type --------------------------------------------------------------------------------

LOCKSTEP_INTRINSIC int __float_as_int(float x) { return lockstep::sim::bits_as<int>(x); }
LOCKSTEP_INTRINSIC unsigned __float_as_uint(float x) { return lockstep::sim::bits_as<unsigned>(x); }
LOCKSTEP_INTRINSIC float __int_as_float(int x) { return lockstep::sim::bits_as<float>(x); }
LOCKSTEP_INTRINSIC float __uint_as_float(unsigned x) { return lockstep::sim::bits_as<float>(x); }
LOCKSTEP_INTRINSIC long long __double_as_longlong(double x) { return lockstep::sim::bits_as<long long>(x); }
LOCKSTEP_INTRINSIC double __longlong_as_double(long long x) { return lockstep::sim::bits_as<double>(x); }
LOCKSTEP_INTRINSIC int __double2hiint(double x) { return static_cast<int>(lockstep::sim::bits_as<long long>(x) >> 32); }
LOCKSTEP_INTRINSIC int __double2loint(double x) { return static_cast<int>(lockstep::sim::bits_as<long long>(x)); }
LOCKSTEP_INTRINSIC double __hiloint2double(int high, int low) {
  return lockstep::sim::bits_as<double>(static_cast<std::uint64_t>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low));
}

// ---- Counting and moving bits -------------------------------------------------------------------------------------

LOCKSTEP_INTRINSIC int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
LOCKSTEP_INTRINSIC int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
/// The position of the lowest 1, counted from 1; 0 where there is none.
LOCKSTEP_INTRINSIC int __ffs(int x) { return __builtin_ffs(x); }
LOCKSTEP_INTRINSIC int __ffsll(long long x) { return __builtin_ffsll(x); }
LOCKSTEP_INTRINSIC int __popc(unsigned x) { return __builtin_popcount(x); }
LOCKSTEP_INTRINSIC int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

LOCKSTEP_INTRINSIC unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
LOCKSTEP_INTRINSIC unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 | __brev(static_cast<unsigned>(x >> 32));
}

/// Picks four bytes of `y:x` by the low three bits of each nibble of `selector`.
LOCKSTEP_INTRINSIC unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= (static_cast<unsigned>(bytes >> 8 * (selector >> 4 * i & 7)) & 0xff) << 8 * i;
  return result;
}

/// The high word of `hi:lo` shifted left by `shift` mod 32.
LOCKSTEP_INTRINSIC unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(high) << 32 | low) << (shift & 31) >> 32);
}
/// The same, with shifts above 32 taken as 32.
LOCKSTEP_INTRINSIC unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
/// The low word of `hi:lo` shifted right by `shift` mod 32.
LOCKSTEP_INTRINSIC unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(high) << 32 | low) >> (shift & 31));
}
/// The same, with shifts above 32 taken as 32.
LOCKSTEP_INTRINSIC unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/// The position of the `offset`-th 1 of `mask`, counted from bit `base` upwards (or downwards where negative); 0 asks for `base` itself.
LOCKSTEP_INTRINSIC unsigned __fns(unsigned mask, unsigned base, int offset) {
  int left = offset == 0 ? 1 : (offset < 0 ? -offset : offset);
  const int step = offset < 0 ? -1 : 1;
  for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step) {
    if ((mask >> i & 1u) != 0 && --left == 0) return static_cast<unsigned>(i);
    if (offset == 0) break;
  }
  return 0xffffffffu;
}

// ---- Arithmetic ---------------------------------------------------------------------------------------------------

LOCKSTEP_INTRINSIC int __mulhi(int x, int y) { return static_cast<int>(static_cast<std::int64_t>(x) * y >> 32); }
LOCKSTEP_INTRINSIC unsigned __umulhi(unsigned x, unsigned y) { return static_cast<unsigned>(static_cast<std::uint64_t>(x) * y >> 32); }
LOCKSTEP_INTRINSIC long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<lockstep::sim::Wide>(x) * y >> 64);
}
LOCKSTEP_INTRINSIC unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<lockstep::sim::UnsignedWide>(x) * y >> 64);
}
LOCKSTEP_INTRINSIC unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
/// The low word of the product of the low 24 bits, taken as signed.
LOCKSTEP_INTRINSIC int __mul24(int x, int y) {
  const int a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const int b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}
/// z + |x − y|
LOCKSTEP_INTRINSIC unsigned __sad(int x, int y, unsigned z) {
  return z + (x > y ? static_cast<unsigned>(x) - static_cast<unsigned>(y) : static_cast<unsigned>(y) - static_cast<unsigned>(x));
}
LOCKSTEP_INTRINSIC unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }
/// (x + y) / 2 without overflow, rounded down; with `r`, rounded up.
LOCKSTEP_INTRINSIC int __hadd(int x, int y) { return static_cast<int>((static_cast<std::int64_t>(x) + y) >> 1); }
LOCKSTEP_INTRINSIC int __rhadd(int x, int y) { return static_cast<int>((static_cast<std::int64_t>(x) + y + 1) >> 1); }
LOCKSTEP_INTRINSIC unsigned __uhadd(unsigned x, unsigned y) { return static_cast<unsigned>((static_cast<std::uint64_t>(x) + y) >> 1); }
LOCKSTEP_INTRINSIC unsigned __urhadd(unsigned x, unsigned y) { return static_cast<unsigned>((static_cast<std::uint64_t>(x) + y + 1) >> 1); }

// ---- Dot products of bytes and halfwords --------------------------------------------------------------------------

namespace lockstep::sim {

/// The i-th part of a word, as wide as `Part`.
template <class Part, class Word>
LOCKSTEP_INTRINSIC int part(Word word, unsigned i) {
  return static_cast<Part>(static_cast<unsigned>(word) >> i * 8 * sizeof(Part));
}
/// c + Σ aᵢbᵢ, wrapping.
template <class A, class B, class Word>
LOCKSTEP_INTRINSIC Word dot_parts(Word a, Word b, Word c, unsigned terms, unsigned first_of_b) {
  auto sum = static_cast<unsigned>(c);
  for (unsigned i = 0; i < terms; ++i) sum += static_cast<unsigned>(part<A>(a, i) * part<B>(b, first_of_b + i));
  return static_cast<Word>(sum);
}

}  // namespace lockstep::sim

LOCKSTEP_INTRINSIC int __dp4a(int a, int b, int c) { return lockstep::sim::dot_parts<std::int8_t, std::int8_t>(a, b, c, 4, 0); }
LOCKSTEP_INTRINSIC unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return lockstep::sim::dot_parts<std::uint8_t, std::uint8_t>(a, b, c, 4, 0);
}
LOCKSTEP_INTRINSIC int __dp4a(char4 a, char4 b, int c) { return __dp4a(lockstep::sim::bits_as<int>(a), lockstep::sim::bits_as<int>(b), c); }
LOCKSTEP_INTRINSIC unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(lockstep::sim::bits_as<unsigned>(a), lockstep::sim::bits_as<unsigned>(b), c);
}
LOCKSTEP_INTRINSIC int __dp2a_lo(int a, int b, int c) { return lockstep::sim::dot_parts<std::int16_t, std::int8_t>(a, b, c, 2, 0); }
LOCKSTEP_INTRINSIC unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return lockstep::sim::dot_parts<std::uint16_t, std::uint8_t>(a, b, c, 2, 0);
}
LOCKSTEP_INTRINSIC int __dp2a_lo(short2 a, char4 b, int c) {
  return __dp2a_lo(lockstep::sim::bits_as<int>(a), lockstep::sim::bits_as<int>(b), c);
}
LOCKSTEP_INTRINSIC unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_lo(lockstep::sim::bits_as<unsigned>(a), lockstep::sim::bits_as<unsigned>(b), c);
}
LOCKSTEP_INTRINSIC int __dp2a_hi(int a, int b, int c) { return lockstep::sim::dot_parts<std::int16_t, std::int8_t>(a, b, c, 2, 2); }
LOCKSTEP_INTRINSIC unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
  return lockstep::sim::dot_parts<std::uint16_t, std::uint8_t>(a, b, c, 2, 2);
}
LOCKSTEP_INTRINSIC int __dp2a_hi(short2 a, char4 b, int c) {
  return __dp2a_hi(lockstep::sim::bits_as<int>(a), lockstep::sim::bits_as<int>(b), c);
}
LOCKSTEP_INTRINSIC unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_hi(lockstep::sim::bits_as<unsigned>(a), lockstep::sim::bits_as<unsigned>(b), c);
}

#undef LOCKSTEP_INTRINSIC
