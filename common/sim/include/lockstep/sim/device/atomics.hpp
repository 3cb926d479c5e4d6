/// @file
/// @brief CUDA's atomic functions: `atomicAdd` and its family, with `_block` and `_system`.
///
/// They are templates over the type of the address, as if they were CUDA's overloads: the operand converts to that type.
#pragma once

#include <concepts>
#include <type_traits>

#include "lockstep/sim/device/barriers.hpp"

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

template <class T, class... U>
concept OneOf = (std::same_as<T, U> || ...);

template <class T>
concept AtomicWord = OneOf<T, int, unsigned, unsigned long long>;
template <class T>
concept AtomicOrdered = AtomicWord<T> || std::same_as<T, long long>;
template <class T>
concept AtomicAddable = AtomicWord<T> || OneOf<T, float, double, float2, float4>;
template <class T>
concept AtomicExchangeable = AtomicWord<T> || std::same_as<T, float>;
template <class T>
concept AtomicSubtractable = OneOf<T, int, unsigned>;
template <class T>
concept AtomicWrapping = std::same_as<T, unsigned>;
template <class T>
concept AtomicComparable = AtomicWord<T> || std::same_as<T, unsigned short>;

}  // namespace lockstep::sim

#define LOCKSTEP_ATOMIC_IN_SCOPE(name, operation, Type, scope)                                      \
  template <lockstep::sim::Type T>                                                                  \
  [[gnu::always_inline]] inline T name(T* address, std::type_identity_t<T> operand,                 \
                                       lockstep::sim::Site site = lockstep::sim::Site::current()) { \
    using namespace lockstep::sim;                                                                  \
    if constexpr (AtomicOp::operation == AtomicOp::add && std::is_integral_v<T>)                    \
      if (__builtin_constant_p(operand) && operand == T{1}) count_lanes();                          \
    return atomic_update<AtomicOp::operation>(address, operand, Scope::scope, site);                \
  }
#define LOCKSTEP_ATOMIC(name, operation, Type)                   \
  LOCKSTEP_ATOMIC_IN_SCOPE(name, operation, Type, device)        \
  LOCKSTEP_ATOMIC_IN_SCOPE(name##_block, operation, Type, block) \
  LOCKSTEP_ATOMIC_IN_SCOPE(name##_system, operation, Type, system)

LOCKSTEP_ATOMIC(atomicAdd, add, AtomicAddable)
LOCKSTEP_ATOMIC(atomicSub, subtract, AtomicSubtractable)
LOCKSTEP_ATOMIC(atomicExch, exchange, AtomicExchangeable)
LOCKSTEP_ATOMIC(atomicMin, minimum, AtomicOrdered)
LOCKSTEP_ATOMIC(atomicMax, maximum, AtomicOrdered)
LOCKSTEP_ATOMIC(atomicInc, increment, AtomicWrapping)
LOCKSTEP_ATOMIC(atomicDec, decrement, AtomicWrapping)
LOCKSTEP_ATOMIC(atomicAnd, bit_and, AtomicOrdered)
LOCKSTEP_ATOMIC(atomicOr, bit_or, AtomicOrdered)
LOCKSTEP_ATOMIC(atomicXor, bit_xor, AtomicOrdered)
#undef LOCKSTEP_ATOMIC
#undef LOCKSTEP_ATOMIC_IN_SCOPE

#define LOCKSTEP_ATOMIC_CAS(name, scope)                                                                              \
  template <lockstep::sim::AtomicComparable T>                                                                        \
  [[gnu::always_inline]] inline T name(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> desired, \
                                       lockstep::sim::Site site = lockstep::sim::Site::current()) {                   \
    return lockstep::sim::atomic_compare_exchange(address, expected, desired, lockstep::sim::Scope::scope, site);     \
  }

LOCKSTEP_ATOMIC_CAS(atomicCAS, device)
LOCKSTEP_ATOMIC_CAS(atomicCAS_block, block)
LOCKSTEP_ATOMIC_CAS(atomicCAS_system, system)
#undef LOCKSTEP_ATOMIC_CAS
