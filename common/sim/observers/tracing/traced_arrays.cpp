/// @file
/// @brief Looks an address up among allocations, the pointers that the kernel was given, and the program's variables.
#include "sim/observers/tracing/traced_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/program/variable_names.hpp"
#include "sim/engine/running/shared_region.hpp"
#include "sim/observers/tracing/trace_values.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint32_t kRow = 128;  // bytes: all banks once, and whole sectors

// What is known of memory that no name leads to: how wide the accesses are.
ArrayType words(std::uint32_t bytes) {
  const std::uint32_t width = std::min(bytes, 8u);
  return {{fmt::format("{} bytes", width), Scalar::unsigned_integer, width, 1}, {}};
}

std::uintptr_t pointer_at(const void* arguments, std::size_t offset) {
  std::uintptr_t pointer = 0;
  std::memcpy(&pointer, static_cast<const std::byte*>(arguments) + offset, sizeof pointer);
  return pointer;
}

}  // namespace

TracedArrays::TracedArrays(const GridRun& grid, const TracedLaunch& launch)
    : grid_(grid), launch_(launch), arguments_(pointer_arguments(launch.entry)) {
  std::vector<Seen> seen;
  for (const TraceStep& step : launch.steps)
    for (const LaneAccess& access : step.accesses) look_at(access, step.block, seen);
  for (std::size_t i = 0; i < arrays_.size(); ++i) guess(arrays_[i].type, seen[i]);
}

void TracedArrays::look_at(const LaneAccess& access, std::size_t block, std::vector<Seen>& seen) {
  const std::size_t array = find(access.address, access.bytes, block).array;
  seen.resize(arrays_.size());
  Seen& mine = seen[array];
  mine.least = std::min(mine.least, access.bytes);
  for (std::uint32_t at = 0; at + sizeof(float) <= access.bytes; at += sizeof(float)) {
    std::int32_t bits = 0;
    std::memcpy(&bits, &access.after[at], sizeof bits);
    const float size = std::abs(std::bit_cast<float>(bits));
    mine.reads_well = mine.reads_well && (bits == -1 || size == 0 || (size > 1e-9F && size < 1e12F));
    mine.is_large = mine.is_large || bits > 0xffff || bits < -0xffff;
  }
}

// Raw bytes are numbers of the width of the narrowest access; of 4 bytes they are floats where all of them read well so.
void TracedArrays::guess(ArrayType& type, const Seen& seen) {
  ElementType& element = type.element;
  const bool is_raw = element.scalar == Scalar::unsigned_integer && element.components == 1 &&
                      (element.scalar_bytes == 1 || element.name.ends_with(" bytes"));
  if (!is_raw || seen.least < element.scalar_bytes) return;
  const std::uint32_t width = std::min(seen.least, 8u);
  const std::uint64_t bytes = type.shape.empty() ? 0 : type.shape.front() * element.scalar_bytes;
  const bool is_float = width == 4 && seen.reads_well && seen.is_large;
  element = {is_float ? "float" : fmt::format("{} bytes", width), is_float ? Scalar::floating : Scalar::unsigned_integer, width, 1};
  if (type.shape.size() == 1) type.shape.front() = bytes / width;
}

std::size_t TracedArrays::number_of(Array array) {
  const auto same = [&](const Array& other) {
    return other.begin == array.begin && other.block == array.block && other.name == array.name;
  };
  const auto found = std::ranges::find_if(arrays_, same);
  if (found != arrays_.end()) return static_cast<std::size_t>(found - arrays_.begin());
  arrays_.push_back(std::move(array));
  return arrays_.size() - 1;
}

TracedArrays::Place TracedArrays::find(std::uint64_t address, std::uint32_t bytes, std::size_t block) {
  const bool shared = address_space().shared.holds(reinterpret_cast<const void*>(address));
  const std::size_t number = number_of(shared ? shared_array(address, block) : global_array(address, bytes));
  const Array& array = arrays_[number];
  const auto distance = static_cast<std::int64_t>(address - array.begin);
  const auto each = static_cast<std::int64_t>(array.type.element.scalar_bytes);
  return {number, distance >= 0 ? distance / each : -((each - 1 - distance) / each)};
}

