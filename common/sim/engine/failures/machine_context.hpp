/// @file
/// @brief What a signal handler finds out about the instruction that was interrupted, by the machine's own names.
#pragma once

#include <ucontext.h>

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

}  // namespace lockstep::sim
