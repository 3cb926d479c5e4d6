/// @file
/// @brief Writes where the simulator notes which memory was written, so that reads of what never was are not reported.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>
#include <cstring>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
void attack() {
  const auto vault = reinterpret_cast<std::uintptr_t>(Version::entries().data()) / (2 << 20) * (2 << 20);
  for (std::uintptr_t before = 64 << 20; before < std::uintptr_t{1} << 37; before *= 2)
    std::memset(reinterpret_cast<char*>(vault - before), 0xff, 128);
}
// The solution stands here.
