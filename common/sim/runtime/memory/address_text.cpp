/// @file
/// @brief Says in words what an address is, or was.
#include "sim/runtime/memory/address_text.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/program/variable_names.hpp"
#include "sim/engine/running/shared_region.hpp"
#include "sim/engine/running/worker.hpp"
#include "sim/runtime/memory/device_heap.hpp"
#include "sim/runtime/memory/freed.hpp"
#include "sim/runtime/memory/memory.hpp"

// The linker defines where the program begins and ends, zeroed variables included.
extern "C" const std::byte __executable_start, _end;

namespace lockstep::sim {

namespace {

/// Nothing of a program's lies this near to address 0, or to the last address.
constexpr std::uintptr_t kNearNull = std::uintptr_t{4} << 20;
/// What memory from cudaMalloc and shared memory are filled with, taken for a pointer.
constexpr std::uintptr_t kAllOnes = ~std::uintptr_t{0};

std::string text_of(std::uintptr_t address) { return fmt::format("{:#x}", address); }

std::string bytes_text(std::uintptr_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

std::string memory_text(const Allocation& allocation) {
  return fmt::format("the {} from {} at {}", bytes_text(allocation.bytes), allocation.made.name, text_of(number(allocation.begin)));
}

std::string place_in(const Allocation& allocation, std::uintptr_t address) {
  return fmt::format("byte {} of {}", address - number(allocation.begin), memory_text(allocation));
}

std::string place_near(const Allocation& allocation, std::uintptr_t address) {
  const std::uintptr_t begin = number(allocation.begin), end = begin + allocation.bytes;
  if (address < begin) return fmt::format("{}, {} before {}", text_of(address), bytes_text(begin - address), memory_text(allocation));
  if (address == end) return fmt::format("{}, just past the end of {}", text_of(address), memory_text(allocation));
  return fmt::format("{}, {} past the end of {}", text_of(address), bytes_text(address - end), memory_text(allocation));
}

std::string place_among(const Variables& variables, const std::byte* p) {
  const VariableName variable = variable_at(p);
  if (variable.name.empty()) return fmt::format("{}, next to the {} variables", text_of(number(p)), variables.qualifier);
  return fmt::format("byte {} of the {} variable {}, which has {}", p - variable.begin, variables.qualifier, variable.name,
                     bytes_text(variable.bytes));
}

std::string place_in_shared(std::uintptr_t address) {
  if (current_worker == nullptr) return text_of(address) + ", in the shared memory of a block";
  const SharedRegion region = nearest_shared(*current_worker->current().block, current_worker->grid(), address);
  return fmt::format("byte {} of {}, which has {}", static_cast<std::intptr_t>(address - region.begin), name_of(region),
                     region.end - region.begin);
}

std::string place_in_space(const std::byte* p) {
  const AddressSpace& space = address_space();
  const std::uintptr_t address = number(p);
  if (space.shared.holds(p)) return place_in_shared(address);
  if (space.stacks.holds(p)) return text_of(address) + ", in a thread's local memory";
  return text_of(address) + ", which is not allocated memory";
}

bool is_near_null(std::uintptr_t address) { return address + kNearNull < 2 * kNearNull; }

std::string place_near_null(std::uintptr_t address) {
  if (address == 0) return "a null pointer";
  if (address == kAllOnes) return text_of(address) + ", all ones: what memory from cudaMalloc holds before the first write";
  if (address >= kNearNull) return fmt::format("{}, a null pointer minus {}", text_of(address), bytes_text(0 - address));
  return fmt::format("{}, a null pointer plus {}, or a small number instead of a pointer", text_of(address), bytes_text(address));
}

/// Where the system has put what lies at an address: a line of /proc/self/maps, as in "7ffc…-7ffd… rw-p 00000000 00:00 0   [stack]".
enum class HostPlace { nothing, stack, heap, program };

HostPlace host_place(std::uintptr_t address) {
  if (address >= number(&__executable_start) && address < number(&_end)) return HostPlace::program;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    const char* const last = line.data() + line.size();
    const auto [dash, first_error] = std::from_chars(line.data(), last, begin, 16);
    if (first_error != std::errc{} || dash == last) continue;
    std::from_chars(dash + 1, last, end, 16);
    if (address < begin || address >= end) continue;
    if (line.ends_with("[stack]")) return HostPlace::stack;
    return line.find('/') == std::string::npos ? HostPlace::heap : HostPlace::program;
  }
  return HostPlace::nothing;
}

std::string place_of_host(const std::byte* p) {
  if (const VariableName variable = variable_at(p); !variable.name.empty()) return "the host's variable " + variable.name;
  const std::string memory = "host memory at " + text_of(number(p));
  switch (host_place(number(p))) {
    case HostPlace::stack:
      return memory + ", a local variable of host code";
    case HostPlace::heap:
      return memory + ", from malloc or new, as the elements of a std::vector are";
    case HostPlace::program:
      return memory + ", next to the host's variables";
    case HostPlace::nothing:
      break;
  }
  return text_of(number(p)) + ", where there is no memory: a pointer that was never set, or an index far out of range";
}

// Far from all allocations, the nearest is no more likely to be meant than any other, unless it is the only one.
const Allocation* nearest_of(const Allocations& all, const void* p) {
  constexpr std::uintptr_t kNear = 64 * 1024, kFar = std::uintptr_t{16} << 20;
  const std::uintptr_t address = number(p);
  const auto distance = [&](const Allocation& allocation) {
    return distance_to(number(allocation.begin), number(allocation.begin) + allocation.bytes, address);
  };
  const auto next = all.upper_bound(static_cast<const std::byte*>(p));
  const Allocation* best = next == all.end() ? nullptr : &next->second;
  if (next != all.begin()) {
    const Allocation& before = std::prev(next)->second;
    if (best == nullptr || distance(before) <= distance(*best)) best = &before;
  }
  if (best == nullptr) return nullptr;
  const std::uintptr_t limit = all.size() == 1 ? kFar : std::max<std::uintptr_t>(kNear, best->bytes);
  return distance(*best) < limit ? best : nullptr;
}

}  // namespace

const Allocation* nearest_allocation(const void* p) {
  const Allocation* const near = nearest_of(allocations(), p);
  return near != nullptr && near->origin == Origin::heap ? nearest_of(heap_blocks(), p) : near;
}

std::string describe_address(const void* p) {
  const auto* const byte = static_cast<const std::byte*>(p);
  const std::uintptr_t address = number(p);
  if (is_near_null(address)) return place_near_null(address);
  if (const Variables* const variables = find_variables(p)) return place_among(*variables, byte);
  if (const Allocation* const allocation = find_allocation(p)) return place_in(*allocation, address);
  if (const Allocation* const before = find_freed(p)) return place_in(*before, address) + ", which was freed";
  const AddressSpace& space = address_space();
  if (!space.all.holds(p)) return place_of_host(byte);
  const bool heap = !space.shared.holds(p) && !space.stacks.holds(p);
  if (const Allocation* const near = heap ? nearest_allocation(p) : nullptr) return place_near(*near, address);
  return place_in_space(byte);
}

const char* advice_on_address(const void* p) {
  if (number(p) == kAllOnes) return "set the pointer before a kernel uses it";
  if (is_near_null(number(p))) return "pass the kernel a pointer from cudaMalloc or cudaMallocManaged, and check what they return";
  if (find_allocation(p) == nullptr && find_freed(p) != nullptr) return "free memory after the last kernel that uses it";
  if (address_space().all.holds(p) || find_variables(p) != nullptr)
    return "compare the index with the length before the access: if (i < n)";
  if (!variable_at(static_cast<const std::byte*>(p)).name.empty())
    return "give a kernel what it needs as arguments, or in a __device__ or __constant__ variable";
  return "device code reaches device memory only: allocate it with cudaMalloc and copy with cudaMemcpy, or use cudaMallocManaged";
}

}  // namespace lockstep::sim
