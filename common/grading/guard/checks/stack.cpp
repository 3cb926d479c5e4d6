/// @file
/// @brief Return addresses, kept where a submission cannot write.
///
/// Each stack has a shadow, which lies kDistance below it. A function begins with a copy of its return address to the shadow of its place,
/// and ends with a comparison of the two. Exceptions, and a change of stacks, need no care, as each place has a shadow of its own. (A
/// parallel shadow stack: Dang, Maniatis and Wagner, The Performance Cost of Shadow Stacks and Stack Canaries, ASIACCS 2015.)
///
/// Functions that harness, simulator or library call are known by a return address outside of the submission's code. The outermost of them
/// is noted in the shadow of the stack's last word. From its return address on, the stack is not the submission's; and the registers that
/// it has to keep are compared when it returns, as it keeps them on its own part of the stack.
#include "grading/guard/checks/stack.hpp"

#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "grading/guard/checks/entries.hpp"
#include "grading/guard/checks/refusal.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/running/fiber.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::grading {
namespace {

#define LOCKSTEP_DISTANCE 0x100000000000
constexpr std::uintptr_t kDistance = LOCKSTEP_DISTANCE;
constexpr std::size_t kKeptRegisters = 6;

std::uintptr_t& word(std::uintptr_t address) { return *reinterpret_cast<std::uintptr_t*>(address); }
std::uintptr_t& shadow(std::uintptr_t address) { return word(address - kDistance); }

/// The place of the outermost function's return address, or nothing yet.
std::uintptr_t& outermost(const Stack& stack) { return shadow(stack.end - sizeof(std::uintptr_t)); }

Stack stack_of_host_thread() {
  pthread_attr_t attributes;
  void* begin = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  pthread_attr_getstack(&attributes, &begin, &bytes);
  pthread_attr_destroy(&attributes);
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  return {at, at + bytes};
}

const Stack& stack_of_main() {
  static const Stack instance = stack_of_host_thread();
  return instance;
}

void give_shadow(std::uintptr_t begin, std::size_t bytes) {
  void* const want = reinterpret_cast<void*>(begin - kDistance);
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (mmap(want, bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0) == want) return;
  std::fputs("lockstep: there is no room for the shadows of stacks\n", stderr);
  std::exit(3);
}

void begin_guarding() {
  mallopt(M_MMAP_MAX, 0);  // all that the program gets lies in one heap, whose place is known (is_of_heap)
  sim::address_space();
  give_shadow(sim::space_layout.stacks_begin, sim::space_layout.part_bytes);
  give_shadow(stack_of_main().begin, stack_of_main().end - stack_of_main().begin);
}

}  // namespace

// Before any constructor: the compiler gives each submission one that comes before all others.
[[gnu::used, gnu::section(".preinit_array")]] void (*const first_of_all)() = begin_guarding;

/// Of the function that the harness has called: what it refers to is the harness's.
std::uintptr_t arguments_of_run[2]{};

/// Registers as an entry has pushed them; beyond them are the places in the entry and in the submission that are returned to.
struct Pushed {
  std::uintptr_t arguments[2];
  std::uintptr_t kept[kKeptRegisters];
  const void* pc;
  std::uintptr_t returns_to;

  std::uintptr_t place() const { return reinterpret_cast<std::uintptr_t>(&returns_to); }
  /// Their copy: in the shadow of what has called the function.
  std::span<std::uintptr_t, kKeptRegisters> copy() const {
    return std::span<std::uintptr_t, kKeptRegisters>(&shadow(place() + sizeof(std::uintptr_t)), kKeptRegisters);
  }
};

Stack own_stack() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (sim::is_stack_address(here)) return {here, sim::end_of_stack(here)};
  thread_local const Stack stack = stack_of_host_thread();
  return stack;
}

std::uintptr_t end_of_own_part(const Stack& stack) { return outermost(stack) != 0 ? outermost(stack) : stack.end; }

bool is_given_by_harness(std::uintptr_t address, std::uintptr_t bytes) {
  constexpr std::uintptr_t kMost = 256;  // a problem's pointers and sizes, or a launch's settings
  return std::ranges::any_of(arguments_of_run, [&](std::uintptr_t begin) { return address - begin < kMost && bytes <= kMost; });
}

