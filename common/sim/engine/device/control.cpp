/// @file
/// @brief `assert` in kernels, the clock, and kinds of memory.
#include <errno.h>

#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "lockstep/sim/device/control.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

long long nanoseconds() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_shared_memory(const void* address) noexcept { return address_space().shared.holds(address); }
bool is_local_memory(const void* address) noexcept { return address_space().stacks.holds(address); }

namespace {

/// A Site for a place that only a macro knows. The language gives no way to make one: this is what compilers put into
/// `__builtin_source_location`, which g++ and clang agree on.
struct SourcePlace {
  const char* file;
  const char* function;
  unsigned line;
  unsigned column;
};
static_assert(sizeof(Site) == sizeof(const SourcePlace*));

[[noreturn]] void fail_assertion(const char* expression, const char* file, unsigned line, const char* function) {
  if (!current_worker->grid().quiet)
    std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function, blockIdx.x,
                 blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, expression);
  static thread_local SourcePlace place;  // outlives the thread's stack, should the report be printed later
  place = {file, function, line, 0};
  fail_kernel(cudaErrorAssert, std::string("assertion `") + expression + "` failed", std::bit_cast<Site>(&place));
}

}  // namespace
}  // namespace lockstep::sim

/// What the `assert` macro calls, instead of the C library's: a kernel ends with cudaErrorAssert, and host code aborts as ever.
extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) noexcept(false) {
  if (lockstep::sim::in_kernel()) lockstep::sim::fail_assertion(expression, file, line, function);
  std::fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line, function, expression);
  std::abort();
}

/// Replaces the C library's: a kernel reads the device's clock, as by `clock64()`; the host reads the time of its processor, as ever.
/// Here and not in the translator, because `std::clock`, functions for both sides and pointers to it all end here.
extern "C" std::clock_t clock() noexcept {
  if (lockstep::sim::in_kernel()) return lockstep::sim::nanoseconds();
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * CLOCKS_PER_SEC + used.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}
