/// @file
/// @brief Tells memories apart by their ranges of addresses, variables by their qualifiers.
#include "sim/observers/counting/memory_space.hpp"

#include <string_view>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

Space space_of(std::uint64_t address) {
  const auto* const p = reinterpret_cast<const void*>(address);
  const AddressSpace& space = address_space();
  if (space.device_heap.holds(p)) return Space::device;
  if (space.shared.holds(p)) return Space::shared;
  if (space.host_visible.holds(p)) return Space::host_visible;
  if (const Variables* const variables = find_variables(p)) {
    if (variables->managed) return Space::host_visible;
    return std::string_view(variables->qualifier) == "__constant__" ? Space::other : Space::device;
  }
  return find_allocation(p) != nullptr ? Space::host_visible : Space::other;  // host memory that was registered
}

}  // namespace lockstep::sim
