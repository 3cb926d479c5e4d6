/// @file
/// @brief The checks in a submission's machine code: linked with it, and called where grading/guard/guard.cpp put them.
///
/// An access is allowed
///   - to the stack that the code runs on, and to the submission's own variables;
///   - to the simulator's memory, if the compiler's hook has told of it: then it is counted, and checked as any program's;
///   - by host code, to what `malloc` gives out; and it may read the rest of the host's memory, but for the vault, where the course's own
///     code keeps what it has, and the variables of the C library;
///   - by a kernel, to constants.
/// Any other ends the launch or the program, with its line. This file is compiled without hooks.
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grading/guard/checks/access.hpp"
#include "grading/guard/checks/entries.hpp"
#include "grading/guard/checks/refusal.hpp"
#include "grading/guard/checks/stack.hpp"
#include "grading/guard/checks/vault.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/accesses/memory_answers.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/worker.hpp"

extern "C" {

/// What the last hook told of.
struct lockstep_guard_Hooked {
  std::uintptr_t address, bytes;
};
constinit thread_local lockstep_guard_Hooked lockstep_guard_loaded{}, lockstep_guard_stored{};

/// A page that kernels may read, as was found last: their arguments are read by each thread.
constinit thread_local lockstep::grading::Stack lockstep_guard_read_page{};

/// A variable of the submission's.
struct lockstep_guard_Object {
  std::uintptr_t address, bytes;
};
/// Virtual functions of the course's own that a run() may call: Launch::scratch() and note().
extern const std::uintptr_t lockstep_guard_of_scratch[] asm("_ZTVN8lockstep13DeviceScratchE");
extern const std::uintptr_t lockstep_guard_of_notes[] asm("_ZTVN8lockstep8NoteListE");

/// Where the program's variables end.
extern const char _end;

extern const std::uintptr_t __start_lockstep_guard_targets[], __stop_lockstep_guard_targets[];
extern const lockstep_guard_Object __start_lockstep_guard_objects[], __stop_lockstep_guard_objects[];
extern const lockstep_guard_Object __start_lockstep_guard_thread_objects[], __stop_lockstep_guard_thread_objects[];
}

