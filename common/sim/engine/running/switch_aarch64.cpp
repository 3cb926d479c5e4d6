/// @file
/// @brief The switch between stacks on 64-bit Arm.
///
/// It leaves by `ret`, as on x86-64 (engine/running/switch_x86_64.cpp), and tells unwinders where it keeps each register, on the stack that
/// it leaves and on the one where it arrives: the two look alike.
#include "sim/engine/running/fiber.hpp"

#ifdef __aarch64__

#include <array>
#include <cstdint>
#include <cstring>

// void lockstep_switch(Context target, Context& saved): saves what the procedure call standard says a call preserves. The `hint` is
// `bti c`, which a processor that guards indirect branches requires at their targets, and others skip.
//
// lockstep_fiber_begins is where a fiber's first switch arrives. It has no caller: that ends backtraces and the search for a handler
// of an exception.
asm(R"(
.macro lockstep_save first, second, at
  stp \first, \second, [sp, #\at]
  .cfi_offset \first, \at - 160
  .cfi_offset \second, \at - 152
.endm
.text
.balign 16
.globl lockstep_switch
.type lockstep_switch, %function
lockstep_switch:
  .cfi_startproc
  hint #34
  .cfi_remember_state
  sub sp, sp, #160
  .cfi_def_cfa_offset 160
  lockstep_save x29, x30, 0
  lockstep_save x19, x20, 16
  lockstep_save x21, x22, 32
  lockstep_save x23, x24, 48
  lockstep_save x25, x26, 64
  lockstep_save x27, x28, 80
  lockstep_save d8, d9, 96
  lockstep_save d10, d11, 112
  lockstep_save d12, d13, 128
  lockstep_save d14, d15, 144
  mov x2, sp
  str x2, [x1]
  mov sp, x0
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  ldp x29, x30, [sp], #160
  .cfi_restore_state
  ret
  .cfi_endproc
.size lockstep_switch, . - lockstep_switch

.type lockstep_fiber_begins, %function
.globl lockstep_fiber_begins
lockstep_fiber_begins:
  .cfi_startproc
  .cfi_undefined x30
  blr x19
  brk #0
  .cfi_endproc
.size lockstep_fiber_begins, . - lockstep_fiber_begins
)");

extern "C" void lockstep_switch(lockstep::sim::Context target, lockstep::sim::Context& saved);
extern "C" void lockstep_fiber_begins();

namespace lockstep::sim {

namespace {

// As lockstep_switch lays them out.
struct SavedRegisters {
  std::uintptr_t frame, link;
  std::array<std::uintptr_t, 10> x19_to_x28;
  std::array<double, 8> d8_to_d15;
};
static_assert(sizeof(SavedRegisters) == 160);

}  // namespace

void switch_to(Context target, Context& saved) { lockstep_switch(target, saved); }

void prepare(Fiber& fiber) {
  auto* const top = reinterpret_cast<SavedRegisters*>(reinterpret_cast<std::uintptr_t>(fiber.stack_end) / 16 * 16);
  SavedRegisters first{};
  first.link = reinterpret_cast<std::uintptr_t>(&lockstep_fiber_begins);
  first.x19_to_x28[0] = reinterpret_cast<std::uintptr_t>(&run_fiber);
  std::memcpy(top - 1, &first, sizeof first);
  fiber.context = top - 1;
}

}  // namespace lockstep::sim

#endif
