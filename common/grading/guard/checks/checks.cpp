/// @file
/// @brief The checks in a submission's machine code: linked with it, and called where grading/guard/guard.cpp put them.
///
/// An access is allowed
///   - to the stack that the code runs on, and to the submission's own variables;
///   - to the simulator's memory, if the compiler's hook has told of it: then it is counted, and checked as any program's;
///   - by host code, to the rest of the host's memory, but for what the course's own code keeps there (it may read that), and the variables
///     of the C library;
///   - by a kernel, to constants.
/// Any other ends the launch or the program, with its line. This file is compiled without hooks.
#include <fmt/format.h>
#include <link.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grading/guard/checks/vault.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/fiber.hpp"
#include "sim/engine/running/worker.hpp"

extern "C" {

/// What the last hook told of.
struct lockstep_guard_Hooked {
  std::uintptr_t address, bytes;
};
constinit thread_local lockstep_guard_Hooked lockstep_guard_loaded{}, lockstep_guard_stored{};

/// A variable of the submission's.
struct lockstep_guard_Object {
  std::uintptr_t address, bytes;
};
extern const std::uintptr_t __start_lockstep_guard_targets[], __stop_lockstep_guard_targets[];
extern const lockstep_guard_Object __start_lockstep_guard_objects[], __stop_lockstep_guard_objects[];
}

namespace lockstep::grading {
namespace {

struct Range {
  std::uintptr_t begin, end;
  bool holds(std::uintptr_t address, std::uintptr_t bytes) const {
    return address >= begin && bytes <= end - begin && address <= end - bytes;
  }
};

bool any_holds(const std::vector<Range>& ranges, std::uintptr_t address, std::uintptr_t bytes) {
  const auto after = std::ranges::upper_bound(ranges, address, {}, &Range::begin);
  return after != ranges.begin() && std::prev(after)->holds(address, bytes);
}

/// How a stream writes numbers. std::setw and its like are inlined: the submission itself changes these members.
struct Format : std::ios {
  static void add_to(std::vector<Range>& own, std::ios& stream) {
    own.push_back(range_of(stream.*&Format::_M_precision));
    own.push_back(range_of(stream.*&Format::_M_width));
    own.push_back(range_of(stream.*&Format::_M_flags));
    own.push_back(range_of(stream.*&Format::_M_fill));
    own.push_back(range_of(stream.*&Format::_M_fill_init));
  }

 private:
  template <class T>
  static Range range_of(const T& member) {
    const auto begin = reinterpret_cast<std::uintptr_t>(&member);
    return {begin, begin + sizeof member};
  }
};

/// What is loaded with the program: found once, before the submission's code runs.
struct Loaded {
  std::vector<Range> own;               ///< the submission's variables, and how its output is formatted
  std::vector<Range> writable;          ///< all variables of the program and its libraries
  std::vector<Range> hidden;            ///< those of the C library, in which there is what kernels have printed
  std::vector<std::uintptr_t> targets;  ///< where a call through a pointer may lead

  Loaded() {
    for (const auto* object = __start_lockstep_guard_objects; object != __stop_lockstep_guard_objects; ++object)
      own.push_back({object->address, object->address + object->bytes});
    static const std::ios_base::Init streams;  // are made now, if they were not yet
    for (std::ostream* const stream : {&std::cout, &std::cerr, &std::clog}) Format::add_to(own, *stream);
    std::ranges::sort(own, {}, &Range::begin);
    targets.assign(__start_lockstep_guard_targets, __stop_lockstep_guard_targets);
    dl_iterate_phdr([](dl_phdr_info* object, std::size_t, void* all) { return static_cast<Loaded*>(all)->add(*object); }, this);
    std::ranges::sort(targets);
    std::ranges::sort(writable, {}, &Range::begin);
  }

