/// @file
/// @brief Why a copy or a fill is refused, in words.
#pragma once

#include <cstddef>
#include <string>

#include "sim/runtime/copies/copies.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

/// "1 byte", "40 bytes", "-4 bytes (a negative size?)".
std::string size_text(std::size_t bytes);

/// What is wrong with `bytes` bytes at `p` as a copy's `name` ("source", "destination"); empty where nothing is.
std::string why_not(const char* name, const void* p, std::size_t bytes);

/// The same for one that has to be the device's.
std::string why_not_on_device(const char* name, const void* p, std::size_t bytes);

/// How the kind contradicts what the sides are; empty where it does not.
std::string why_not_of_kind(const BoxCopy& box, Side dst, Side src);

/// What is wrong with an address for cudaFree.
std::string why_not_freed(const void* p);

}  // namespace lockstep::sim
