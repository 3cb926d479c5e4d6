/// @file
/// @brief Which part of a block's shared memory an address belongs to.
#pragma once

#include <cstdint>
#include <string>

#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"

namespace lockstep::sim {

/// A `__shared__` variable, or a block's dynamic shared memory: [begin, end).
struct SharedRegion {
  std::uintptr_t begin = 0, end = 0;
  const SharedSlot* slot = nullptr;  ///< the variable; null for dynamic shared memory
};

/// The part that holds the address, or is nearest to it: in the shared memory of the block that the address is in, or in the block's own.
SharedRegion nearest_shared(const Block& block, const GridRun& grid, std::uintptr_t address);

/// Its name in the source; empty where that cannot be known.
std::string variable_name(const SharedSlot& slot);

/// "the __shared__ variable s".
std::string name_of(const SharedRegion& region);

}  // namespace lockstep::sim
