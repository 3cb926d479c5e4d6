/// @file
/// @brief Which memory an address of a kernel is in.
#pragma once

#include <cstdint>

namespace lockstep::sim {

/// The first two are global memory.
enum class Space { device, host_visible, shared, other };

Space space_of(std::uint64_t address);

}  // namespace lockstep::sim
