/// @file
/// @brief Finds what an address belongs to, or lies near to.
#include "observers/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/address_arithmetic.hpp"
#include "engine/block.hpp"
#include "engine/grid_run.hpp"
#include "engine/variable_names.hpp"
#include "engine/worker.hpp"
#include "observers/hazard_log.hpp"

namespace lockstep::sim {

namespace {

Stretch stretch_of(const Allocation& allocation) { return {number(allocation.begin), number(allocation.begin) + allocation.bytes}; }

Region region_of(const Allocation& allocation) {
  return {stretch_of(allocation), fmt::format("the memory from {}{}", allocation.made.name, in_parentheses(allocation.made.pc))};
}

// A tag's mangled name ends in a length and "lockstep_shared_NAME".
std::string name_of(const SharedSlot& slot) {
  constexpr std::string_view kPrefix = "lockstep_shared_";
  const std::string_view tag = slot.tag_name;
  const std::size_t at = tag.rfind(kPrefix);
  if (at == std::string_view::npos) return "";
  std::size_t digits = at;
  while (digits > 0 && tag[digits - 1] >= '0' && tag[digits - 1] <= '9') --digits;
  std::size_t length = 0;
  for (std::size_t i = digits; i < at; ++i) length = length * 10 + static_cast<std::size_t>(tag[i] - '0');
  return std::string(tag.substr(at, length)).substr(kPrefix.size());
}

// In the shared memory of whichever block: they are all laid out alike.
Region shared_region(const GridRun& grid, std::uintptr_t address, bool named) {
  const std::uintptr_t all = number(address_space().shared.begin);
  const std::uintptr_t block = address - (address - all) % kBlockSharedBytes;
  const std::size_t offset = address - block;
  if (offset >= kStaticSharedBytes) {
    const std::uintptr_t begin = block + kStaticSharedBytes;
    return {{begin, begin + grid.request.dynamic_shared}, "dynamic shared memory (the third argument of <<<…>>>)"};
  }
  const SharedPlace* const place = grid.layout.last_before(offset);
  if (place == nullptr) return {};
  return {{block + place->begin, block + place->end}, named ? "the __shared__ variable " + name_of(*place->slot) : std::string()};
}

using Names = std::vector<VariableName>;

const Names& names_of(const Variables& variables) {
  static auto& known = *std::make_unique<std::map<const Variables*, Names>>().release();
  const auto [entry, fresh] = known.try_emplace(&variables);
  if (fresh) entry->second = variables_between(variables.begin, variables.end);
  return entry->second;
}

Region variable_region(const Variables& variables, std::uintptr_t address) {
  const Names& names = names_of(variables);
  const auto next = std::find_if(names.begin(), names.end(), [&](const VariableName& name) { return number(name.begin) > address; });
  if (next == names.begin())
    return {{number(variables.begin), number(variables.end)}, fmt::format("the {} variables", variables.qualifier)};
  const VariableName& variable = *std::prev(next);
  const std::uintptr_t begin = number(variable.begin);
  return {{begin, begin + variable.bytes}, fmt::format("the {} variable {}", variables.qualifier, variable.name)};
}

constexpr std::uintptr_t kNear = 64, kNearAllocation = std::uintptr_t{16} << 20;

std::uintptr_t distance(const Stretch& stretch, std::uintptr_t address) {
  if (address < stretch.begin) return stretch.begin - address;
  return address < stretch.end ? 0 : address - stretch.end + 1;
}

Region nearest_allocation(std::uintptr_t address) {
  const auto next = allocations().upper_bound(reinterpret_cast<const std::byte*>(address));
  const Allocation* best = next == allocations().end() ? nullptr : &next->second;
  if (next != allocations().begin()) {
    const Allocation& before = std::prev(next)->second;
    if (best == nullptr || distance(stretch_of(before), address) <= distance(stretch_of(*best), address)) best = &before;
  }
  return best != nullptr && distance(stretch_of(*best), address) < kNearAllocation ? region_of(*best) : Region{};
}

Region nearest_variable(std::uintptr_t address) {
  for (std::uintptr_t far = 0; far < kNear; ++far)
    for (const std::uintptr_t at : {address - far, address + far})
      if (const Variables* const variables = find_variables(reinterpret_cast<const void*>(at))) return variable_region(*variables, at);
  return {};
}

}  // namespace

std::string in_parentheses(const void* pc) {
  const CodeLine line = HazardLog::line_of(pc);
  return line.line == 0 ? "" : fmt::format(" ({}:{})", short_path(line.file), line.line);
}

Stretch find_stretch(const Thread&, std::uintptr_t address) {
  const void* const p = reinterpret_cast<const void*>(address);
  if (address_space().shared.holds(p)) return shared_region(current_worker->grid(), address, false).stretch;
  if (const Allocation* const allocation = find_allocation(p)) return stretch_of(*allocation);
  const Variables* const variables = find_variables(p);
  return variables == nullptr ? Stretch{} : variable_region(*variables, address).stretch;
}

Region nearest_region(const Thread&, std::uintptr_t address) {
  const void* const p = reinterpret_cast<const void*>(address);
  if (address_space().shared.holds(p)) return shared_region(current_worker->grid(), address, true);
  if (address_space().all.holds(p)) return nearest_allocation(address);
  return nearest_variable(address);
}

Region freed_region(const Allocation& freed) {
  Region region = region_of(freed);
  if (*freed.freed.name != '\0') region.name += fmt::format(" that {} gave back{}", freed.freed.name, in_parentheses(freed.freed.pc));
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
