/// @file
/// @brief The sections in which the translator puts `__device__`, `__constant__` and `__managed__` variables.
#include "engine/hooks.hpp"
#include "runtime/memory.hpp"

// The linker defines these where a section of that name exists; otherwise they are null.
#define LOCKSTEP_SECTION(memory)                                                \
  extern "C" const std::byte __start_lockstep_##memory[] __attribute__((weak)); \
  extern "C" const std::byte __stop_lockstep_##memory[] __attribute__((weak))
LOCKSTEP_SECTION(device);
LOCKSTEP_SECTION(constant);
LOCKSTEP_SECTION(managed);

namespace lockstep::sim {

namespace {

const Variables kVariables[] = {
    {"__device__", __start_lockstep_device, __stop_lockstep_device},
    {"__constant__", __start_lockstep_constant, __stop_lockstep_constant},
    {"__managed__", __start_lockstep_managed, __stop_lockstep_managed},
};

}  // namespace

const Variables* find_variables(const void* p) {
  for (const Variables& variables : kVariables)
    if (variables.holds(p)) return &variables;
  return nullptr;
}

bool device_may_touch(const void* p) {
  if (find_variables(p) != nullptr) return true;
  const Allocation* const allocation = find_allocation(p);
  return allocation != nullptr && allocation->origin == Origin::registered;
}

}  // namespace lockstep::sim
