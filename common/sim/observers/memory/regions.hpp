/// @file
/// @brief Memory that belongs together, with a student's name for it: an allocation, a variable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/engine/accesses/observer.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

/// [begin, end) of an allocation or a variable; empty where there is none.
struct Stretch {
  std::uintptr_t begin = 0, end = 0;
  bool holds(std::uintptr_t address, std::size_t bytes) const { return address >= begin && address < end && end - address >= bytes; }
};

struct Region {
  Stretch stretch;
  std::string name;  ///< "the memory from cudaMalloc (k.cu:3)", "the __shared__ variable s"
};

/// The allocation or variable that holds `address`.
Stretch find_stretch(const Thread& thread, std::uintptr_t address);
/// The allocation or variable that holds `address`, or that it lies near to. Without a name where there is none.
Region nearest_region(const Thread& thread, std::uintptr_t address);

/// What was freed: "the memory from cudaMalloc (k.cu:3), freed by cudaFree (k.cu:9)".
Region freed_region(const Allocation& freed);

/// "element 60 (of 4 bytes) of the memory from cudaMalloc (k.cu:3), which has 60: 0 to 59".
std::string place_in(const Region& region, std::uintptr_t address, std::size_t bytes);

/// " (k.cu:3)" for the call that ends at `pc`; nothing where the line is not known.
std::string in_parentheses(const void* pc);

}  // namespace lockstep::sim
