/// @file
/// @brief How wide the instructions are that nvcc makes of an access.
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/accesses/observer.hpp"

namespace lockstep::sim {

/// g++ copies a class by one access, whatever its alignment; nvcc by as many as its alignment demands. A `float4` is one of 16 bytes;
/// a structure of four floats, which may begin at any of them, is four of 4 bytes.
class AccessWidths {
 public:
  /// The bytes of each instruction: a power of two up to 16 that divides the access's bytes.
  std::uint32_t of(const Access& access);

 private:
  struct Known {
    const void* pc = nullptr;
    std::uint32_t alignment = 0;
  };

  std::uint32_t alignment_at(const void* pc);

  std::array<Known, 512> recent_;  ///< by program counter: nearly every access is one of these
};

}  // namespace lockstep::sim
