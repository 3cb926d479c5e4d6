/// @file
/// @brief Stopping a kernel, telling the time, waiting, promises to the compiler, and what kind of memory an address is in.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

/// Nanoseconds of a clock that never goes back. The simulator has no cycles to count.
long long nanoseconds() noexcept;

/// What device code may ask of an address.
bool is_shared_memory(const void* address) noexcept;  ///< the shared memory of any resident block
bool is_local_memory(const void* address) noexcept;   ///< a thread's own variables

}  // namespace lockstep::sim

/// Ends the launch with cudaErrorLaunchFailure.
[[noreturn]] [[gnu::always_inline]] inline void __trap(lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::fail_kernel(cudaErrorLaunchFailure, "__trap() was called", site);
}
/// A breakpoint: nothing where no debugger listens, as on the hardware.
[[gnu::always_inline]] inline void __brkpt() {}

/// Raises one of the profiler's counters: Lockstep's has none of these.
[[gnu::always_inline]] inline void __prof_trigger(int) {}

/// A rising count, in nanoseconds: only differences mean something. In a kernel, `clock()` reads the same one.
[[gnu::always_inline]] inline long long clock64() { return lockstep::sim::nanoseconds(); }
/// Lets other threads run. How long the caller sleeps is not simulated: nothing may depend on it.
[[gnu::always_inline]] inline void __nanosleep(unsigned, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  lockstep::sim::spin(site);
}

#define __builtin_assume(condition) ((condition) ? void() : __builtin_unreachable())
#define __assume(condition) __builtin_assume(condition)

[[gnu::always_inline]] inline unsigned __isShared(const void* address) { return lockstep::sim::is_shared_memory(address); }
[[gnu::always_inline]] inline unsigned __isLocal(const void* address) { return lockstep::sim::is_local_memory(address); }
[[gnu::always_inline]] inline unsigned __isGlobal(const void* address) {
  return !lockstep::sim::is_shared_memory(address) && !lockstep::sim::is_local_memory(address);
}
/// Addresses of all kinds of memory are already generic.
[[gnu::always_inline]] inline std::size_t __cvta_generic_to_shared(const void* address) { return reinterpret_cast<std::size_t>(address); }
[[gnu::always_inline]] inline std::size_t __cvta_generic_to_global(const void* address) { return reinterpret_cast<std::size_t>(address); }
[[gnu::always_inline]] inline std::size_t __cvta_generic_to_local(const void* address) { return reinterpret_cast<std::size_t>(address); }
[[gnu::always_inline]] inline std::size_t __cvta_generic_to_constant(const void* address) { return reinterpret_cast<std::size_t>(address); }
[[gnu::always_inline]] inline void* __cvta_local_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }
[[gnu::always_inline]] inline void* __cvta_constant_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }
[[gnu::always_inline]] inline void* __cvta_shared_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }
[[gnu::always_inline]] inline void* __cvta_global_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }
