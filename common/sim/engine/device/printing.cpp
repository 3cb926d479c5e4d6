/// @file
/// @brief `printf`: on the device it returns how many arguments it printed, on the host how many characters.
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

namespace {

/// How many arguments a format takes; widths and precisions that are arguments count.
int arguments_of(const char* format) {
  int count = 0;
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at, '%')) {
    const char* const conversion = at + 1 + std::strspn(at + 1, "-+ #0123456789.*hlLjzt");
    if (*conversion == '\0') return count;
    for (; at != conversion; ++at) count += *at == '*';
    count += *conversion != '%';
    ++at;
  }
  return count;
}

int print(const char* format, std::va_list arguments) {
  const int characters = std::vprintf(format, arguments);
  return in_kernel() ? arguments_of(format) : characters;
}

}  // namespace

}  // namespace lockstep::sim

extern "C" int lockstep_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = lockstep::sim::print(format, arguments);
  va_end(arguments);
  return result;
}

/// What glibc's headers call where _FORTIFY_SOURCE is set.
extern "C" int lockstep_printf_checked(int, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = lockstep::sim::print(format, arguments);
  va_end(arguments);
  return result;
}
