/// @file
/// @brief What is looked at before a function of the library is called: "given2" at where its second argument points to. The functions are
/// listed in grading/guard/library.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <locale>
#include <sstream>
#include <streambuf>

#include "driver_types.h"
#include "grading/guard/checks/access.hpp"
#include "grading/guard/checks/entries.hpp"
#include "grading/guard/checks/refusal.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::grading {
namespace {

void check_host(const void* pc) {
  if (sim::current_worker != nullptr) refuse("a kernel calls a function of the host (malloc and new, too, are the host's alone here)", pc);
}

void check_place(const void* pointer, const void* pc) { check_changed(sim::number(pointer), pc); }

/// Nodes of lists and trees, of which the library writes to the neighbours as well.
void check_node(const void* node, std::size_t links, const void* pc) {
  check_place(node, pc);
  for (std::size_t i = 0; node != nullptr && i < links; ++i) check_place(static_cast<const void* const*>(node)[i], pc);
}

/// std::_Rb_tree_node_base. To balance, the library goes from a node to the root, and writes to nodes beside the way.
struct TreeNode {
  const TreeNode* colour_and_links[4];
  const TreeNode* parent() const { return colour_and_links[1]; }
};

void check_neighbours(const TreeNode* node, int distance, const void* pc) {
  check_place(node, pc);
  if (node == nullptr || distance == 0) return;
  check_neighbours(node->colour_and_links[2], distance - 1, pc);
  check_neighbours(node->colour_and_links[3], distance - 1, pc);
}

void check_way_up(const TreeNode* node, const void* pc) {
  constexpr int kMostLevels = 128;
  for (int level = 0; node != nullptr && level < kMostLevels; ++level) {
    check_neighbours(node, 2, pc);
    const TreeNode* const parent = node->parent();
    if (parent != nullptr && level > 0 && parent->parent() == node) return;  // the root, or the header above it
    node = parent;
  }
}

void check_locale(const std::locale& locale, const void* pc) {
  if (std::memcmp(&locale, &std::locale::classic(), sizeof(std::locale)) != 0) refuse("a locale that is not the program's first", pc);
}

/// A table of virtual functions, which the compiler has written.
void check_virtuals(const void* object, const void* pc) {
  if (!is_constant(*static_cast<const std::uintptr_t*>(object))) refuse("an object without its class's virtual functions", pc);
}

struct Buffer : std::streambuf {
  void check(const void* pc) const {
    for (const char* const place : {eback(), gptr(), egptr(), pbase(), pptr(), epptr()}) check_place(place, pc);
    if (pptr() > epptr() || gptr() > egptr()) refuse("a stream's buffer that ends before it begins", pc);
    check_locale(_M_buf_locale, pc);
  }
};

struct Base : std::ios_base {
  void check(const void* pc) const {
    check_locale(_M_ios_locale, pc);
    if (_M_callbacks != nullptr || (_M_word != _M_local_word && _M_word != nullptr)) refuse("a stream that was changed by hand", pc);
  }
};

struct State : std::ios {
  void check(const State& usual, const void* pc) const {
    const bool is_tied = _M_tie != nullptr && _M_tie != &std::cout;
    if (is_tied || _M_ctype != usual._M_ctype || _M_num_put != usual._M_num_put || _M_num_get != usual._M_num_get)
      refuse("a stream that was changed by hand", pc);
  }
};

/// A stream of ours, or one of the submission's.
bool is_usual(const std::ios* state) { return state == &std::cout || state == &std::cerr || state == &std::clog; }

/// What a function is called with.
struct Arguments {
  std::uintptr_t in_registers[6], saved[2], on_stack[1];
  std::uintptr_t operator[](std::size_t i) const { return in_registers[i]; }
};

/// Rows of a copy: from the first to the last byte.
void check_rows(std::uintptr_t begin, std::uintptr_t pitch, std::uintptr_t width, std::uintptr_t rows, bool writes, const void* pc) {
  if (width == 0 || rows == 0) return;
  std::uintptr_t bytes = 0;
  if (__builtin_mul_overflow(pitch, rows - 1, &bytes) || __builtin_add_overflow(bytes, width, &bytes))
    refuse("a copy of more than there is memory", pc);
  check_range(begin, bytes, writes, pc);
}

}  // namespace
}  // namespace lockstep::grading

