/// @file
/// @brief What the compiler makes of C++ atomics in instrumented code: the operation itself, with the address checked.
///
/// CUDA's `atomicAdd` and its family do not come here (engine/device/atomics.cpp); std::atomic in host code of a .cu file does.
#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/running/worker.hpp"

namespace {

using namespace lockstep::sim;

template <class T>
void access(const volatile T* p, bool write, const void* pc) {
  if (current_worker == nullptr) {
    const auto address = reinterpret_cast<std::uintptr_t>(p);
    return watch_host({pc, address, sizeof(T), AccessKind::atomic, write ? AtomicOp::exchange : AtomicOp::load, Scope::system});
  }
  if (inside_space(p)) return;
  check_outside_access(const_cast<const T*>(p), write, pc);
}

}  // namespace

#define LOCKSTEP_PC __builtin_return_address(0)
#define LOCKSTEP_FETCH(bits, type, name, builtin)                              \
  type __tsan_atomic##bits##_fetch_##name(volatile type* p, type value, int) { \
    access(p, true, LOCKSTEP_PC);                                              \
    return builtin(p, value, __ATOMIC_SEQ_CST);                                \
  }
// Stronger than asked for is always right; the order argument is not a constant here.
#define LOCKSTEP_ATOMICS(bits, type)                                                                           \
  type __tsan_atomic##bits##_load(const volatile type* p, int) {                                               \
    access(p, false, LOCKSTEP_PC);                                                                             \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                               \
  }                                                                                                            \
  void __tsan_atomic##bits##_store(volatile type* p, type value, int) {                                        \
    access(p, true, LOCKSTEP_PC);                                                                              \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                              \
  }                                                                                                            \
  type __tsan_atomic##bits##_exchange(volatile type* p, type value, int) {                                     \
    access(p, true, LOCKSTEP_PC);                                                                              \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                                    \
  }                                                                                                            \
  bool __tsan_atomic##bits##_compare_exchange_strong(volatile type* p, type* expected, type value, int, int) { \
    access(p, true, LOCKSTEP_PC);                                                                              \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);         \
  }                                                                                                            \
  bool __tsan_atomic##bits##_compare_exchange_weak(volatile type* p, type* expected, type value, int, int) {   \
    access(p, true, LOCKSTEP_PC);                                                                              \
    return __atomic_compare_exchange_n(p, expected, value, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
  }                                                                                                            \
  LOCKSTEP_FETCH(bits, type, add, __atomic_fetch_add)                                                          \
  LOCKSTEP_FETCH(bits, type, sub, __atomic_fetch_sub)                                                          \
  LOCKSTEP_FETCH(bits, type, and, __atomic_fetch_and)                                                          \
  LOCKSTEP_FETCH(bits, type, or, __atomic_fetch_or)                                                            \
  LOCKSTEP_FETCH(bits, type, xor, __atomic_fetch_xor)                                                          \
  LOCKSTEP_FETCH(bits, type, nand, __atomic_fetch_nand)

extern "C" {

LOCKSTEP_ATOMICS(8, unsigned char)
LOCKSTEP_ATOMICS(16, unsigned short)
LOCKSTEP_ATOMICS(32, unsigned int)
LOCKSTEP_ATOMICS(64, unsigned long)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

}  // extern "C"
