/// @file
/// @brief What is computed with addresses and sizes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::sim {

inline std::uintptr_t number(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) { return (value + multiple - 1) / multiple * multiple; }

}  // namespace lockstep::sim
