/// @file
/// @brief The sections in which the translator puts `__device__`, `__constant__` and `__managed__` variables.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/failures/faults.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/program/variable_names.hpp"
#include "sim/runtime/memory/memory.hpp"

// The linker defines where a section begins and ends. The translator puts a gap before each variable; the one after the last is here,
// because the simulator is linked last.
#define LOCKSTEP_SECTION(memory)                          \
  extern "C" const std::byte __start_lockstep_##memory[]; \
  extern "C" const std::byte __stop_lockstep_##memory[];  \
  asm(".pushsection lockstep_" #memory ",\"aw\"\n.zero 1024\n.popsection")  // kGapBytes
LOCKSTEP_SECTION(device);
LOCKSTEP_SECTION(constant);
LOCKSTEP_SECTION(managed);

namespace lockstep::sim {

namespace {

constexpr std::ptrdiff_t kGapBytes = 1024;

const Variables kVariables[] = {
    {"__device__", __start_lockstep_device, __stop_lockstep_device, false},
    {"__constant__", __start_lockstep_constant, __stop_lockstep_constant, false},
    {"__managed__", __start_lockstep_managed, __stop_lockstep_managed, true},
};

std::map<const std::byte*, std::size_t>& given() {
  static auto& all = immortal<std::map<const std::byte*, std::size_t>>();
  return all;
}

}  // namespace

void tell_hooks_of_variables() {
  std::uintptr_t end = 0;
  variables_begin = ~std::uintptr_t{0};
  for (const Variables& variables : kVariables) {
    variables_begin = std::min(variables_begin, reinterpret_cast<std::uintptr_t>(variables.begin));
    end = std::max(end, reinterpret_cast<std::uintptr_t>(variables.end));
  }
  variables_bytes = end - variables_begin;
}

const Variables* find_variables(const void* p) {
  for (const Variables& variables : kVariables)
    if (variables.holds(p)) return &variables;
  return nullptr;
}

bool any_managed_variables() { return __stop_lockstep_managed - __start_lockstep_managed > kGapBytes; }

void give_address(const void* variable, std::size_t bytes) { given()[static_cast<const std::byte*>(variable)] = bytes; }

bool is_given(const void* p) {
  const auto next = given().upper_bound(static_cast<const std::byte*>(p));
  if (next == given().begin()) return false;
  const auto& [begin, bytes] = *std::prev(next);
  return static_cast<std::size_t>(static_cast<const std::byte*>(p) - begin) < bytes;
}

// On a GPU the program would go on with a variable of the host that no kernel sees: whatever came then would be wrong.
void check_host_access(const void* p, bool write, const void* pc) {
  const Variables* const variables = find_variables(p);
  if (variables == nullptr || variables->managed) return;
  std::fflush(stdout);
  fmt::print(stderr,
             "lockstep: error: host code {} the {} variable {} in {}\n"
             "  on a GPU the host has a variable of its own by that name, which no kernel\n"
             "  sees: use {}, or declare it __managed__\n",
             write ? "wrote to" : "read", variables->qualifier, variable_at(static_cast<const std::byte*>(p)).name, source_line(pc),
             write ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol");
  if (before_host_fault != nullptr) before_host_fault();
  _exit(1);
}

bool device_may_touch(const void* p) {
  if (find_variables(p) != nullptr) return true;
  const Allocation* const allocation = find_allocation(p);
  return allocation != nullptr && allocation->origin == Origin::registered;
}

}  // namespace lockstep::sim
