/// @file
/// @brief PTX's loads, stores and atomics (PTX ISA, "Data Movement and Conversion Instructions" and "atom").
///
/// Addresses of all kinds of memory are generic here. An address of shared memory that a program keeps in 32 bits is completed with the
/// upper half of the block's.
#pragma once

#include "lockstep/sim/device/atomics.hpp"
#include "lockstep/sim/device/control.hpp"
#include "lockstep/sim/device/pipeline.hpp"
#include "lockstep/sim/ptx/floats.hpp"

namespace lockstep::sim::ptx {

template <class A>
[[gnu::always_inline]] inline u64 address(const A& a, long long offset) {
  return as<u64>(a) + static_cast<u64>(offset);
}
template <class A>
[[gnu::always_inline]] inline u64 shared_address_of(const A& a, long long offset) {
  const u64 at = as<u64>(a);
  const u64 block = at >> 32 == 0 ? reinterpret_cast<u64>(dynamic_shared_memory()) >> 32 << 32 : 0;
  return (block | at) + static_cast<u64>(offset);
}

/// What a vector instruction moves at once.
template <unsigned part, unsigned parts>
struct Vector;
template <>
struct Vector<1, 2> {
  using type = uchar2;
};
template <>
struct Vector<1, 4> {
  using type = uchar4;
};
template <>
struct Vector<2, 2> {
  using type = ushort2;
};
template <>
struct Vector<2, 4> {
  using type = ushort4;
};
template <>
struct Vector<4, 2> {
  using type = uint2;
};
template <>
struct Vector<4, 4> {
  using type = uint4;
};
template <>
struct Vector<8, 2> {
  using type = ulonglong2;
};

template <class T, class D>
LOCKSTEP_PTX load(u64 from, D& d) {
  put(d, *reinterpret_cast<const T*>(from));
}
template <class T, class D0, class D1>
LOCKSTEP_PTX load(u64 from, D0& d0, D1& d1) {
  const auto all = *reinterpret_cast<const typename Vector<sizeof(T), 2>::type*>(from);
  put(d0, as<T>(all.x));
  put(d1, as<T>(all.y));
}
template <class T, class D0, class D1, class D2, class D3>
LOCKSTEP_PTX load(u64 from, D0& d0, D1& d1, D2& d2, D3& d3) {
  const auto all = *reinterpret_cast<const typename Vector<sizeof(T), 4>::type*>(from);
  put(d0, as<T>(all.x));
  put(d1, as<T>(all.y));
  put(d2, as<T>(all.z));
  put(d3, as<T>(all.w));
}
template <class T, class A>
LOCKSTEP_PTX store(u64 to, const A& a) {
  *reinterpret_cast<T*>(to) = as<T>(a);
}
template <class T, class A0, class A1>
LOCKSTEP_PTX store(u64 to, const A0& a0, const A1& a1) {
  using W = WordOf<T>;
  *reinterpret_cast<typename Vector<sizeof(T), 2>::type*>(to) = {as<W>(a0), as<W>(a1)};
}
template <class T, class A0, class A1, class A2, class A3>
LOCKSTEP_PTX store(u64 to, const A0& a0, const A1& a1, const A2& a2, const A3& a3) {
  using W = WordOf<T>;
  *reinterpret_cast<typename Vector<sizeof(T), 4>::type*>(to) = {as<W>(a0), as<W>(a1), as<W>(a2), as<W>(a3)};
}
/// What a volatile vector is accessed as: at once, so that no other thread comes between its parts.
template <std::size_t bytes>
struct Whole : Word<bytes> {};
template <>
struct Whole<16> {
  using type = u64 __attribute__((vector_size(16)));
};
template <class T, class... D>
LOCKSTEP_PTX load_volatile(u64 from, D&... d) {
  using W = typename Whole<sizeof(T) * sizeof...(D)>::type;
  const W all = *reinterpret_cast<const volatile W*>(from);
  T parts[sizeof...(D)];
  __builtin_memcpy(parts, &all, sizeof all);
  const T* next = parts;
  (put(d, *next++), ...);
}
template <class T, class... A>
LOCKSTEP_PTX store_volatile(u64 to, const A&... a) {
  using W = typename Whole<sizeof(T) * sizeof...(A)>::type;
  const T parts[] = {as<T>(a)...};
  W all;
  __builtin_memcpy(&all, parts, sizeof all);
  *reinterpret_cast<volatile W*>(to) = all;
}

/// What the simulator's atomics take: floats, halves, and integers of some names.
template <class T>
using AtomicOf =
    std::conditional_t<!std::is_integral<T>::value, T,
                       std::conditional_t<std::is_signed<T>::value, std::conditional_t<sizeof(T) == 4, int, long long>,
                                          std::conditional_t<sizeof(T) == 2, unsigned short,
                                                             std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>>>>;

template <class T, MemoryOrder order, Scope scope, class D>
LOCKSTEP_PTX load_ordered(u64 from, D& d, Site site = Site::current()) {
  using W = AtomicOf<WordOf<T>>;
  put(d, as<T>(atomic_update<AtomicOp::load>(reinterpret_cast<W*>(from), W{}, scope, site, order)));
}
template <class T, MemoryOrder order, Scope scope, class A>
LOCKSTEP_PTX store_ordered(u64 to, const A& a, Site site = Site::current()) {
  using W = AtomicOf<WordOf<T>>;
  atomic_update<AtomicOp::store>(reinterpret_cast<W*>(to), static_cast<W>(as<WordOf<T>>(a)), scope, site, order);
}
template <AtomicOp operation, class T, MemoryOrder order, Scope scope, class D, class A>
LOCKSTEP_PTX atom(D& d, u64 at, const A& a, Site site = Site::current()) {
  using W = AtomicOf<T>;
  put(d, static_cast<T>(atomic_update<operation>(reinterpret_cast<W*>(at), static_cast<W>(as<T>(a)), scope, site, order)));
}
template <AtomicOp operation, class T, MemoryOrder order, Scope scope, class A>
LOCKSTEP_PTX red(u64 at, const A& a, Site site = Site::current()) {
  using W = AtomicOf<T>;
  ignore_atomic_result();
  atomic_update<operation>(reinterpret_cast<W*>(at), static_cast<W>(as<T>(a)), scope, site, order);
}
template <class T, MemoryOrder order, Scope scope, class D, class A, class B>
LOCKSTEP_PTX atom_cas(D& d, u64 at, const A& expected, const B& desired, Site site = Site::current()) {
  using W = AtomicOf<T>;
  put(d, static_cast<T>(atomic_compare_exchange(reinterpret_cast<W*>(at), static_cast<W>(as<T>(expected)), static_cast<W>(as<T>(desired)),
                                                scope, site, order, MemoryOrder::relaxed)));
}

template <class... A>
LOCKSTEP_PTX no_effect(const A&...) {}

template <class A>
LOCKSTEP_PTX isspacep_shared(bool& p, const A& a) {
  p = __isShared(reinterpret_cast<const void*>(as<u64>(a))) != 0;
}
template <class A>
LOCKSTEP_PTX isspacep_local(bool& p, const A& a) {
  p = __isLocal(reinterpret_cast<const void*>(as<u64>(a))) != 0;
}
template <class A>
LOCKSTEP_PTX isspacep_global(bool& p, const A& a) {
  p = __isGlobal(reinterpret_cast<const void*>(as<u64>(a))) != 0;
}

/// A copy of `bytes`, of which only the first `given` are read and the others become zero.
template <class N, class G>
LOCKSTEP_PTX cp_async(u64 to, u64 from, const N& bytes, const G& given, Site site = Site::current()) {
  const u32 size = as<u32>(bytes), source = as<u32>(given);
  pipeline_copy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), size, source < size ? size - source : 0, site);
}
template <class N>
LOCKSTEP_PTX cp_async(u64 to, u64 from, const N& bytes, Site site = Site::current()) {
  cp_async(to, from, bytes, bytes, site);
}
template <class N>
LOCKSTEP_PTX cp_async(u64 to, u64 from, const N& bytes, const bool& ignores_source, Site site = Site::current()) {
  cp_async(to, from, bytes, ignores_source ? u32{0} : as<u32>(bytes), site);
}
LOCKSTEP_PTX cp_async_commit_group() { pipeline_commit(); }
template <class N>
LOCKSTEP_PTX cp_async_wait_group(const N& newest) {
  pipeline_wait_prior(as<u32>(newest));
}
LOCKSTEP_PTX cp_async_wait_all() {
  pipeline_commit();
  pipeline_wait_prior(0);
}

}  // namespace lockstep::sim::ptx
