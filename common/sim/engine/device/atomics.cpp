/// @file
/// @brief The atomic operations of device code, on the host's own atomics; host
/// code may use those of `cuda::atomic`, too.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

#include "cuda_bf16.h"
#include "lockstep/sim/device/atomics.hpp"
#include "lockstep/sim/ptx/floats.hpp"
#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/failures/faults.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

/// One atomic operation of one thread.
struct AtomicAccess {
  const void* address;
  std::size_t bytes;
  AtomicOp operation;
  Scope scope;
  Site site;
  const void* pc;  ///< the address after the call in device code
  MemoryOrder order;
  bool commutes = false;
};

// Ends the launch where the address is misaligned or not one that device code
// may write.
void check(const AtomicAccess& access) {
  if (current_worker == nullptr)
    return watch_host(
        {access.pc, number(access.address), static_cast<std::uint32_t>(access.bytes), AccessKind::atomic, access.operation, Scope::system});
  const bool aligned = number(access.address) % access.bytes == 0;
  if (aligned && inside_space(access.address)) return;
  // The operators of cuda::atomic cannot take a site from their caller; then
  // the program counter leads to it.
  const void* const pc = is_library(access.site.file_name()) ? access.pc : nullptr;
  if (aligned) return check_outside_access(access.address, access.operation != AtomicOp::load, pc, access.site);
  Failure failure = misaligned_failure(pc, fmt::format("is an atomic on {} bytes", access.bytes), access.bytes, access.address);
  failure.site = access.site;
  fail(std::move(failure));
}

// Where blocks take turns, others run before an atomic that draws a number: blocks begin one after the other, and the first would empty a
// queue of work before another came to it. They may change memory, so observers must hear of the atomic only afterwards.
void wait_for_turn(AtomicOp operation) {
  if (current_worker == nullptr || !current_worker->grid().schedule.takes_turns || current_worker->current().ignores_result) return;
  const bool counts =
      operation == AtomicOp::add || operation == AtomicOp::subtract || operation == AtomicOp::increment || operation == AtomicOp::decrement;
  if (counts) current_worker->let_all_go();
}

// `fails`: it is a compare-and-swap that will find another value.
void report(const AtomicAccess& access, bool fails) {
  if (current_worker == nullptr) return;
  Thread& me = current_worker->current();
  Access told{access.pc,
              reinterpret_cast<std::uintptr_t>(access.address),
              static_cast<std::uint32_t>(access.bytes),
              AccessKind::atomic,
              access.operation,
              access.scope,
              access.order,
              fails};
  told.ignores_result = std::exchange(me.ignores_result, false);
  told.commutes = access.commutes;
  told.counts_lanes = std::exchange(me.counts_lanes, false);
  me.polled = access.address;
  me.polled_bytes = told.bytes;
  report_access(told);
}

template <std::size_t bytes>
struct BitsOf;
template <>
struct BitsOf<1> : std::type_identity<std::uint8_t> {};
template <>
struct BitsOf<2> : std::type_identity<std::uint16_t> {};
template <>
struct BitsOf<4> : std::type_identity<std::uint32_t> {};
template <>
struct BitsOf<8> : std::type_identity<std::uint64_t> {};
template <>
struct BitsOf<16> : std::type_identity<unsigned __int128> {};
template <class T>
using Bits = typename BitsOf<sizeof(T)>::type;

/// A word of 16 bytes, as `std::atomic_ref` has narrower ones: one lock keeps
/// its operations apart.
class WideWord {
 public:
  explicit WideWord(unsigned __int128& word) : word_(word) {}
  unsigned __int128 load(std::memory_order = std::memory_order_seq_cst) const {
    const std::lock_guard lock(mutex());
    return word_;
  }
  bool compare_exchange_strong(unsigned __int128& expected, unsigned __int128 desired) {
    const std::lock_guard lock(mutex());
    const unsigned __int128 found = std::exchange(expected, word_);
    if (found != word_) return false;
    word_ = desired;
    return true;
  }
  bool compare_exchange_weak(unsigned __int128& expected, unsigned __int128 desired) { return compare_exchange_strong(expected, desired); }

 private:
  static std::mutex& mutex() {
    static std::mutex all;
    return all;
  }
  unsigned __int128& word_;
};

void let_others_run(Site site) {
  if (current_worker != nullptr) return spin(site);
  std::this_thread::yield();
}

