/// @file
/// @brief Functions in place of those of the C library that copy, sort, read numbers and print where they are told.
#include <malloc.h>

#include <algorithm>
#include <climits>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "grading/guard/checks/access.hpp"
#include "grading/guard/checks/refusal.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::grading {
namespace {

void check_host(const void* pc) {
  if (sim::current_worker != nullptr) refuse("a kernel calls a function of the host", pc);
}

/// What a kernel prints may also be the device's.
void check_text(const char* text, const void* pc) {
  if (sim::current_worker == nullptr || !sim::space_layout.holds(sim::number(text))) check_given(sim::number(text), pc);
}

void check_number(const char* text, char** end, const void* pc) {
  check_host(pc);
  check_text(text, pc);
  if (end != nullptr) check_copy(end, sizeof *end, true, pc);
}

bool is_in(char c, std::string_view set) { return c != '\0' && set.find(c) != set.npos; }

/// A field's width or precision, which may be an argument.
const char* skip_number(const char* at, std::va_list& arguments) {
  if (*at == '*') {
    va_arg(arguments, int);
    return at + 1;
  }
  while (is_in(*at, "0123456789")) ++at;
  return at;
}

/// Of what printf reads: texts, which must not be the device's. It must not write (`%n`).
void check_format(const char* at, std::va_list& arguments, const void* pc) {
  check_text(at, pc);
  while ((at = std::strchr(at, '%')) != nullptr) {
    ++at;
    while (is_in(*at, "-+ #0'")) ++at;
    at = skip_number(at, arguments);
    if (*at == '.') at = skip_number(at + 1, arguments);
    const char* const size = at;
    while (is_in(*at, "hlqjztL")) ++at;
    if (is_in(*at, "diouxXcp"))
      va_arg(arguments, long);
    else if (is_in(*at, "eEfFgGaA") && *size == 'L')
      va_arg(arguments, long double);
    else if (is_in(*at, "eEfFgGaA"))
      va_arg(arguments, double);
    else if (*at == 's')
      check_text(va_arg(arguments, const char*), pc);
    else if (*at != '%')
      refuse("a format of printf that is not allowed in a submission", pc);
    ++at;
  }
}

void check_printing(const char* format, std::va_list& arguments, const void* pc) {
  std::va_list own;
  va_copy(own, arguments);
  check_format(format, own, pc);
  va_end(own);
}

int print(std::FILE* file, const char* format, std::va_list& arguments, const void* pc) {
  check_printing(format, arguments, pc);
  if (file != stdout && file != stderr) refuse("a FILE that is neither stdout nor stderr", pc);
  return std::vfprintf(file, format, arguments);
}

int print_to(char* to, std::size_t room, const char* format, std::va_list& arguments, const void* pc) {
  check_host(pc);
  check_printing(format, arguments, pc);
  std::va_list own;
  va_copy(own, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, own);
  va_end(own);
  if (length >= 0 && room > 0) check_copy(to, std::min(room, static_cast<std::size_t>(length) + 1), true, pc);
  return std::vsnprintf(to, room, format, arguments);
}

}  // namespace
}  // namespace lockstep::grading

using namespace lockstep::grading;