bool shadow_overlaps(std::uintptr_t begin, std::uintptr_t end) {
  const Stack of_threads{sim::space_layout.stacks_begin, sim::space_layout.stacks_begin + sim::space_layout.part_bytes};
  return std::ranges::any_of(std::array{of_threads, stack_of_main()},
                             [&](const Stack& stack) { return begin < stack.end - kDistance && end > stack.begin - kDistance; });
}

}  // namespace lockstep::grading

extern "C" {

constinit thread_local lockstep::grading::Stack lockstep_guard_own_part{};

[[gnu::used]] void lockstep_guard_entered(const lockstep::grading::Pushed* pushed) {
  using namespace lockstep::grading;
  std::uintptr_t& outer = outermost(own_stack());
  // Of a launch or a call that an error or an exception has ended, the place is still noted.
  const bool is_inner = outer > pushed->place() && shadow(outer) == word(outer);
  if (is_inner) return;
  outer = pushed->place();
  lockstep_guard_own_part = {};
  if (lockstep::sim::current_worker == nullptr) std::ranges::copy(pushed->arguments, arguments_of_run);
  std::ranges::copy(pushed->kept, pushed->copy().begin());
}

[[gnu::used]] void lockstep_guard_left(const lockstep::grading::Pushed* pushed) {
  using namespace lockstep::grading;
  std::uintptr_t& outer = outermost(own_stack());
  if (outer != pushed->place()) return;
  if (!std::ranges::equal(pushed->kept, pushed->copy())) refuse("a function has changed what its caller keeps on the stack", pushed->pc);
  outer = 0;
}

[[gnu::used, noreturn]] void lockstep_guard_changed(std::uintptr_t, const void* pc) {
  lockstep::grading::refuse("a function has changed where it returns to", pc);
}
}

// clang-format off
// Where the return address is outside of the submission's code, which is the section lockstep_code (grading/intake/build_submission.sh).
#define LOCKSTEP_WHERE_OUTSIDE(address, label) \
  "leaq __stop_lockstep_code(%rip), %r11\n" \
  "cmpq %r11, " address "\n" \
  "jae " label "\n" \
  "leaq __start_lockstep_code(%rip), %r11\n" \
  "cmpq %r11, " address "\n" \
  "jb " label "\n"

#define LOCKSTEP_PASS_PUSHED(function) \
  "pushq %r15\n" \
  "pushq %r14\n" \
  "pushq %r13\n" \
  "pushq %r12\n" \
  "pushq %rbp\n" \
  "pushq %rbx\n" \
  "pushq %rsi\n" \
  "pushq %rdi\n" \
  "pushq %rdi\n" \
  "leaq 8(%rsp), %rdi\n" \
  "call 1f\n" \
  "popq %rdi\n" \
  "addq $64, %rsp\n" \
  "ret\n" \
  "1:" LOCKSTEP_PASS(function, 24)

#define LOCKSTEP_TEXT_OF(number) #number
#define LOCKSTEP_TEXT(macro) LOCKSTEP_TEXT_OF(macro)

asm(LOCKSTEP_ENTRY("enter")
    "pushq %r11\n"
    "movabsq $-" LOCKSTEP_TEXT(LOCKSTEP_DISTANCE) ", %r11\n"
    "addq %rsp, %r11\n"
    "pushq 16(%rsp)\n"
    "popq 16(%r11)\n"
    LOCKSTEP_WHERE_OUTSIDE("16(%rsp)", "2f")
    "popq %r11\n"
    "ret\n"
    "2: popq %r11\n"
    LOCKSTEP_PASS_PUSHED(lockstep_guard_entered));

asm(LOCKSTEP_ENTRY("leave")
    "pushq %r11\n"
    "pushq %r10\n"
    "movabsq $-" LOCKSTEP_TEXT(LOCKSTEP_DISTANCE) ", %r11\n"
    "movq 24(%rsp), %r10\n"
    "cmpq %r10, 24(%rsp,%r11)\n"
    "jne 3f\n"
    LOCKSTEP_WHERE_OUTSIDE("%r10", "2f")
    "popq %r10\n"
    "popq %r11\n"
    "ret\n"
    "2: popq %r10\n"
    "popq %r11\n"
    LOCKSTEP_PASS_PUSHED(lockstep_guard_left)
    "3: popq %r10\n"
    "popq %r11\n"
    LOCKSTEP_PASS_OTHER("", lockstep_guard_changed));
// clang-format on
