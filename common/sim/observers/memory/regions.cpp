/// @file
/// @brief Finds what an address belongs to, or lies near to.
#include "sim/observers/memory/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "sim/engine/immortal.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/program/variable_names.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/shared_region.hpp"
#include "sim/engine/running/worker.hpp"
#include "sim/observers/hazards/hazard_log.hpp"

namespace lockstep::sim {

namespace {

Stretch stretch_of(const Allocation& allocation) { return {number(allocation.begin), number(allocation.begin) + allocation.bytes}; }

Region region_of(const Allocation& allocation) {
  return {stretch_of(allocation), fmt::format("the memory from {}{}", allocation.made.name, in_parentheses(allocation.made.pc))};
}

std::uintptr_t distance(const Stretch& stretch, std::uintptr_t address) { return distance_to(stretch.begin, stretch.end, address); }

Region shared_region(const Thread& thread, std::uintptr_t address, bool named) {
  const SharedRegion region = nearest_shared(*thread.block, current_worker->grid(), address);
  return {{region.begin, region.end}, named ? name_of(region) : std::string()};
}

using Names = std::vector<VariableName>;

const Names& names_of(const Variables& variables) {
  static auto& known = immortal<std::map<const Variables*, Names>>();
  const auto [entry, fresh] = known.try_emplace(&variables);
  if (fresh) entry->second = variables_between(variables.begin, variables.end);
  return entry->second;
}

Stretch stretch_of(const VariableName& variable) { return {number(variable.begin), number(variable.begin) + variable.bytes}; }

/// The variable of that kind which holds the address, or is nearest to it.
Region variable_region(const Variables& variables, std::uintptr_t address) {
  const Names& names = names_of(variables);
  const auto next = std::find_if(names.begin(), names.end(), [&](const VariableName& name) { return number(name.begin) > address; });
  const VariableName* best = next == names.end() ? nullptr : &*next;
  if (next != names.begin()) {
    const VariableName& before = *std::prev(next);
    if (best == nullptr || distance(stretch_of(before), address) <= distance(stretch_of(*best), address)) best = &before;
  }
  if (best == nullptr) return {{number(variables.begin), number(variables.end)}, fmt::format("the {} variables", variables.qualifier)};
  return {stretch_of(*best), fmt::format("the {} variable {}", variables.qualifier, best->name)};
}

}  // namespace

std::string in_parentheses(const void* pc) {
  const CodeLine line = HazardLog::line_of(pc);
  return line.line == 0 ? "" : fmt::format(" ({}:{})", short_path(line.file), line.line);
}

Stretch find_stretch(const Thread& thread, std::uintptr_t address) {
  const void* const p = reinterpret_cast<const void*>(address);
  if (address_space().shared.holds(p)) return shared_region(thread, address, false).stretch;
  if (const Allocation* const allocation = find_allocation(p)) return stretch_of(*allocation);
  const Variables* const variables = find_variables(p);
  return variables == nullptr ? Stretch{} : variable_region(*variables, address).stretch;
}

Region nearest_region(const Thread& thread, std::uintptr_t address) {
  const void* const p = reinterpret_cast<const void*>(address);
  if (address_space().shared.holds(p)) return shared_region(thread, address, true);
  if (const Variables* const variables = find_variables(p)) return variable_region(*variables, address);
  const Allocation* const allocation = nearest_allocation(p);
  return allocation == nullptr ? Region{} : region_of(*allocation);
}

Region freed_region(const Allocation& freed) {
  Region region = region_of(freed);
  if (*freed.freed.name != '\0') region.name += fmt::format(", freed by {}{}", freed.freed.name, in_parentheses(freed.freed.pc));
  return region;
}

std::string place_in(const Region& region, std::uintptr_t address, std::size_t bytes) {
  const auto offset = static_cast<std::int64_t>(address - region.stretch.begin);
  const auto each = static_cast<std::int64_t>(bytes);
  const auto all = static_cast<std::int64_t>(region.stretch.end - region.stretch.begin);
  if (each == 1 || offset % each != 0 || all % each != 0 || all == 0)
    return fmt::format("byte{} {} of {}, which has {} bytes", bytes == 1 ? "" : "s",
                       bytes == 1 ? fmt::format("{}", offset) : fmt::format("{} to {}", offset, offset + each - 1), region.name, all);
  return fmt::format("element {} (of {} bytes) of {}, which has {}: 0 to {}", offset / each, bytes, region.name, all / each,
                     all / each - 1);
}

}  // namespace lockstep::sim