extern "C" {

using lockstep::grading::Arguments;

// Copies, with all of their arguments.
[[gnu::used]] void lockstep_guard_check_copied(const Arguments& all, const void* pc) {
  lockstep::grading::check_range(all[0], all[2], true, pc);
  lockstep::grading::check_range(all[1], all[2], false, pc);
}
[[gnu::used]] void lockstep_guard_check_filled(const Arguments& all, const void* pc) {
  lockstep::grading::check_range(all[0], all[2], true, pc);
}
[[gnu::used]] void lockstep_guard_check_copied_to_peer(const Arguments& all, const void* pc) {
  lockstep::grading::check_range(all[0], all[4], true, pc);
  lockstep::grading::check_range(all[2], all[4], false, pc);
}
[[gnu::used]] void lockstep_guard_check_copied_rows(const Arguments& all, const void* pc) {
  lockstep::grading::check_rows(all[0], all[1], all[4], all[5], true, pc);
  lockstep::grading::check_rows(all[2], all[3], all[4], all[5], false, pc);
}
[[gnu::used]] void lockstep_guard_check_rows_to_array(const Arguments& all, const void* pc) {
  lockstep::grading::check_rows(all[3], all[4], all[5], all.on_stack[0], false, pc);
}
[[gnu::used]] void lockstep_guard_check_rows_from_array(const Arguments& all, const void* pc) {
  lockstep::grading::check_rows(all[0], all[1], all[5], all.on_stack[0], true, pc);
}
[[gnu::used]] void lockstep_guard_check_copied_to_array(const Arguments& all, const void* pc) {
  lockstep::grading::check_range(all[3], all[4], false, pc);
}
[[gnu::used]] void lockstep_guard_check_copied_from_array(const Arguments& all, const void* pc) {
  lockstep::grading::check_range(all[0], all[4], true, pc);
}
[[gnu::used]] void lockstep_guard_check_copied_to_symbol(const Arguments& all, const void* pc) {
  lockstep::grading::check_variable(all[0] + all[4], all[3], pc);
  lockstep::grading::check_range(all[2], all[3], false, pc);
}
[[gnu::used]] void lockstep_guard_check_copied_from_symbol(const Arguments& all, const void* pc) {
  lockstep::grading::check_variable(all[1] + all[4], all[3], pc);
  lockstep::grading::check_range(all[0], all[3], true, pc);
}
// A texel goes where the fifth argument says.
[[gnu::used]] void lockstep_guard_check_texel_read(const Arguments& all, const void* pc) {
  lockstep::grading::check_copy(reinterpret_cast<const void*>(all[4]), all[5], true, pc);
}
[[gnu::used]] void lockstep_guard_check_texel_written(const Arguments& all, const void* pc) {
  lockstep::grading::check_copy(reinterpret_cast<const void*>(all[4]), all[5], false, pc);
}

/// Of functions that only kernels have.
[[gnu::used]] void lockstep_guard_check_kernel(std::uintptr_t, const void* pc) {
  if (lockstep::sim::current_worker == nullptr) lockstep::grading::refuse("the host calls a function of kernels", pc);
}

/// What only the device's memory can hold: barriers of blocks.
[[gnu::used]] void lockstep_guard_check_shared(std::uintptr_t pointer, const void* pc) {
  if (!lockstep::sim::is_shared_address(pointer)) lockstep::grading::refuse("a barrier outside of shared memory", pc);
}

// Objects of the library's classes, by their bytes.
#define LOCKSTEP_OBJECT(bytes)                                                                       \
  [[gnu::used]] void lockstep_guard_check_object##bytes##_(std::uintptr_t address, const void* pc) { \
    lockstep::grading::check_range(address, bytes, true, pc);                                        \
  }
LOCKSTEP_OBJECT(8)
LOCKSTEP_OBJECT(16)
LOCKSTEP_OBJECT(64)
LOCKSTEP_OBJECT(104)
LOCKSTEP_OBJECT(264)
LOCKSTEP_OBJECT(376)
LOCKSTEP_OBJECT(392)
LOCKSTEP_OBJECT(32)

// What the runtime fills in for host code.
LOCKSTEP_OBJECT(56)
LOCKSTEP_OBJECT(88)
LOCKSTEP_OBJECT(144)
LOCKSTEP_OBJECT(1008)
static_assert(sizeof(cudaKernelNodeParams) == 56 && sizeof(cudaLaunchAttributeValue) == 64 && sizeof(cudaPointerAttributes) == 88 &&
              sizeof(cudaFuncAttributes) == 144 && sizeof(cudaDeviceProp) == 1008);

