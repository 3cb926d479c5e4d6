/// @file
/// @brief Arithmetic on addresses and sizes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::sim {

inline std::uintptr_t number(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

/// How far an address is from [begin, end); 0 inside.
constexpr std::uintptr_t distance_to(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t address) {
  if (address < begin) return begin - address;
  return address < end ? 0 : address - end + 1;
}

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) { return (value + multiple - 1) / multiple * multiple; }

}  // namespace lockstep::sim
