/// @file
/// @brief CUDA's atomic functions: `atomicAdd` and its family, with `_block` and `_system`.
///
/// They are templates over the type of the address, as if they were CUDA's overloads: the operand converts to that type.
#pragma once

#include <type_traits>

#include "lockstep/sim/device/barriers.hpp"
#include "lockstep/sim/dialect.hpp"

namespace lockstep::sim {

/// What an atomic does to the value in memory.
enum class AtomicOp : std::uint8_t {
  load,
  store,
  exchange,
  compare_exchange,
  add,
  subtract,
  minimum,
  maximum,
  increment,
  decrement,
  bit_and,
  bit_or,
  bit_xor
};

/// Replaces the value at `address` by what `operation` makes of it and `operand`. It is sequentially consistent whatever the order:
/// that is what the program asked for, and matters to observers.
/// Yields where memory was left as it was, so that a loop that waits for another thread lets that thread run.
/// @return the value before
template <AtomicOp operation, class T>
T atomic_update(T* address, T operand, Scope scope, Site site, MemoryOrder order = MemoryOrder::relaxed);

/// Stores `desired` where the value at `address` has the bits of `expected`; otherwise yields. `failed`: the order where it does not store.
/// @return the value before
template <class T>
T atomic_compare_exchange(T* address, T expected, T desired, Scope scope, Site site, MemoryOrder order = MemoryOrder::relaxed,
                          MemoryOrder failed = MemoryOrder::relaxed);

/// The next atomic operation of this thread: its result is not used. The translator writes this where a statement is nothing but that
/// operation.
void ignore_atomic_result();
/// The next atomic operation of this thread adds 1, and the compiler knows it: the hardware counts the lanes instead.
void count_lanes();

// Which types a function takes.
template <class T>
constexpr bool kAtomicWord = kOneOf<T, int, unsigned, unsigned long long>;
template <class T>
constexpr bool kAtomicOrdered = kAtomicWord<T> || kOneOf<T, long long>;
template <class T>
constexpr bool kAtomicAddable = kAtomicWord<T> || kOneOf<T, float, double, float2, float4>;
template <class T>
constexpr bool kAtomicExchangeable = kAtomicWord<T> || kOneOf<T, float>;
template <class T>
constexpr bool kAtomicSubtractable = kOneOf<T, int, unsigned>;
template <class T>
constexpr bool kAtomicWrapping = kOneOf<T, unsigned>;
template <class T>
constexpr bool kAtomicComparable = kAtomicWord<T> || kOneOf<T, unsigned short>;
template <class T>
constexpr bool kAtomicWide = sizeof(T) == 16 && alignof(T) >= 16 && std::is_trivially_copyable<T>::value;

}  // namespace lockstep::sim

#define LOCKSTEP_ATOMIC_IN_SCOPE(name, operation, Types, scope)                                     \
  template <class T, std::enable_if_t<lockstep::sim::Types<T>, int> = 0>                            \
  [[gnu::always_inline]] inline T name(T* address, lockstep::sim::Identity<T> operand,              \
                                       lockstep::sim::Site site = lockstep::sim::Site::current()) { \
    using namespace lockstep::sim;                                                                  \
    if constexpr (AtomicOp::operation == AtomicOp::add && std::is_integral<T>::value)               \
      if (__builtin_constant_p(operand) && operand == T{1}) count_lanes();                          \
    return atomic_update<AtomicOp::operation>(address, operand, Scope::scope, site);                \
  }
#define LOCKSTEP_ATOMIC(name, operation, Types)                   \
  LOCKSTEP_ATOMIC_IN_SCOPE(name, operation, Types, device)        \
  LOCKSTEP_ATOMIC_IN_SCOPE(name##_block, operation, Types, block) \
  LOCKSTEP_ATOMIC_IN_SCOPE(name##_system, operation, Types, system)

LOCKSTEP_ATOMIC(atomicAdd, add, kAtomicAddable)
LOCKSTEP_ATOMIC(atomicSub, subtract, kAtomicSubtractable)
LOCKSTEP_ATOMIC(atomicExch, exchange, kAtomicExchangeable)
LOCKSTEP_ATOMIC(atomicMin, minimum, kAtomicOrdered)
LOCKSTEP_ATOMIC(atomicMax, maximum, kAtomicOrdered)
LOCKSTEP_ATOMIC(atomicInc, increment, kAtomicWrapping)
LOCKSTEP_ATOMIC(atomicDec, decrement, kAtomicWrapping)
LOCKSTEP_ATOMIC(atomicAnd, bit_and, kAtomicOrdered)
LOCKSTEP_ATOMIC(atomicOr, bit_or, kAtomicOrdered)
LOCKSTEP_ATOMIC(atomicXor, bit_xor, kAtomicOrdered)
#undef LOCKSTEP_ATOMIC
#undef LOCKSTEP_ATOMIC_IN_SCOPE

#define LOCKSTEP_ATOMIC_CAS(name, scope)                                                                                    \
  template <class T, std::enable_if_t<lockstep::sim::kAtomicComparable<T>, int> = 0>                                        \
  [[gnu::always_inline]] inline T name(T* address, lockstep::sim::Identity<T> expected, lockstep::sim::Identity<T> desired, \
                                       lockstep::sim::Site site = lockstep::sim::Site::current()) {                         \
    return lockstep::sim::atomic_compare_exchange(address, expected, desired, lockstep::sim::Scope::scope, site);           \
  }

LOCKSTEP_ATOMIC_CAS(atomicCAS, device)
LOCKSTEP_ATOMIC_CAS(atomicCAS_block, block)
LOCKSTEP_ATOMIC_CAS(atomicCAS_system, system)
#undef LOCKSTEP_ATOMIC_CAS

// Values of 16 bytes, of any type.
#define LOCKSTEP_ATOMIC_WIDE(name_of_exchange, name_of_cas, scope)                                                                       \
  template <class T, std::enable_if_t<lockstep::sim::kAtomicWide<T>, int> = 0>                                                           \
  [[gnu::always_inline]] inline T name_of_exchange(T* address, lockstep::sim::Identity<T> value,                                         \
                                                   lockstep::sim::Site site = lockstep::sim::Site::current()) {                          \
    using namespace lockstep::sim;                                                                                                       \
    using Word = unsigned __int128;                                                                                                      \
    return bits_as<T>(atomic_update<AtomicOp::exchange>(reinterpret_cast<Word*>(address), bits_as<Word>(value), Scope::scope, site));    \
  }                                                                                                                                      \
  template <class T, std::enable_if_t<lockstep::sim::kAtomicWide<T>, int> = 0>                                                           \
  [[gnu::always_inline]] inline T name_of_cas(T* address, lockstep::sim::Identity<T> expected, lockstep::sim::Identity<T> desired,       \
                                              lockstep::sim::Site site = lockstep::sim::Site::current()) {                               \
    using namespace lockstep::sim;                                                                                                       \
    using Word = unsigned __int128;                                                                                                      \
    return bits_as<T>(                                                                                                                   \
        atomic_compare_exchange(reinterpret_cast<Word*>(address), bits_as<Word>(expected), bits_as<Word>(desired), Scope::scope, site)); \
  }

LOCKSTEP_ATOMIC_WIDE(atomicExch, atomicCAS, device)
LOCKSTEP_ATOMIC_WIDE(atomicExch_block, atomicCAS_block, block)
LOCKSTEP_ATOMIC_WIDE(atomicExch_system, atomicCAS_system, system)
#undef LOCKSTEP_ATOMIC_WIDE