/// A table of virtual functions.
[[gnu::used]] void lockstep_guard_check_constant(std::uintptr_t table, const void* pc) {
  if (!lockstep::grading::is_constant(table)) lockstep::grading::refuse("a class without its table of virtual functions", pc);
}

/// std::basic_ios alone: of std::cout, or of a stream of the submission's.
[[gnu::used]] void lockstep_guard_check_state(const std::ios* state, const void* pc) {
  using namespace lockstep::grading;
  if (!is_usual(state)) check_range(lockstep::sim::number(state), sizeof *state, true, pc);
  check_virtuals(state, pc);
}

/// std::stringbuf, and the one in a std::ostringstream.
[[gnu::used]] void lockstep_guard_check_buffer(const std::streambuf* buffer, const void* pc) {
  using namespace lockstep::grading;
  check_range(lockstep::sim::number(buffer), sizeof(std::stringbuf), true, pc);
  check_virtuals(buffer, pc);
  static_cast<const Buffer*>(buffer)->check(pc);
}
[[gnu::used]] void lockstep_guard_check_ostrings(const std::ostringstream* stream, const void* pc) {
  using namespace lockstep::grading;
  check_range(lockstep::sim::number(stream), sizeof *stream, true, pc);
  lockstep_guard_check_buffer(stream->rdbuf(), pc);
}
[[gnu::used]] void lockstep_guard_check_strings(const std::stringstream* stream, const void* pc) {
  using namespace lockstep::grading;
  check_range(lockstep::sim::number(stream), sizeof *stream, true, pc);
  lockstep_guard_check_buffer(stream->rdbuf(), pc);
}

[[gnu::used]] void lockstep_guard_check_host(std::uintptr_t, const void* pc) { lockstep::grading::check_host(pc); }

[[gnu::used]] void lockstep_guard_check_given(std::uintptr_t pointer, const void* pc) { lockstep::grading::check_given(pointer, pc); }

/// Of the runtime: memory of the device, too.
[[gnu::used]] void lockstep_guard_check_place(std::uintptr_t pointer, const void* pc) {
  if (!lockstep::sim::space_layout.holds(pointer)) lockstep::grading::check_changed(pointer, pc);
}

[[gnu::used]] void lockstep_guard_check_callee(std::uintptr_t function, const void* pc) { lockstep::grading::check_callee(function, pc); }

#define LOCKSTEP_OUT(bytes)                                                     \
  [[gnu::used]] void lockstep_guard_check_out##bytes(void* p, const void* pc) { \
    if (p != nullptr) lockstep::grading::check_copy(p, bytes, true, pc);        \
  }
LOCKSTEP_OUT(4)
LOCKSTEP_OUT(8)
LOCKSTEP_OUT(10)
LOCKSTEP_OUT(16)

#define LOCKSTEP_ATOMIC(bytes)                                                                    \
  [[gnu::used]] void lockstep_guard_check_atomic##bytes(std::uintptr_t address, const void* pc) { \
    lockstep::grading::check_host_atomic(address, bytes, pc);                                     \
  }
LOCKSTEP_ATOMIC(1)
LOCKSTEP_ATOMIC(2)
LOCKSTEP_ATOMIC(4)
LOCKSTEP_ATOMIC(8)
LOCKSTEP_ATOMIC(16)

[[gnu::used]] void lockstep_guard_check_file(const std::FILE* file, const void* pc) {
  if (file != nullptr && file != stdout && file != stderr) lockstep::grading::refuse("a FILE that is neither stdout nor stderr", pc);
}

[[gnu::used]] void lockstep_guard_check_type(std::uintptr_t type, const void* pc) {
  if (!lockstep::grading::is_constant(type)) lockstep::grading::refuse("an exception of a type that the compiler does not know", pc);
}

/// std::string: where its characters are, how many, and for how many there is room if they are not in the object.
[[gnu::used]] void lockstep_guard_check_text(const std::uintptr_t* text, const void* pc) {
  using namespace lockstep::grading;
  constexpr std::uintptr_t kInObject = 15, kMost = std::uintptr_t{1} << 40;
  check_place(text, pc);
  const std::uintptr_t begin = text[0], size = text[1];
  const std::uintptr_t room = begin == lockstep::sim::number(text + 2) ? kInObject : text[2];
  if (size > room || room > kMost) refuse("a std::string that was changed by hand", pc);
  check_changed(begin, pc);
  check_changed(begin + room, pc);
}