namespace lockstep::grading {
namespace {

constexpr std::uintptr_t kPage = 4096;

struct Range {
  std::uintptr_t begin, end;
  bool holds(std::uintptr_t address, std::uintptr_t bytes) const {
    return address >= begin && bytes <= end - begin && address <= end - bytes;
  }
  bool overlaps(const Range& other) const { return begin < other.end && other.begin < end; }
};

bool any_holds(const std::vector<Range>& ranges, std::uintptr_t address, std::uintptr_t bytes) {
  const auto after = std::ranges::upper_bound(ranges, address, {}, &Range::begin);
  return after != ranges.begin() && std::prev(after)->holds(address, bytes);
}

/// @param ranges  by their beginnings, and apart
bool any_overlaps(const std::vector<Range>& ranges, const Range& asked) {
  const auto after = std::ranges::lower_bound(ranges, asked.end, {}, &Range::begin);
  return after != ranges.begin() && std::prev(after)->end > asked.begin;
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
  std::vector<Range> own;                ///< the submission's variables, and how its output is formatted
  std::vector<Range> writable;           ///< all variables of the program and its libraries
  std::vector<Range> hidden;             ///< those of the C library, in which there is what kernels have printed
  std::vector<Range> constant;           ///< what the loader alone has written
  std::vector<std::uintptr_t> targets;   ///< functions that a call through a pointer may lead to
  std::vector<std::uintptr_t> virtuals;  ///< virtual functions of libraries: a few of them as well

  Loaded() {
    for (const auto* object = __start_lockstep_guard_objects; object != __stop_lockstep_guard_objects; ++object)
      own.push_back({object->address, object->address + object->bytes});
    static const std::ios_base::Init streams;  // are made now, if they were not yet
    for (std::ostream* const stream : {&std::cout, &std::cerr, &std::clog}) Format::add_to(own, *stream);
    std::ranges::sort(own, {}, &Range::begin);
    targets.assign(__start_lockstep_guard_targets, __stop_lockstep_guard_targets);
    for (const std::uintptr_t* const virtual_functions : {lockstep_guard_of_scratch, lockstep_guard_of_notes})
      targets.push_back(virtual_functions[kFirstVirtual]);
    dl_iterate_phdr([](dl_phdr_info* object, std::size_t, void* all) { return static_cast<Loaded*>(all)->add(*object); }, this);
    std::ranges::sort(targets);
    std::ranges::sort(virtuals);
    std::ranges::sort(constant, {}, &Range::begin);
    std::ranges::sort(writable, {}, &Range::begin);
  }

 private:
  static constexpr std::size_t kFirstVirtual = 2;  // in a table, behind the offset and the type

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
      if (relocated.end != 0) constant.push_back(relocated);
      if (is_c_library) hidden.push_back({std::max(range.begin, relocated.end), range.end});
    }
    // Beside the virtual functions are the addresses of functions that an object calls in another: those are no targets.
    const bool has_virtuals = !is_program && !is_c_library;
    for (std::uintptr_t at = (relocated.begin + 7) / 8 * 8; has_virtuals && at + 8 <= relocated.end; at += 8)
      if (const auto word = *reinterpret_cast<const std::uintptr_t*>(at); is_code_of(object, word)) virtuals.push_back(word);
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
constinit bool is_all_found = false;
[[gnu::constructor(101)]] void find_what_is_loaded() {
  loaded();
  is_all_found = true;
}

/// Memory below the stack pointer is a simulated thread's no more.
bool is_on_own_stack(std::uintptr_t address, std::uintptr_t bytes, bool writes) {
  const Stack stack = own_stack();
  const std::uintptr_t end = writes ? end_of_own_part(stack) : stack.end;
  if (!Range{stack.begin, end}.holds(address, bytes)) return false;
  if (writes) lockstep_guard_own_part = {stack.begin, end};
  return true;
}

bool is_hooked(const lockstep_guard_Hooked& hooked, std::uintptr_t address, std::uintptr_t bytes) {
  return Range{hooked.address, hooked.address + hooked.bytes}.holds(address, bytes);
}

/// The variables of this thread, and what the C library keeps of it: between the first of the program's and libraries', and the end of its
/// struct pthread.
const Range& thread_block() {
  thread_local const Range instance = [] {
    constexpr std::uintptr_t kThreadBytes = 2304;
    const auto thread = reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
    Range block{thread, thread + kThreadBytes};
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* found) {
          const auto begin = reinterpret_cast<std::uintptr_t>(object->dlpi_tls_data);
          Range& all = *static_cast<Range*>(found);
          if (begin != 0 && begin < all.begin && all.begin - begin < (1U << 20)) all.begin = begin;
          return 0;
        },
        &block);
    return block;
  }();
  return instance;
}

/// Is any of these bytes the course's? A copy of many may begin before them and end after them.
bool is_of_course(std::uintptr_t address, std::uintptr_t bytes) {
  const Range asked{address, address + bytes};
  return vault_overlaps(asked.begin, asked.end) || shadow_overlaps(asked.begin, asked.end) || thread_block().overlaps(asked) ||
         any_overlaps(loaded().writable, asked);
}

bool is_of_simulator(const Range& asked) {
  return Range{sim::space_layout.begin, sim::space_layout.begin + sim::space_layout.bytes}.overlaps(asked);
}

/// Memory of the simulator's that host code has business with, or whose pages are closed to it. The blocks' shared memory is open, and
/// nothing counts what the host would get from there.
bool is_for_host(std::uintptr_t address, std::uintptr_t bytes) {
  return Range{sim::space_layout.begin, sim::space_layout.shared_begin}.holds(address, bytes);
}

/// Nothing is ever mapped there. The access is a fault, which the simulator explains better.
bool is_near_null(const Range& asked) { return asked.end <= kPage; }

/// What `malloc` gives out: behind the program's variables, as it maps nothing (stack.cpp). All else that host code could write to is
/// mapped by the simulator, for its notes about the program's memory.
bool is_of_heap(const Range& asked) {
  static const std::uintptr_t begin = sim::number(&_end);
  return asked.begin >= begin && asked.end <= sim::number(sbrk(0));
}

/// A variable that the submission has for each thread, by its distance from the thread's block.
bool is_own_of_thread(std::uintptr_t address, std::uintptr_t bytes) {
  const auto thread = reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
  for (const auto* object = __start_lockstep_guard_thread_objects; object != __stop_lockstep_guard_thread_objects; ++object)
    if (Range{thread + object->address, thread + object->address + object->bytes}.holds(address, bytes)) return true;
  return false;
}

