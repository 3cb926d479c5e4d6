/// @file
/// @brief PTX's instructions on bits, shifts and comparisons (PTX ISA, "Logic and Shift Instructions" and "Comparison and Selection
/// Instructions").
#pragma once

#include "lockstep/sim/ptx/integers.hpp"

namespace lockstep::sim::ptx {

template <class T, class D, class A>
LOCKSTEP_PTX mov(D& d, const A& a) {
  put(d, as<T>(a));
}
/// `mov.b64 d, {a, b};`: a is the low half.
template <class T, class D, class A, class B>
LOCKSTEP_PTX pack(D& d, const A& a, const B& b) {
  using Half = typename Word<sizeof(T) / 2>::type;
  put(d, static_cast<T>(as<Half>(a) | static_cast<T>(as<Half>(b)) << 4 * sizeof(T)));
}
template <class T, class D, class A0, class A1, class A2, class A3>
LOCKSTEP_PTX pack(D& d, const A0& a0, const A1& a1, const A2& a2, const A3& a3) {
  typename Word<sizeof(T) / 2>::type low, high;
  pack<decltype(low)>(low, a0, a1);
  pack<decltype(high)>(high, a2, a3);
  pack<T>(d, low, high);
}
template <class T, class A, class B, class S>
LOCKSTEP_PTX unpack(A& a, B& b, const S& s) {
  using Half = typename Word<sizeof(T) / 2>::type;
  put(a, static_cast<Half>(as<T>(s)));
  put(b, static_cast<Half>(as<T>(s) >> 4 * sizeof(T)));
}
template <class T, class A0, class A1, class A2, class A3, class S>
LOCKSTEP_PTX unpack(A0& a0, A1& a1, A2& a2, A3& a3, const S& s) {
  typename Word<sizeof(T) / 2>::type low, high;
  unpack<T>(low, high, s);
  unpack<decltype(low)>(a0, a1, low);
  unpack<decltype(high)>(a2, a3, high);
}

template <class T, class D, class A, class B>
LOCKSTEP_PTX and_(D& d, const A& a, const B& b) {
  put(d, static_cast<T>(as<T>(a) & as<T>(b)));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX or_(D& d, const A& a, const B& b) {
  put(d, static_cast<T>(as<T>(a) | as<T>(b)));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX xor_(D& d, const A& a, const B& b) {
  put(d, static_cast<T>(as<T>(a) ^ as<T>(b)));
}
[[gnu::always_inline]] inline bool complement(bool predicate) { return !predicate; }
template <class T>
[[gnu::always_inline]] inline T complement(T bits) {
  return static_cast<T>(~bits);
}
template <class T, class D, class A>
LOCKSTEP_PTX not_(D& d, const A& a) {
  put(d, complement(as<T>(a)));
}
template <class T, class D, class A>
LOCKSTEP_PTX cnot(D& d, const A& a) {
  put(d, static_cast<T>(as<T>(a) == 0));
}
/// Shifts by more than all bits leave no bit.
template <class T, class D, class A, class B>
LOCKSTEP_PTX shl(D& d, const A& a, const B& b) {
  const u32 by = as<u32>(b);
  put(d, by >= 8 * sizeof(T) ? T{0} : static_cast<T>(as<T>(a) << by));
}
template <class T, class D, class A, class B>
LOCKSTEP_PTX shr(D& d, const A& a, const B& b) {
  const u32 by = as<u32>(b);
  const T x = as<T>(a);
  put(d, by >= 8 * sizeof(T) ? (x < 0 ? static_cast<T>(-1) : T{0}) : static_cast<T>(x >> by));
}
#define LOCKSTEP_PTX_FUNNEL(name, intrinsic)                    \
  template <class T, class D, class A, class B, class C>        \
  LOCKSTEP_PTX name(D& d, const A& a, const B& b, const C& c) { \
    put(d, intrinsic(as<u32>(a), as<u32>(b), as<u32>(c)));      \
  }
LOCKSTEP_PTX_FUNNEL(shf_l_wrap, __funnelshift_l)
LOCKSTEP_PTX_FUNNEL(shf_l_clamp, __funnelshift_lc)
LOCKSTEP_PTX_FUNNEL(shf_r_wrap, __funnelshift_r)
LOCKSTEP_PTX_FUNNEL(shf_r_clamp, __funnelshift_rc)
#undef LOCKSTEP_PTX_FUNNEL
/// Bit i of the table `lut` is the result where the bits of a, b and c make the number i.
template <class T, class D, class A, class B, class C, class L>
LOCKSTEP_PTX lop3(D& d, const A& a, const B& b, const C& c, const L& lut) {
  const u32 x = as<u32>(a), y = as<u32>(b), z = as<u32>(c), table = as<u32>(lut);
  u32 result = 0;
  for (u32 i = 0; i < 8; ++i)
    if ((table >> i & 1) != 0) result |= ((i & 4) != 0 ? x : ~x) & ((i & 2) != 0 ? y : ~y) & ((i & 1) != 0 ? z : ~z);
  put(d, result);
}

/// `length` bits from `start` on, with the sign of the last of them where T is signed.
template <class T, class D, class A, class B, class C>
LOCKSTEP_PTX bfe(D& d, const A& a, const B& start, const C& length) {
  constexpr u32 kBits = 8 * sizeof(T);
  const T x = as<T>(a);
  const u32 first = as<u32>(start) & 0xff, count = as<u32>(length) & 0xff;
  const auto bit = [&](u32 i) { return static_cast<u32>(x >> i) & 1; };
  const u32 last = first + count - 1 < kBits - 1 ? first + count - 1 : kBits - 1;
  const bool sign = std::is_signed<T>::value && count != 0 && bit(last) != 0;
  WordOf<T> result = 0;
  for (u32 i = 0; i < kBits; ++i)
    result |= static_cast<WordOf<T>>(i < count && first + i < kBits ? bit(first + i) : static_cast<u32>(sign)) << i;
  put(d, result);
}
/// b with `length` bits of a from `start` on.
template <class T, class D, class A, class B, class S, class L>
LOCKSTEP_PTX bfi(D& d, const A& a, const B& b, const S& start, const L& length) {
  constexpr u32 kBits = 8 * sizeof(T);
  const u32 first = as<u32>(start) & 0xff, count = as<u32>(length) & 0xff;
  T result = as<T>(b);
  for (u32 i = 0; i < count && first + i < kBits; ++i) {
    const T mask = static_cast<T>(T{1} << (first + i));
    result = static_cast<T>((as<T>(a) >> i & 1) != 0 ? result | mask : result & ~mask);
  }
  put(d, result);
}
template <class T, class D, class A>
LOCKSTEP_PTX brev(D& d, const A& a) {
  if constexpr (sizeof(T) == 4)
    put(d, __brev(as<u32>(a)));
  else
    put(d, static_cast<u64>(__brevll(as<u64>(a))));
}
template <class T, class D, class A>
LOCKSTEP_PTX clz(D& d, const A& a) {
  put(d, static_cast<u32>(sizeof(T) == 4 ? __clz(static_cast<int>(as<u32>(a))) : __clzll(static_cast<long long>(as<u64>(a)))));
}
template <class T, class D, class A>
LOCKSTEP_PTX popc(D& d, const A& a) {
  put(d, static_cast<u32>(__popcll(as<T>(a))));
}
/// The position of the highest bit that is not the sign; all ones where there is none.
template <class T, class D, class A>
LOCKSTEP_PTX bfind(D& d, const A& a) {
  const T x = as<T>(a);
  const WordOf<T> bits = static_cast<WordOf<T>>(x < 0 ? ~x : x);
  put(d, bits == 0 ? ~u32{0} : static_cast<u32>(63 - __clzll(static_cast<long long>(u64{bits}))));
}
template <class T, class D, class A>
LOCKSTEP_PTX bfind_shiftamt(D& d, const A& a) {
  u32 place = 0;
  bfind<T>(place, a);
  put(d, place == ~u32{0} ? place : static_cast<u32>(8 * sizeof(T) - 1) - place);
}
/// Four bytes of b:a by the nibbles of `selector`; a nibble's top bit asks for the sign of the byte instead.
template <class T, class D, class A, class B, class S>
LOCKSTEP_PTX prmt(D& d, const A& a, const B& b, const S& selector) {
  const u64 bytes = u64{as<u32>(b)} << 32 | as<u32>(a);
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 nibble = as<u32>(selector) >> 4 * i;
    const u32 byte = static_cast<u32>(bytes >> 8 * (nibble & 7)) & 0xff;
    result |= ((nibble & 8) == 0 ? byte : ((byte & 0x80) != 0 ? 0xffu : 0u)) << 8 * i;
  }
  put(d, result);
}
/// The modes in which `selector` has a number from 0 to 3, and the mode's table the selectors.
#define LOCKSTEP_PTX_PERMUTE(mode, zero, one, two, three)                     \
  template <class T, class D, class A, class B, class S>                      \
  LOCKSTEP_PTX prmt_##mode(D& d, const A& a, const B& b, const S& selector) { \
    constexpr u32 kSelectors[] = {zero, one, two, three};                     \
    prmt<T>(d, a, b, kSelectors[as<u32>(selector) & 3]);                      \
  }
LOCKSTEP_PTX_PERMUTE(f4e, 0x3210, 0x4321, 0x5432, 0x6543)
LOCKSTEP_PTX_PERMUTE(b4e, 0x5670, 0x6701, 0x7012, 0x0123)
LOCKSTEP_PTX_PERMUTE(rc8, 0x0000, 0x1111, 0x2222, 0x3333)
LOCKSTEP_PTX_PERMUTE(ecl, 0x3210, 0x3211, 0x3222, 0x3333)
LOCKSTEP_PTX_PERMUTE(ecr, 0x0000, 0x1110, 0x2210, 0x3210)
LOCKSTEP_PTX_PERMUTE(rc16, 0x1010, 0x3232, 0x1010, 0x3232)
#undef LOCKSTEP_PTX_PERMUTE

/// How `setp` and `set` compare; those that end in u hold where an operand is NaN, too.
enum class Compare { eq, ne, lt, le, gt, ge, lo, ls, hi, hs, equ, neu, ltu, leu, gtu, geu, num, nan };
template <Compare how, class T>
[[gnu::always_inline]] inline bool compares(T a, T b) {
  if constexpr (std::is_class<T>::value) {
    return compares<how>(half_value(a), half_value(b));
  } else {
    const bool unordered = a != a || b != b;
    switch (how) {
      case Compare::eq:
        return a == b;
      case Compare::ne:
        return !unordered && a != b;
      case Compare::lt:
      case Compare::lo:
        return a < b;
      case Compare::le:
      case Compare::ls:
        return a <= b;
      case Compare::gt:
      case Compare::hi:
        return a > b;
      case Compare::ge:
      case Compare::hs:
        return a >= b;
      case Compare::equ:
        return unordered || a == b;
      case Compare::neu:
        return a != b;
      case Compare::ltu:
        return unordered || a < b;
      case Compare::leu:
        return unordered || a <= b;
      case Compare::gtu:
        return unordered || a > b;
      case Compare::geu:
        return unordered || a >= b;
      case Compare::num:
        return !unordered;
      default:
        return unordered;
    }
  }
}
template <Compare how, class T, class P, class A, class B>
LOCKSTEP_PTX setp(P& p, const A& a, const B& b) {
  put(p, compares<how>(as<T>(a), as<T>(b)));
}
/// `p|q`: q is the opposite.
template <Compare how, class T, class P, class Q, class A, class B>
LOCKSTEP_PTX setp(P& p, Q& q, const A& a, const B& b) {
  const bool holds = compares<how>(as<T>(a), as<T>(b));
  put(p, holds);
  put(q, !holds);
}
/// With a predicate that the result is combined with.
enum class Combine { and_, or_, xor_ };
[[gnu::always_inline]] inline bool combined(Combine by, bool a, bool b) {
  return by == Combine::and_ ? a && b : (by == Combine::or_ ? a || b : a != b);
}
template <Compare how, Combine by, class T, class P, class A, class B, class C>
LOCKSTEP_PTX setp_with(P& p, const A& a, const B& b, const C& c) {
  put(p, combined(by, compares<how>(as<T>(a), as<T>(b)), as<bool>(c)));
}
template <Compare how, Combine by, class T, class P, class Q, class A, class B, class C>
LOCKSTEP_PTX setp_with(P& p, Q& q, const A& a, const B& b, const C& c) {
  const bool holds = compares<how>(as<T>(a), as<T>(b));
  put(p, combined(by, holds, as<bool>(c)));
  put(q, combined(by, !holds, as<bool>(c)));
}
/// All ones, or 1.0.
template <Compare how, class R, class T, class D, class A, class B>
LOCKSTEP_PTX set(D& d, const A& a, const B& b) {
  const bool holds = compares<how>(as<T>(a), as<T>(b));
  if constexpr (std::is_same<R, float>::value)
    put(d, holds ? 1.0f : 0.0f);
  else
    put(d, holds ? ~u32{0} : u32{0});
}
template <class T, class D, class A, class B, class P>
LOCKSTEP_PTX selp(D& d, const A& a, const B& b, const P& p) {
  put(d, as<bool>(p) ? as<T>(a) : as<T>(b));
}
template <class T, class TC, class D, class A, class B, class C>
LOCKSTEP_PTX slct(D& d, const A& a, const B& b, const C& c) {
  put(d, as<TC>(c) >= TC{0} ? as<T>(a) : as<T>(b));
}

}  // namespace lockstep::sim::ptx
