/// @file
/// @brief What the compiler calls where an index lies outside of its array (`-fsanitize=bounds`), where an address is not a multiple of
/// what its type needs (`-fsanitize=alignment`), and, on processors that do not fault, where an integer is divided by zero
/// (`-fsanitize=integer-divide-by-zero`).
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {
namespace {

// The compiler's own records (GCC's ubsan.h, the same as LLVM's).
struct TypeDescriptor {
  std::uint16_t kind;  // 0: an integer
  std::uint16_t info;  // of an integer: bit 0 says that it is signed; the rest is the logarithm of its width in bits
  char name[1];        // quoted, and as long as it is

  int bits() const { return 1 << (info >> 1); }
  bool is_signed() const { return (info & 1) != 0; }
};

struct Place {
  const char* file;
  std::uint32_t line, column;
};

struct OutOfBounds {
  Place place;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};

enum class Use : std::uint8_t { load, store };  // and others: of a part of the object, or of its address

struct TypeMismatch {
  Place place;
  const TypeDescriptor* type;
  std::uint8_t log_alignment;
  Use use;
};

// An integer of at most 64 bits comes by value, with meaningless upper bits; a wider one by address.
std::string text_of(const TypeDescriptor& type, std::uintptr_t value) {
  if (type.kind != 0 || type.bits() > 64) return "an index";
  const int unused = 64 - type.bits();
  return fmt::format("index {}", type.is_signed() ? fmt::to_string(static_cast<std::int64_t>(value << unused) >> unused)
                                                  : fmt::to_string(value << unused >> unused));
}

std::string_view unquoted(const TypeDescriptor& type) {
  const std::string_view name(type.name);
  return name.size() > 2 && name.front() == '\'' ? name.substr(1, name.size() - 2) : name;
}

// "float4" of "'volatile struct float4'".
std::string_view type_name(const TypeDescriptor& type) {
  std::string_view name = unquoted(type);
  for (const std::string_view word : {"const ", "volatile ", "struct ", "union "})
    if (name.starts_with(word)) name.remove_prefix(word.size());
  return name;
}

}  // namespace
}  // namespace lockstep::sim

// The names and the calling convention are the compiler's. Host code that is compiled with kernels comes here, too, and is left alone.
extern "C" void __ubsan_handle_out_of_bounds(const lockstep::sim::OutOfBounds* what, std::uintptr_t index) {
  using namespace lockstep::sim;
  if (current_worker == nullptr) return;
  fail({.error = cudaErrorIllegalAddress,
        .kind = "out-of-bounds",
        .text = fmt::format("{} is out of bounds for an array of type {}", text_of(*what->index, index), unquoted(*what->array)),
        .fix = "compare the index with the length of the array before the access",
        .pc = __builtin_return_address(0)});
}

extern "C" void __ubsan_handle_divrem_overflow(const void*, std::uintptr_t, std::uintptr_t) {
  using namespace lockstep::sim;
  if (current_worker != nullptr) fail(division_failure(__builtin_return_address(0)));
}

// Hooks see the misaligned accesses that the compiler does not. The ones it knows, it splits, so that they look like accesses to
// members of packed structs, which are right.
extern "C" void __ubsan_handle_type_mismatch_v1(const lockstep::sim::TypeMismatch* what, std::uintptr_t address) {
  using namespace lockstep::sim;
  const std::size_t alignment = std::size_t{1} << what->log_alignment;
  if (current_worker == nullptr || address % alignment == 0) return;
  if (what->use > Use::store) {
    misaligned_object = address;
    return;
  }
  const std::string does = fmt::format("{} a value of type {}", what->use == Use::store ? "writes" : "reads", type_name(*what->type));
  fail(misaligned_failure(__builtin_return_address(0), does, alignment, reinterpret_cast<const void*>(address)));
}
