/// @file
/// @brief What a signal handler finds of the instruction that was interrupted, by the machine's own names.
#pragma once

#include <ucontext.h>

namespace lockstep::sim {

#if defined(__x86_64__)
inline auto& program_counter(ucontext_t& context) { return context.uc_mcontext.gregs[REG_RIP]; }
inline auto& stack_pointer(ucontext_t& context) { return context.uc_mcontext.gregs[REG_RSP]; }
#elif defined(__aarch64__)
inline auto& program_counter(ucontext_t& context) { return context.uc_mcontext.pc; }
inline auto& stack_pointer(ucontext_t& context) { return context.uc_mcontext.sp; }
#else
#error "the simulator knows x86-64 and 64-bit Arm"
#endif

}  // namespace lockstep::sim
