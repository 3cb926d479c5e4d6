/// @file
/// @brief How the functions begin that the guard calls: they keep all registers, and change only memory below the stack pointer, and flags.
#pragma once

// clang-format off
#define LOCKSTEP_ENTRY(name) \
  ".globl lockstep_guard_" name "\n" \
  ".type lockstep_guard_" name ", @function\n" \
  "lockstep_guard_" name ":\n"

// Calls a function, which keeps them as well, with what is in %rdi. Its second argument, the place of the call, lies so many bytes above the
// stack pointer. lockstep_guard_call gives three registers back, and returns.
#define LOCKSTEP_PASS(function, above) \
  "pushq %rsi\n" \
  "pushq %rdx\n" \
  "pushq %rax\n" \
  "movq " #above "(%rsp), %rsi\n" \
  "leaq " #function "(%rip), %rax\n" \
  "jmp lockstep_guard_call\n"

// The same for an argument that is not in %rdi.
#define LOCKSTEP_PASS_OTHER(set_argument, function) \
  "pushq %rdi\n" \
  set_argument "\n" \
  "call 1f\n" \
  "popq %rdi\n" \
  "ret\n" \
  "1:" LOCKSTEP_PASS(function, 40)
// The same for a function that is given all arguments of the call: those in registers, and behind two words those on the stack.
#define LOCKSTEP_PASS_ALL(function) \
  "pushq %rdi\n" \
  "pushq %r9\n" \
  "pushq %r8\n" \
  "pushq %rcx\n" \
  "pushq %rdx\n" \
  "pushq %rsi\n" \
  "pushq %rdi\n" \
  "movq %rsp, %rdi\n" \
  "call 1f\n" \
  "leaq 48(%rsp), %rsp\n" \
  "popq %rdi\n" \
  "ret\n" \
  "1:" LOCKSTEP_PASS(function, 88)
// clang-format on