/// Is it on the stack, or in a variable of the submission's?
bool is_own_place(std::uintptr_t pointer) {
  return is_on_own_stack(pointer, 1, false) || any_holds(loaded().own, pointer, 1) || is_own_of_thread(pointer, 1);
}

bool is_error_number(std::uintptr_t address, std::uintptr_t bytes) { return address == sim::number(&errno) && bytes == sizeof errno; }

/// What an object in the vault begins with, for a call of its virtual function.
bool is_virtual_table_of(std::uintptr_t address, std::uintptr_t bytes) {
  return bytes == 8 && address % 8 == 0 && any_holds(loaded().constant, *reinterpret_cast<const std::uintptr_t*>(address), 8);
}

/// Another simulated thread's stack, or what lies above its own part of the stack, which host code may read: its arguments are there.
bool is_on_callers_stack(std::uintptr_t address, std::uintptr_t bytes, bool writes) {
  if (sim::is_stack_address(address)) return true;
  const Stack stack = own_stack();
  return writes && address < stack.end && address + bytes > stack.begin;
}

/// Remembers the page of a kernel's read that is allowed, if all of it may be read.
void note_read(std::uintptr_t address) {
  const Range page{address / kPage * kPage, address / kPage * kPage + kPage};
  if (!is_of_simulator(page) && !any_overlaps(loaded().writable, page)) lockstep_guard_read_page = {page.begin, page.end};
}

bool may_access(std::uintptr_t address, std::uintptr_t bytes, bool writes) {
  if (is_on_own_stack(address, bytes, writes) || any_holds(loaded().own, address, bytes)) return true;
  const Range asked{address, address + bytes};
  if (asked.end < asked.begin || is_on_callers_stack(address, bytes, writes)) return false;
  const bool is_known = is_hooked(writes ? lockstep_guard_stored : lockstep_guard_loaded, address, bytes);
  if (is_of_simulator(asked)) return is_known && (sim::current_worker != nullptr || is_for_host(address, bytes));
  if (sim::current_worker != nullptr) {
    if (writes || any_overlaps(loaded().writable, asked)) return is_known;
    note_read(address);
    return true;
  }
  if (is_own_of_thread(address, bytes) || is_error_number(address, bytes)) return true;
  if (writes) return (is_of_heap(asked) || is_near_null(asked)) && !is_of_course(address, bytes);
  if (vault_overlaps(asked.begin, asked.end)) return is_given_by_harness(address, bytes) || is_virtual_table_of(address, bytes);
  return !any_overlaps(loaded().hidden, asked) && !shadow_overlaps(asked.begin, asked.end);
}

/// Is it an access of a kernel that no hook has told of? The compiler stores what a function returns without one, and has none for what is
/// const. The simulator is told here, of what is its memory or a variable: so nothing leaves a kernel uncounted, and nothing gets there.
bool is_untold(std::uintptr_t address, std::uintptr_t bytes, bool writes) {
  if (sim::current_worker == nullptr || is_on_own_stack(address, bytes, writes) || sim::is_stack_address(address)) return false;
  if (is_hooked(writes ? lockstep_guard_stored : lockstep_guard_loaded, address, bytes)) return false;
  if (sim::space_layout.holds(address)) return true;
  const bool may_touch = writes || sim::memory_answers.device_may_touch(reinterpret_cast<const void*>(address));
  return may_touch && any_holds(loaded().own, address, bytes);
}

/// Tells the simulator of an access, in pieces that a hook's number of bytes can hold.
void tell(std::uintptr_t address, std::size_t bytes, bool writes, const void* pc) {
  constexpr std::size_t kMost = 1 << 20;
  for (std::size_t done = 0; done < bytes; done += kMost)
    sim::watch(reinterpret_cast<const void*>(address + done), static_cast<std::uint32_t>(std::min(kMost, bytes - done)),
               writes ? sim::AccessKind::store : sim::AccessKind::load, pc);
}

[[noreturn]] void refuse_access(std::uintptr_t address, std::uintptr_t bytes, bool writes, const void* pc) {
  refuse(fmt::format("{} {} byte{} at {:#x}, outside of its own variables", writes ? "writes" : "reads", bytes, bytes == 1 ? "" : "s",
                     address),
         pc);
}