/// After an operation: where it changed nothing, and the thread has done
/// nothing else for some time, it may be waiting for another thread. Not at
/// once: an `atomicMax` that finds a larger value is not a wait, and a thread
/// that yields needs a stack of its own.
void after_update(bool changed, Site site) {
  constexpr unsigned kPatience = 8;
  static thread_local const Thread* last = nullptr;
  static thread_local unsigned times = 0;
  const Thread* const me = current_worker != nullptr ? &current_worker->current() : nullptr;
  if (me != nullptr) current_worker->strong_access();
  if (changed) {
    last = nullptr;
    times = 0;
    if (me != nullptr) note_progress();
    return;
  }
  times = me == last ? times + 1 : 0;
  last = me;
  if (times >= kPatience) let_others_run(site);
}

/// The word that holds a value: floats compare by their bits, so that NaN
/// equals itself and −0 differs from 0.
template <class T>
auto word_at(T* address) {
  using Word = std::conditional_t<sizeof(T) == 16, WideWord, std::atomic_ref<Bits<T>>>;
  return Word(*reinterpret_cast<Bits<T>*>(address));
}

template <AtomicOp operation, class T>
T result_of(T old, T operand) {
  if constexpr (operation == AtomicOp::load) return old;
  if constexpr (operation == AtomicOp::store || operation == AtomicOp::exchange) return operand;
  if constexpr (operation == AtomicOp::minimum) return std::min(old, operand);
  if constexpr (operation == AtomicOp::maximum) return std::max(old, operand);
  if constexpr (operation == AtomicOp::increment) return old >= operand ? 0 : old + 1;
  if constexpr (operation == AtomicOp::decrement) return old == 0 || old > operand ? operand : old - 1;
  if constexpr (operation == AtomicOp::bit_and) return static_cast<T>(old & operand);
  if constexpr (operation == AtomicOp::bit_or) return static_cast<T>(old | operand);
  if constexpr (operation == AtomicOp::bit_xor) return static_cast<T>(old ^ operand);
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {  // signed overflow wraps, as on the
                                                                      // hardware
    using Unsigned = std::make_unsigned_t<T>;
    if constexpr (operation == AtomicOp::add) return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(operand));
    if constexpr (operation == AtomicOp::subtract) return static_cast<T>(static_cast<Unsigned>(old) - static_cast<Unsigned>(operand));
  } else {
    if constexpr (operation == AtomicOp::add) return old + operand;
    if constexpr (operation == AtomicOp::subtract) return old - operand;
  }
}

/// Updates one word for the access at `pc`. @return the value before, and
/// whether memory changed
template <AtomicOp operation, class T>
std::pair<T, bool> update_word(T* address, T operand, const void* pc) {
  const ActingFor acting(pc);
  auto word = word_at(address);
  Bits<T> old = word.load();
  for (;;) {
    const auto next = std::bit_cast<Bits<T>>(result_of<operation>(std::bit_cast<T>(old), operand));
    if (next == old) return {std::bit_cast<T>(old), false};
    if (word.compare_exchange_weak(old, next)) return {std::bit_cast<T>(old), true};
  }
}

/// A vector's components are added one by one: atomic each, and not together,
/// as CUDA has it.
template <AtomicOp operation, class Vector, class... Component>
Vector update_vector(Vector* address, const Vector& operand, Site site, const void* pc, Component... component) {
  bool changed = false;
  const auto update = [&](auto part) {
    const auto [old, moved] = update_word<operation>(&(address->*part), operand.*part, pc);
    changed = changed || moved;
    return old;
  };
  const Vector before{update(component)...};
  after_update(changed, site);
  return before;
}

template <AtomicOp operation, class T>
T update(T* address, T operand, Scope scope, Site site, MemoryOrder order, const void* pc) {
  constexpr bool commutes = operation == AtomicOp::minimum || operation == AtomicOp::maximum ||
                            (std::is_integral_v<T> && operation != AtomicOp::store && operation != AtomicOp::exchange);
  const AtomicAccess access{address, sizeof(T), operation, scope, site, pc, order, commutes};
  check(access);
  wait_for_turn(operation);
  report(access, false);
  if constexpr (std::is_same_v<T, float2>) {
    return update_vector<operation>(address, operand, site, pc, &float2::x, &float2::y);
  } else if constexpr (std::is_same_v<T, float4>) {
    return update_vector<operation>(address, operand, site, pc, &float4::x, &float4::y, &float4::z, &float4::w);
  } else if constexpr (std::is_same_v<T, __half2> || std::is_same_v<T, __nv_bfloat162>) {
    return update_vector<operation>(address, operand, site, pc, &T::x, &T::y);
  } else {
    const auto [old, changed] = update_word<operation>(address, operand, pc);
    after_update(changed, site);
    return old;
  }
}