[[gnu::used]] void lockstep_guard_check_stream(const std::ostream* stream, const void* pc) {
  using namespace lockstep::grading;
  const bool is_usual = stream == &std::cout || stream == &std::cerr || stream == &std::clog;
  if (!is_usual) check_place(stream, pc);
  check_virtuals(stream, pc);
  const std::ios& state = *stream;
  if (!is_usual) check_place(&state, pc);
  static_cast<const Base&>(static_cast<const std::ios_base&>(state)).check(pc);
  static_cast<const State&>(state).check(static_cast<const State&>(static_cast<const std::ios&>(std::cout)), pc);
  if (state.rdbuf() == nullptr) return;
  check_virtuals(state.rdbuf(), pc);
  static_cast<const Buffer*>(state.rdbuf())->check(pc);
}

[[gnu::used]] void lockstep_guard_check_ios(const std::ios_base* base, const void* pc) {
  static_cast<const lockstep::grading::Base*>(base)->check(pc);
}

[[gnu::used]] void lockstep_guard_check_locale(const std::locale* locale, const void* pc) { lockstep::grading::check_locale(*locale, pc); }

[[gnu::used]] void lockstep_guard_check_facet(const void* facet, const void* pc) {
  if (facet != &std::use_facet<std::ctype<char>>(std::locale::classic()))
    lockstep::grading::refuse("a facet that is not the library's", pc);
}

[[gnu::used]] void lockstep_guard_check_id(const void* id, const void* pc) {
  if (id != &std::ctype<char>::id) lockstep::grading::refuse("a facet that is not the library's", pc);
}

[[gnu::used]] void lockstep_guard_check_list(const void* node, const void* pc) { lockstep::grading::check_node(node, 2, pc); }

[[gnu::used]] void lockstep_guard_check_tree(const lockstep::grading::TreeNode* node, const void* pc) {
  lockstep::grading::check_way_up(node, pc);
}
}