/// Of those that exceptions and streams have, which inline code calls: what(), destructors, and widen().
bool is_usual_virtual(std::uintptr_t function) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(function), &info) == 0 || info.dli_sname == nullptr) return false;
  if (reinterpret_cast<std::uintptr_t>(info.dli_saddr) != function) return false;
  const std::string_view name(info.dli_sname);
  constexpr std::array<std::string_view, 6> kEnds{"4whatEv", "D0Ev", "D1Ev", "D2Ev", "8do_widenEc", "8do_widenEPKcS2_Pc"};
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace

void refuse(const std::string& what, const void* pc) {
  if (sim::current_worker != nullptr) sim::fail({.error = cudaErrorIllegalAddress, .kind = "out-of-bounds", .text = what, .pc = pc});
  const sim::CodeLine line = sim::code_line(pc);
  std::fflush(stdout);
  fmt::print(stderr, "lockstep: error: {}:{}: {}\n", sim::short_path(line.file), line.line, what);
  _exit(1);
}

void check_copy(const void* p, std::size_t bytes, bool writes, const void* pc) {
  const std::uintptr_t address = sim::number(p);
  const bool is_in_kernel = sim::current_worker != nullptr;
  const bool is_kernels = is_in_kernel && writes ? is_on_own_stack(address, bytes, writes) : may_access(address, bytes, writes);
  if (bytes == 0 || is_kernels) return;
  if (!is_in_kernel && !is_for_host(address, bytes)) refuse_access(address, bytes, writes, pc);
  tell(address, bytes, writes, pc);
}

void check_range(std::uintptr_t address, std::size_t bytes, bool writes, const void* pc) {
  const bool is_checked_there = sim::current_worker != nullptr ? sim::space_layout.holds(address) : is_for_host(address, bytes);
  if (bytes != 0 && !is_checked_there && !may_access(address, bytes, writes)) refuse_access(address, bytes, writes, pc);
}

void check_variable(std::uintptr_t address, std::size_t bytes, const void* pc) {
  if (bytes != 0 && !any_holds(loaded().own, address, bytes)) refuse("a copy to or from more than a variable of the program's", pc);
}

void check_fresh(std::uintptr_t address, std::size_t bytes, const void* pc) {
  if (!is_all_found || address == 0 || bytes == 0) return;
  if (is_of_course(address, bytes)) refuse("the heap's own records were written over", pc);
}

void check_host_atomic(std::uintptr_t address, std::size_t bytes, const void* pc) {
  if (!is_for_host(address, bytes) && !may_access(address, bytes, true)) refuse_access(address, bytes, true, pc);
}

void check_given(std::uintptr_t pointer, const void* pc) {
  if (is_own_place(pointer)) return;
  if (sim::space_layout.holds(pointer)) refuse("a function of the host reads memory of the device: copy it with cudaMemcpy first", pc);
  if (is_of_course(pointer, 1)) refuse("a function is given a place outside of the program's own variables", pc);
}

void check_changed(std::uintptr_t pointer, const void* pc) {
  const Stack stack = own_stack();
  if (pointer >= end_of_own_part(stack) && pointer < stack.end)
    refuse("a function is given a place outside of the program's own variables", pc);
  check_given(pointer, pc);
  if (pointer != 0 && !is_own_place(pointer) && !is_of_heap({pointer, pointer + 1}))
    refuse("a function is given a place outside of the program's own variables", pc);
}

void check_callee(std::uintptr_t function, const void* pc) {
  if (function == 0 || std::ranges::binary_search(loaded().targets, function) || is_usual_virtual(function)) return;
  refuse("a function is given a pointer that does not point to a function of the program's", pc);
}

bool is_constant(std::uintptr_t address) { return any_holds(loaded().constant, address, 8); }

}  // namespace lockstep::grading