extern "C" {

void* lockstep_guard_memcpy(void* to, const void* from, std::size_t bytes) {
  check_copy(from, bytes, false, __builtin_return_address(0));
  check_copy(to, bytes, true, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
void* lockstep_guard_memmove(void* to, const void* from, std::size_t bytes) {
  check_copy(from, bytes, false, __builtin_return_address(0));
  check_copy(to, bytes, true, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void* lockstep_guard_memset(void* to, int value, std::size_t bytes) {
  check_copy(to, bytes, true, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}

// Who has written over the heap's own records could make these write anywhere.
void* lockstep_guard_calloc(std::size_t count, std::size_t bytes) {
  const void* const pc = __builtin_return_address(0);
  check_host(pc);
  std::size_t all = 0;
  void* const fresh = __builtin_mul_overflow(count, bytes, &all) ? nullptr : std::malloc(all);
  check_fresh(lockstep::sim::number(fresh), all, pc);
  return fresh == nullptr ? nullptr : std::memset(fresh, 0, all);
}
void* lockstep_guard_realloc(void* old, std::size_t bytes) {
  const void* const pc = __builtin_return_address(0);
  check_host(pc);
  void* const fresh = std::malloc(bytes);
  check_fresh(lockstep::sim::number(fresh), bytes, pc);
  if (fresh == nullptr || old == nullptr) return fresh;
  const std::size_t kept = std::min(bytes, malloc_usable_size(old));
  check_copy(old, kept, false, pc);
  std::memcpy(fresh, old, kept);
  std::free(old);
  return fresh;
}

char* lockstep_guard_strcpy(char* to, const char* from) {
  const void* const pc = __builtin_return_address(0);
  check_host(pc);
  check_text(from, pc);
  check_copy(to, std::strlen(from) + 1, true, pc);
  return std::strcpy(to, from);
}
char* lockstep_guard_strncpy(char* to, const char* from, std::size_t bytes) {
  const void* const pc = __builtin_return_address(0);
  check_host(pc);
  check_text(from, pc);
  check_copy(to, bytes, true, pc);
  return std::strncpy(to, from, bytes);
}
char* lockstep_guard_strcat(char* to, const char* from) {
  const void* const pc = __builtin_return_address(0);
  check_host(pc);
  check_text(from, pc);
  check_copy(to, std::strlen(to) + std::strlen(from) + 1, true, pc);
  return std::strcat(to, from);
}

void lockstep_guard_qsort(void* elements, std::size_t count, std::size_t bytes, int (*compare)(const void*, const void*)) {
  const void* const pc = __builtin_return_address(0);
  check_host(pc);
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) refuse("qsort of more than there is memory", pc);
  check_copy(elements, all, true, pc);
  check_callee(reinterpret_cast<std::uintptr_t>(compare), pc);
  std::qsort(elements, count, bytes, compare);
}

// They tell where the number ends.
#define LOCKSTEP_NUMBER(type, name)                          \
  type lockstep_guard_##name(const char* text, char** end) { \
    check_number(text, end, __builtin_return_address(0));    \
    return std::name(text, end);                             \
  }
#define LOCKSTEP_INTEGER(type, name)                                   \
  type lockstep_guard_##name(const char* text, char** end, int base) { \
    check_number(text, end, __builtin_return_address(0));              \
    return std::name(text, end, base);                                 \
  }
LOCKSTEP_NUMBER(double, strtod)
LOCKSTEP_NUMBER(float, strtof)
LOCKSTEP_NUMBER(long double, strtold)
LOCKSTEP_INTEGER(long, strtol)
LOCKSTEP_INTEGER(long long, strtoll)
LOCKSTEP_INTEGER(unsigned long, strtoul)
LOCKSTEP_INTEGER(unsigned long long, strtoull)

int lockstep_guard_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int printed = print(stdout, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return printed;
}
int lockstep_guard_fprintf(std::FILE* file, const char* format, ...) {
  check_host(__builtin_return_address(0));
  std::va_list arguments;
  va_start(arguments, format);
  const int printed = print(file, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return printed;
}
int lockstep_guard_vprintf(const char* format, std::va_list arguments) {
  std::va_list own;
  va_copy(own, arguments);
  const int printed = print(stdout, format, own, __builtin_return_address(0));
  va_end(own);
  return printed;
}
int lockstep_guard_vfprintf(std::FILE* file, const char* format, std::va_list arguments) {
  check_host(__builtin_return_address(0));
  std::va_list own;
  va_copy(own, arguments);
  const int printed = print(file, format, own, __builtin_return_address(0));
  va_end(own);
  return printed;
}
int lockstep_guard_sprintf(char* to, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_to(to, INT_MAX, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return length;
}
int lockstep_guard_snprintf(char* to, std::size_t room, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_to(to, room, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return length;
}
int lockstep_guard_vsnprintf(char* to, std::size_t room, const char* format, std::va_list arguments) {
  std::va_list own;
  va_copy(own, arguments);
  const int length = print_to(to, room, format, own, __builtin_return_address(0));
  va_end(own);
  return length;
}
}