// clang-format off
#define LOCKSTEP_LOOK(kind, number, argument) \
  asm(LOCKSTEP_ENTRY(#kind #number) LOCKSTEP_PASS_OTHER("movq " argument ", %rdi", lockstep_guard_check_##kind))
#define LOCKSTEP_LOOK_OUT(bytes) \
  asm(LOCKSTEP_ENTRY("out" #bytes "_1") LOCKSTEP_PASS_OTHER("", lockstep_guard_check_out##bytes)); \
  asm(LOCKSTEP_ENTRY("out" #bytes "_2") LOCKSTEP_PASS_OTHER("movq %rsi, %rdi", lockstep_guard_check_out##bytes)); \
  asm(LOCKSTEP_ENTRY("out" #bytes "_5") LOCKSTEP_PASS_OTHER("movq %r8, %rdi", lockstep_guard_check_out##bytes))
#define LOCKSTEP_LOOK_AT_ALL(kind) asm(LOCKSTEP_ENTRY(#kind) LOCKSTEP_PASS_ALL(lockstep_guard_check_##kind))

// Goes on to the check in a kernel alone ("jne"), or in host code alone ("je").
#define LOCKSTEP_ONLY_WHERE(jump) \
  "cmpq $0, %fs:_ZN8lockstep3sim14current_workerE@tpoff\n" \
  jump " 2f\n" \
  "ret\n" \
  "2:"

asm(LOCKSTEP_ENTRY("host") LOCKSTEP_ONLY_WHERE("jne") LOCKSTEP_PASS_OTHER("", lockstep_guard_check_host));
asm(LOCKSTEP_ENTRY("kernel1") LOCKSTEP_ONLY_WHERE("je") LOCKSTEP_PASS_OTHER("", lockstep_guard_check_kernel));
LOCKSTEP_LOOK(given, 1, "%rdi");
LOCKSTEP_LOOK(given, 2, "%rsi");
LOCKSTEP_LOOK(given, 4, "%rcx");
LOCKSTEP_LOOK(place, 1, "%rdi");
LOCKSTEP_LOOK(place, 2, "%rsi");
LOCKSTEP_LOOK(place, 3, "%rdx");
LOCKSTEP_LOOK(place, 4, "%rcx");
LOCKSTEP_LOOK(callee, 1, "%rdi");
LOCKSTEP_LOOK(callee, 3, "%rdx");
LOCKSTEP_LOOK(file, 1, "%rdi");
LOCKSTEP_LOOK(file, 2, "%rsi");
LOCKSTEP_LOOK(file, 4, "%rcx");
LOCKSTEP_LOOK(type, 2, "%rsi");
LOCKSTEP_LOOK(text, 1, "%rdi");
LOCKSTEP_LOOK(stream, 1, "%rdi");
LOCKSTEP_LOOK(ios, 1, "%rdi");
LOCKSTEP_LOOK(locale, 1, "%rdi");
LOCKSTEP_LOOK(facet, 1, "%rdi");
LOCKSTEP_LOOK(id, 1, "%rdi");
LOCKSTEP_LOOK(list, 1, "%rdi");
LOCKSTEP_LOOK(list, 2, "%rsi");
LOCKSTEP_LOOK(list, 3, "%rdx");
LOCKSTEP_LOOK(tree, 1, "%rdi");
LOCKSTEP_LOOK(tree, 2, "%rsi");
LOCKSTEP_LOOK(tree, 3, "%rdx");
#define LOCKSTEP_LOOK_ATOMIC(bytes) \
  asm(LOCKSTEP_ENTRY("atomic" #bytes) LOCKSTEP_ONLY_WHERE("je") LOCKSTEP_PASS_OTHER("", lockstep_guard_check_atomic##bytes))
LOCKSTEP_LOOK_ATOMIC(1);
LOCKSTEP_LOOK_ATOMIC(2);
LOCKSTEP_LOOK_ATOMIC(4);
LOCKSTEP_LOOK_ATOMIC(8);
LOCKSTEP_LOOK_ATOMIC(16);
LOCKSTEP_LOOK_AT_ALL(copied);
LOCKSTEP_LOOK_AT_ALL(filled);
LOCKSTEP_LOOK_AT_ALL(copied_to_peer);
LOCKSTEP_LOOK_AT_ALL(copied_rows);
LOCKSTEP_LOOK_AT_ALL(rows_to_array);
LOCKSTEP_LOOK_AT_ALL(rows_from_array);
LOCKSTEP_LOOK_AT_ALL(copied_to_array);
LOCKSTEP_LOOK_AT_ALL(copied_from_array);
LOCKSTEP_LOOK_AT_ALL(copied_to_symbol);
LOCKSTEP_LOOK_AT_ALL(copied_from_symbol);
LOCKSTEP_LOOK_AT_ALL(texel_read);
LOCKSTEP_LOOK_AT_ALL(texel_written);
LOCKSTEP_LOOK(shared, 1, "%rdi");
LOCKSTEP_LOOK(object8_, 1, "%rdi");
LOCKSTEP_LOOK(object16_, 1, "%rdi");
LOCKSTEP_LOOK(object64_, 1, "%rdi");
LOCKSTEP_LOOK(object104_, 1, "%rdi");
LOCKSTEP_LOOK(object264_, 1, "%rdi");
LOCKSTEP_LOOK(object376_, 1, "%rdi");
LOCKSTEP_LOOK(object392_, 1, "%rdi");
LOCKSTEP_LOOK(object32_, 1, "%rdi");
LOCKSTEP_LOOK(object88_, 1, "%rdi");
LOCKSTEP_LOOK(object144_, 1, "%rdi");
LOCKSTEP_LOOK(object1008_, 1, "%rdi");
LOCKSTEP_LOOK(object8_, 2, "%rsi");
LOCKSTEP_LOOK(object56_, 2, "%rsi");
LOCKSTEP_LOOK(object64_, 3, "%rdx");
LOCKSTEP_LOOK(locale, 2, "%rsi");
LOCKSTEP_LOOK(constant, 2, "%rsi");
LOCKSTEP_LOOK(given, 3, "%rdx");
LOCKSTEP_LOOK(state, 1, "%rdi");
LOCKSTEP_LOOK(buffer, 1, "%rdi");
LOCKSTEP_LOOK(ostrings, 1, "%rdi");
LOCKSTEP_LOOK(strings, 1, "%rdi");
LOCKSTEP_LOOK(buffer, 2, "%rsi");
LOCKSTEP_LOOK(ostrings, 2, "%rsi");
LOCKSTEP_LOOK(strings, 2, "%rsi");
LOCKSTEP_LOOK_OUT(4);
LOCKSTEP_LOOK_OUT(8);
LOCKSTEP_LOOK_OUT(10);
LOCKSTEP_LOOK_OUT(16);
// clang-format on