extern "C" {

[[gnu::used]] void lockstep_guard_check(std::uintptr_t address, std::uintptr_t bytes, bool writes, const void* pc) {
  using namespace lockstep::grading;
  if (bytes == 0) return;
  if (is_untold(address, bytes, writes)) return tell(address, bytes, writes, pc);
  if (!may_access(address, bytes, writes)) refuse_access(address, bytes, writes, pc);
}

[[gnu::used]] void lockstep_guard_check_target(std::uintptr_t target, const void* pc) {
  using namespace lockstep::grading;
  if (std::ranges::binary_search(loaded().targets, target)) return;
  if (!std::ranges::binary_search(loaded().virtuals, target) || !is_usual_virtual(target))
    refuse("a call through a pointer that does not point to a function", pc);
}

/// Where all is taken from it, it points to the return address.
[[gnu::used]] void lockstep_guard_check_stack(std::uintptr_t pointer, const void* pc) {
  using namespace lockstep::grading;
  const Stack stack = own_stack();
  if (pointer < stack.begin || pointer > end_of_own_part(stack)) refuse("local variables that are larger than the stack", pc);
}
}

static_assert(offsetof(lockstep::sim::SpaceLayout, begin) == 0 && offsetof(lockstep::sim::SpaceLayout, shared_begin) == 16 &&
              offsetof(lockstep::sim::SpaceLayout, stacks_begin) == 24);

// What the guard calls (entries.hpp).
// clang-format off
// An access to the address in %rdi.
#define LOCKSTEP_PASS_ACCESS(set_bytes, writes) \
  "pushq %rsi\n" \
  "pushq %rdx\n" \
  set_bytes "\n" \
  "movl $" #writes ", %edx\n" \
  "pushq %rax\n" \
  "leaq lockstep_guard_check(%rip), %rax\n" \
  "jmp lockstep_guard_call\n"

// Near the stack pointer is the own stack, or the guard page beyond it; it may write up to the end of its own part. What a hook has told of
// needs to be the simulator's, below the stacks, and for host code below the shared memory. A kernel may read where it has read before.
#define LOCKSTEP_CHECK(name, slot, bytes, writes, where_near, elsewhere) \
  asm(LOCKSTEP_ENTRY(#name #bytes) \
      "pushq %rax\n" \
      "movq %rdi, %rax\n" \
      "subq %rsp, %rax\n" \
      "cmpq $4000, %rax\n" \
      "jb 3f\n" \
      "movq %rdi, %rax\n" \
      "subq %fs:lockstep_guard_" #slot "@tpoff, %rax\n" \
      "jb 2f\n" \
      "addq $" #bytes ", %rax\n" \
      "cmpq %rax, %fs:lockstep_guard_" #slot "@tpoff+8\n" \
      "jb 2f\n" \
      "cmpq %rdi, _ZN8lockstep3sim12space_layoutE(%rip)\n" \
      "ja 2f\n" \
      "cmpq %rdi, _ZN8lockstep3sim12space_layoutE+16(%rip)\n" \
      "ja 1f\n" \
      "cmpq $0, %fs:_ZN8lockstep3sim14current_workerE@tpoff\n" \
      "je 2f\n" \
      "cmpq %rdi, _ZN8lockstep3sim12space_layoutE+24(%rip)\n" \
      "jbe 2f\n" \
      "1: popq %rax\n" \
      "ret\n" \
      "3: " where_near \
      "2: " elsewhere \
      "4: popq %rax\n" \
      LOCKSTEP_PASS_ACCESS("movl $" #bytes ", %esi", writes))
#define LOCKSTEP_CHECKS(bytes) \
  LOCKSTEP_CHECK(load, loaded, bytes, 0, "jmp 1b\n", \
      "cmpq $0, %fs:_ZN8lockstep3sim14current_workerE@tpoff\n" \
      "je 4f\n" \
      "cmpq %rdi, %fs:lockstep_guard_read_page@tpoff\n" \
      "ja 4f\n" \
      "leaq " #bytes "(%rdi), %rax\n" \
      "cmpq %rax, %fs:lockstep_guard_read_page@tpoff+8\n" \
      "jae 1b\n"); \
  LOCKSTEP_CHECK(store, stored, bytes, 1, \
      "cmpq %rdi, %fs:lockstep_guard_own_part@tpoff\n" \
      "ja 2f\n" \
      "leaq " #bytes "(%rdi), %rax\n" \
      "cmpq %rax, %fs:lockstep_guard_own_part@tpoff+8\n" \
      "jae 1b\n", "")

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
asm(LOCKSTEP_ENTRY("stack") LOCKSTEP_PASS_OTHER("leaq 16(%rsp), %rdi", lockstep_guard_check_stack));
// clang-format on

asm(R"(
.globl lockstep_guard_call
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