 private:
  int add(const dl_phdr_info& object) {
    const bool is_program = object.dlpi_name == nullptr || *object.dlpi_name == '\0';
    const bool is_c_library = !is_program && std::string_view(object.dlpi_name).find("libc.so") != std::string_view::npos;
    Range relocated{};
    for (const ElfW(Phdr) & segment : headers(object))
      if (segment.p_type == PT_GNU_RELRO) relocated = range_of(object, segment);
    for (const ElfW(Phdr) & segment : headers(object)) {
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) == 0) continue;
      const Range range = range_of(object, segment);
      writable.push_back(range);
      if (is_c_library) hidden.push_back({std::max(range.begin, relocated.end), range.end});
    }
    // Virtual functions of the course's own classes, and of the standard library's. Beside them are the addresses of functions that an
    // object calls in another: those are no targets.
    for (std::uintptr_t at = (relocated.begin + 7) / 8 * 8; !is_c_library && at + 8 <= relocated.end; at += 8)
      if (const auto word = *reinterpret_cast<const std::uintptr_t*>(at); is_code_of(object, word)) targets.push_back(word);
    return 0;
  }

  static bool is_code_of(const dl_phdr_info& object, std::uintptr_t address) {
    return std::ranges::any_of(headers(object), [&](const ElfW(Phdr) & segment) {
      return segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && range_of(object, segment).holds(address, 1);
    });
  }
  static std::span<const ElfW(Phdr)> headers(const dl_phdr_info& object) { return {object.dlpi_phdr, object.dlpi_phnum}; }
  static Range range_of(const dl_phdr_info& object, const ElfW(Phdr) & segment) {
    const std::uintptr_t begin = object.dlpi_addr + segment.p_vaddr;
    return {begin, begin + segment.p_memsz};
  }
};

const Loaded& loaded() {
  static const Loaded instance;
  return instance;
}
[[gnu::constructor(101)]] void find_what_is_loaded() { loaded(); }

Range stack_of_host_thread() {
  pthread_attr_t attributes;
  void* begin = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  pthread_attr_getstack(&attributes, &begin, &bytes);
  pthread_attr_destroy(&attributes);
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  return {at, at + bytes};
}

bool is_on_own_stack(std::uintptr_t address, std::uintptr_t bytes) {
  if (sim::is_stack_address(reinterpret_cast<std::uintptr_t>(&bytes)))
    return sim::own_stack_holds(reinterpret_cast<const void*>(address)) && address + bytes <= sim::end_of_stack(address);
  thread_local const Range stack = stack_of_host_thread();
  return stack.holds(address, bytes);
}

bool is_hooked(const lockstep_guard_Hooked& hooked, std::uintptr_t address, std::uintptr_t bytes) {
  return Range{hooked.address, hooked.address + hooked.bytes}.holds(address, bytes);
}

bool is_of_course(std::uintptr_t address) { return vault_holds(address) || any_holds(loaded().writable, address, 1); }

bool may_access(std::uintptr_t address, std::uintptr_t bytes, bool writes) {
  if (is_on_own_stack(address, bytes) || any_holds(loaded().own, address, bytes)) return true;
  const bool is_known = is_hooked(writes ? lockstep_guard_stored : lockstep_guard_loaded, address, bytes);
  if (sim::space_layout.holds(address)) return is_known;
  if (sim::current_worker != nullptr) return is_known || (!writes && !any_holds(loaded().writable, address, 1));
  return !(writes ? is_of_course(address) : any_holds(loaded().hidden, address, 1));
}

[[noreturn]] void refuse(const std::string& what, const void* pc) {
  if (sim::current_worker != nullptr) sim::fail({.error = cudaErrorIllegalAddress, .kind = "out-of-bounds", .text = what, .pc = pc});
  const sim::CodeLine line = sim::code_line(pc);
  std::fflush(stdout);
  fmt::print(stderr, "lockstep: error: {}:{}: {}\n", sim::short_path(line.file), line.line, what);
  _exit(1);
}

[[noreturn]] void refuse_access(std::uintptr_t address, std::uintptr_t bytes, bool writes, const void* pc) {
  refuse(fmt::format("{} {} byte{} at {:#x}, outside of its own variables", writes ? "writes" : "reads", bytes, bytes == 1 ? "" : "s",
                     address),
         pc);
}

