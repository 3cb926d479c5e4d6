/// @file
/// @brief What a signal handler finds out about the instruction that was interrupted, by the machine's own names.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>

namespace lockstep::sim {

#if defined(__x86_64__)
inline auto& program_counter(ucontext_t& context) { return context.uc_mcontext.gregs[REG_RIP]; }
inline auto& stack_pointer(ucontext_t& context) { return context.uc_mcontext.gregs[REG_RSP]; }
/// The return address of a function that has just begun, or calls no other.
inline std::uintptr_t return_address(ucontext_t& context) { return *reinterpret_cast<const std::uintptr_t*>(stack_pointer(context)); }
#elif defined(__aarch64__)
inline auto& program_counter(ucontext_t& context) { return context.uc_mcontext.pc; }
inline auto& stack_pointer(ucontext_t& context) { return context.uc_mcontext.sp; }
inline std::uintptr_t return_address(ucontext_t& context) { return context.uc_mcontext.regs[30]; }
#else
#error "the simulator supports only x86-64 and 64-bit Arm"
#endif

/// Moves to another stack, which ends there, as a function finds it that was called a moment ago.
inline void set_stack(ucontext_t& context, std::byte* end) {
  const auto top = reinterpret_cast<std::uintptr_t>(end) / 64 * 64;
#if defined(__x86_64__)
  stack_pointer(context) = static_cast<greg_t>(top - 8);
#else
  stack_pointer(context) = top;
#endif
}

}  // namespace lockstep::sim