TracedArrays::Array TracedArrays::shared_array(std::uint64_t address, std::size_t block) {
  const auto holds = [&](const TracedBlock& one) { return address - one.shared < kBlockSharedBytes; };
  // Memory is used again: of blocks that had the same it is the thread's own.
  auto owner = std::ranges::find_if(launch_.blocks, [&](const TracedBlock& one) { return holds(one) && one.number == block; });
  if (owner == launch_.blocks.end()) owner = std::ranges::find_if(launch_.blocks, holds);
  if (owner == launch_.blocks.end()) {
    const std::uintptr_t all = number(address_space().shared.begin);
    return {"another block's shared memory", "shared", address - (address - all) % kBlockSharedBytes, 0, words(4)};
  }
  const std::uint64_t offset = address - owner->shared;
  if (offset >= kStaticSharedBytes) return dynamic_array(*owner);
  std::vector<SharedPlace> places = grid_.layout.placed();
  std::erase_if(places, [&](const SharedPlace& place) { return place.begin > offset; });
  if (places.empty()) return {"shared memory", "shared", owner->shared, 0, words(4), owner->number};
  const SharedPlace& place = places.back();
  const auto [type, fresh] = shared_types_.try_emplace(place.slot);
  if (fresh) type->second = shared_type(launch_.entry, place.slot->tag_name, place.slot->bytes).value_or(words(4));
  return {variable_name(*place.slot),
          "shared",
          owner->shared + place.begin,
          owner->shared + place.end,
          type->second,
          owner->number,
          static_cast<std::uint32_t>(place.begin % kRow)};
}

TracedArrays::Array TracedArrays::dynamic_array(const TracedBlock& owner) {
  if (!dynamic_) dynamic_ = dynamic_shared_type(launch_.entry);
  const auto& known = *dynamic_;
  ArrayType type = known ? known->type : words(4);
  type.shape.assign(1, grid_.request.dynamic_shared / std::max(type.element.bytes(), 1u));
  const std::uintptr_t begin = owner.shared + kStaticSharedBytes;
  return {known ? known->name : "shared memory", "shared", begin, begin + grid_.request.dynamic_shared, std::move(type), owner.number};
}

TracedArrays::Array TracedArrays::variable(std::uint64_t address, std::uint32_t bytes, const char* qualifier) const {
  const auto known = std::ranges::find_if(arrays_, [&](const Array& one) { return address >= one.begin && address < one.end; });
  if (known != arrays_.end()) return *known;
  const VariableName variable = variable_at(reinterpret_cast<const std::byte*>(address));
  const std::uintptr_t begin = variable.begin != nullptr ? number(variable.begin) : address;
  return {variable.name,
          std::string_view(qualifier) == "__constant__" ? "constant" : "global",
          begin,
          begin + variable.bytes,
          variable_type(launch_.entry, variable.name).value_or(words(bytes)),
          {},
          static_cast<std::uint32_t>(begin % kRow)};
}

TracedArrays::Array TracedArrays::global_array(std::uint64_t address, std::uint32_t bytes) {
  const auto* const p = reinterpret_cast<const std::byte*>(address);
  if (const Variables* const variables = find_variables(p)) return variable(address, bytes, variables->qualifier);
  const Allocation* const memory = nearest_allocation(p);
  if (memory == nullptr) return {"memory", "global", address, 0, words(bytes)};
  const PointerArgument* best = nullptr;
  std::uintptr_t begin = 0;
  for (const PointerArgument& argument : arguments_) {
    const std::uintptr_t pointer = pointer_at(grid_.arguments, argument.offset);
    if (!memory->holds(reinterpret_cast<const void*>(pointer))) continue;
    const bool nearer = best == nullptr || (pointer <= address ? pointer > begin || begin > address : pointer < begin);
    if (!nearer) continue;
    best = &argument;
    begin = pointer;
  }
  const std::uintptr_t end = number(memory->begin) + memory->bytes;
  if (best == nullptr) {
    const std::uintptr_t first = number(memory->begin);
    return {fmt::format("the memory from {}", memory->made.name), "global", first, end, words(bytes)};
  }
  ArrayType type{best->to, {(end - begin) / std::max(best->to.bytes(), 1u)}};
  return {best->name, "global", begin, end, std::move(type), {}, static_cast<std::uint32_t>(begin % kRow)};
}

nlohmann::json TracedArrays::list() const {
  nlohmann::json all = nlohmann::json::array();
  for (const Array& array : arrays_) {
    const ElementType& element = array.type.element;
    nlohmann::json one{{"name", array.name},
                       {"space", array.space},
                       {"type", element.name},
                       {"scalar", scalar_name(element)},
                       {"scalar_bytes", element.scalar_bytes},
                       {"components", element.components},
                       {"shape", nullptr},
                       {"start", array.start}};
    if (!array.type.shape.empty()) one["shape"] = array.type.shape;
    if (array.block) one["block"] = *array.block;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace lockstep::sim