/// Of a copy: the simulator is told of it here, if it was not before.
void check_copy(const void* p, std::size_t bytes, bool writes, const void* pc) {
  const std::uintptr_t address = sim::number(p);
  if (bytes == 0 || may_access(address, bytes, writes)) return;
  if (!sim::space_layout.holds(address)) refuse_access(address, bytes, writes, pc);
  constexpr std::size_t kMost = 1 << 20;
  for (std::size_t done = 0; done < bytes; done += kMost)
    sim::watch(static_cast<const std::byte*>(p) + done, static_cast<std::uint32_t>(std::min(kMost, bytes - done)),
               writes ? sim::AccessKind::store : sim::AccessKind::load, pc);
}

}  // namespace
}  // namespace lockstep::grading

extern "C" {

[[gnu::used]] void lockstep_guard_check(std::uintptr_t address, std::uintptr_t bytes, bool writes, const void* pc) {
  using namespace lockstep::grading;
  if (bytes != 0 && !may_access(address, bytes, writes)) refuse_access(address, bytes, writes, pc);
}

[[gnu::used]] void lockstep_guard_check_target(std::uintptr_t target, const void* pc) {
  using namespace lockstep::grading;
  if (!std::ranges::binary_search(loaded().targets, target)) refuse("a call through a pointer that does not point to a function", pc);
}

[[gnu::used]] void lockstep_guard_check_stack(std::uintptr_t stack, const void* pc) {
  using namespace lockstep::grading;
  if (!is_on_own_stack(stack, 1)) refuse("local variables that are larger than the stack", pc);
}

[[gnu::used]] void lockstep_guard_check_given(std::uintptr_t pointer, const void* pc) {
  using namespace lockstep;
  if (grading::is_on_own_stack(pointer, 1) || grading::any_holds(grading::loaded().own, pointer, 1)) return;
  if (sim::space_layout.holds(pointer))
    grading::refuse("a function of the host reads memory of the device: copy it with cudaMemcpy first", pc);
  if (grading::is_of_course(pointer)) grading::refuse("a function is given a place outside of the program's own variables", pc);
}

void* lockstep_guard_memcpy(void* to, const void* from, std::size_t bytes) {
  lockstep::grading::check_copy(from, bytes, false, __builtin_return_address(0));
  lockstep::grading::check_copy(to, bytes, true, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
void* lockstep_guard_memmove(void* to, const void* from, std::size_t bytes) {
  lockstep::grading::check_copy(from, bytes, false, __builtin_return_address(0));
  lockstep::grading::check_copy(to, bytes, true, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void* lockstep_guard_memset(void* to, int value, std::size_t bytes) {
  lockstep::grading::check_copy(to, bytes, true, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}
}

// What the guard calls. All keep every register, and change only memory below the stack pointer, and flags. Each has pushed three registers
// when it jumps to lockstep_guard_call, which calls the function in %rax.
// clang-format off
#define LOCKSTEP_ENTRY(name) \
  ".globl lockstep_guard_" name "\n" \
  ".type lockstep_guard_" name ", @function\n" \
  "lockstep_guard_" name ":\n"

// An access to the address in %rdi.
#define LOCKSTEP_PASS_ACCESS(set_bytes, writes) \
  "pushq %rsi\n" \
  "pushq %rdx\n" \
  set_bytes "\n" \
  "movl $" #writes ", %edx\n" \
  "pushq %rax\n" \
  "leaq lockstep_guard_check(%rip), %rax\n" \
  "jmp lockstep_guard_call\n"

// The address in %rdi, and the place of the call, which lies so many bytes above the stack pointer.
#define LOCKSTEP_PASS(function, above) \
  "pushq %rsi\n" \
  "pushq %rdx\n" \
  "pushq %rax\n" \
  "movq " #above "(%rsp), %rsi\n" \
  "leaq " #function "(%rip), %rax\n" \
  "jmp lockstep_guard_call\n"

// The same for an address that is not in %rdi.
#define LOCKSTEP_PASS_OTHER(set_address, function) \
  "pushq %rdi\n" \
  set_address "\n" \
  "call 1f\n" \
  "popq %rdi\n" \
  "ret\n" \
  "1:" LOCKSTEP_PASS(function, 40)

// Near the stack pointer is the own stack, or the guard page beyond it. What a hook has told of needs to be the simulator's.
#define LOCKSTEP_CHECK(name, slot, bytes, writes) \
  asm(LOCKSTEP_ENTRY(#name #bytes) \
      "pushq %rax\n" \
      "movq %rdi, %rax\n" \
      "subq %rsp, %rax\n" \
      "cmpq $4000, %rax\n" \
      "jb 1f\n" \
      "cmpq %rdi, %fs:lockstep_guard_" #slot "@tpoff\n" \
      "jne 2f\n" \
      "cmpq $" #bytes ", %fs:lockstep_guard_" #slot "@tpoff+8\n" \
      "jb 2f\n" \
      "movq %rdi, %rax\n" \
      "subq _ZN8lockstep3sim12space_layoutE(%rip), %rax\n" \
      "cmpq _ZN8lockstep3sim12space_layoutE+8(%rip), %rax\n" \
      "jae 2f\n" \
      "1: popq %rax\n" \
      "ret\n" \
      "2: popq %rax\n" \
      LOCKSTEP_PASS_ACCESS("movl $" #bytes ", %esi", writes))
#define LOCKSTEP_CHECKS(bytes) \
  LOCKSTEP_CHECK(load, loaded, bytes, 0); \
  LOCKSTEP_CHECK(store, stored, bytes, 1)

LOCKSTEP_CHECKS(1);
LOCKSTEP_CHECKS(2);
LOCKSTEP_CHECKS(4);
LOCKSTEP_CHECKS(8);
LOCKSTEP_CHECKS(10);
LOCKSTEP_CHECKS(16);

// So many bytes, %rcx times: the destination and the source of instructions that repeat.
#define LOCKSTEP_REPEATS(bytes) \
  asm(LOCKSTEP_ENTRY("fill" #bytes) LOCKSTEP_PASS_ACCESS("imulq $" #bytes ", %rcx, %rsi", 1)); \
  asm(LOCKSTEP_ENTRY("copy" #bytes) LOCKSTEP_PASS_ACCESS("imulq $" #bytes ", %rcx, %rsi", 0))

LOCKSTEP_REPEATS(1);
LOCKSTEP_REPEATS(2);
LOCKSTEP_REPEATS(4);
LOCKSTEP_REPEATS(8);

asm(LOCKSTEP_ENTRY("target") LOCKSTEP_PASS(lockstep_guard_check_target, 24));
asm(LOCKSTEP_ENTRY("given1") LOCKSTEP_PASS(lockstep_guard_check_given, 24));
asm(LOCKSTEP_ENTRY("given2") LOCKSTEP_PASS_OTHER("movq %rsi, %rdi", lockstep_guard_check_given));
asm(LOCKSTEP_ENTRY("stack") LOCKSTEP_PASS_OTHER("leaq 16(%rsp), %rdi", lockstep_guard_check_stack));
// clang-format on

asm(R"(
lockstep_guard_call:
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %rdi
  pushq %rbp
  movq %rsp, %rbp
  movq 80(%rbp), %rcx
  subq $256, %rsp
  andq $-16, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movups %xmm8, 128(%rsp)
  movups %xmm9, 144(%rsp)
  movups %xmm10, 160(%rsp)
  movups %xmm11, 176(%rsp)
  movups %xmm12, 192(%rsp)
  movups %xmm13, 208(%rsp)
  movups %xmm14, 224(%rsp)
  movups %xmm15, 240(%rsp)
  call *%rax
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  movups 128(%rsp), %xmm8
  movups 144(%rsp), %xmm9
  movups 160(%rsp), %xmm10
  movups 176(%rsp), %xmm11
  movups 192(%rsp), %xmm12
  movups 208(%rsp), %xmm13
  movups 224(%rsp), %xmm14
  movups 240(%rsp), %xmm15
  movq %rbp, %rsp
  popq %rbp
  popq %rdi
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rcx
  popq %rax
  popq %rdx
  popq %rsi
  ret
)");