template <class T>
T compare_exchange(T* address, T expected, T desired, Scope scope, Site site, MemoryOrder order, MemoryOrder failed, const void* pc) {
  auto old = std::bit_cast<Bits<T>>(expected);
  AtomicAccess access{address, sizeof(T), AtomicOp::compare_exchange, scope, site, pc, order};
  check(access);
  // While anybody watches, what is found now will be found: the grid runs on
  // one OS thread, or the blocks that share this word do, or report() ends the
  // trial (running/trial.hpp).
  const bool fails = [&] {
    const ActingFor acting(pc);
    return word_at(address).load(std::memory_order_relaxed) != old;
  }();
  if (fails) access.order = failed;
  report(access, fails);
  const auto next = std::bit_cast<Bits<T>>(desired);
  const bool stored = [&] {
    const ActingFor acting(pc);
    return word_at(address).compare_exchange_strong(old, next);
  }();
  after_update(stored && old != next, site);
  return std::bit_cast<T>(old);
}

}  // namespace

// Functions that are for both sides run on the host, too.
void ignore_atomic_result() {
  if (current_worker != nullptr) current_worker->current().ignores_result = true;
}

void count_lanes() {
  if (current_worker != nullptr) current_worker->current().counts_lanes = true;
}

// Which operation exists for which type: what the functions of CUDA and
// cuda::atomic can ask for. They are specialisations and not instantiations,
// because those are weak symbols, which the simulator keeps to itself when it
// is linked.
#define LOCKSTEP_UPDATE(operation, T)                                                                       \
  template <>                                                                                               \
  T atomic_update<AtomicOp::operation>(T * address, T operand, Scope scope, Site site, MemoryOrder order) { \
    return update<AtomicOp::operation>(address, operand, scope, site, order, __builtin_return_address(0));  \
  }
#define LOCKSTEP_COMPARE_EXCHANGE(T)                                                                                            \
  template <>                                                                                                                   \
  T atomic_compare_exchange(T* address, T expected, T desired, Scope scope, Site site, MemoryOrder order, MemoryOrder failed) { \
    return compare_exchange(address, expected, desired, scope, site, order, failed, __builtin_return_address(0));               \
  }
#define LOCKSTEP_NUMBER(T)     \
  LOCKSTEP_UPDATE(load, T)     \
  LOCKSTEP_UPDATE(store, T)    \
  LOCKSTEP_UPDATE(exchange, T) \
  LOCKSTEP_UPDATE(add, T)      \
  LOCKSTEP_UPDATE(subtract, T) \
  LOCKSTEP_UPDATE(minimum, T)  \
  LOCKSTEP_UPDATE(maximum, T)  \
  LOCKSTEP_COMPARE_EXCHANGE(T)
#define LOCKSTEP_INTEGER(T)   \
  LOCKSTEP_NUMBER(T)          \
  LOCKSTEP_UPDATE(bit_and, T) \
  LOCKSTEP_UPDATE(bit_or, T)  \
  LOCKSTEP_UPDATE(bit_xor, T)

LOCKSTEP_INTEGER(char)
LOCKSTEP_INTEGER(signed char)
LOCKSTEP_INTEGER(unsigned char)
LOCKSTEP_INTEGER(short)
LOCKSTEP_INTEGER(unsigned short)
LOCKSTEP_INTEGER(int)
LOCKSTEP_INTEGER(unsigned)
LOCKSTEP_INTEGER(long)
LOCKSTEP_INTEGER(unsigned long)
LOCKSTEP_INTEGER(long long)
LOCKSTEP_INTEGER(unsigned long long)
LOCKSTEP_NUMBER(float)
LOCKSTEP_NUMBER(double)
LOCKSTEP_UPDATE(increment, unsigned)
LOCKSTEP_UPDATE(decrement, unsigned)
LOCKSTEP_UPDATE(add, float2)
LOCKSTEP_UPDATE(add, float4)
LOCKSTEP_UPDATE(add, __half)
LOCKSTEP_UPDATE(add, __half2)
LOCKSTEP_UPDATE(add, __nv_bfloat16)
LOCKSTEP_UPDATE(add, __nv_bfloat162)
LOCKSTEP_UPDATE(add, ptx::f16)
LOCKSTEP_UPDATE(add, ptx::f16x2)
LOCKSTEP_UPDATE(add, ptx::bf16)
LOCKSTEP_UPDATE(add, ptx::bf16x2)
LOCKSTEP_UPDATE(load, bool)
LOCKSTEP_UPDATE(store, bool)
LOCKSTEP_UPDATE(exchange, bool)
LOCKSTEP_COMPARE_EXCHANGE(bool)
LOCKSTEP_UPDATE(load, unsigned __int128)
LOCKSTEP_UPDATE(store, unsigned __int128)
LOCKSTEP_UPDATE(exchange, unsigned __int128)
LOCKSTEP_COMPARE_EXCHANGE(unsigned __int128)

}  // namespace lockstep::sim
