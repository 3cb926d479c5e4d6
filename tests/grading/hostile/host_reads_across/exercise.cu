/// @file
/// @brief Copies so much that the copy begins in front of the harness's memory and ends behind the inputs there.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>
#include <cstring>
#include <vector>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
void attack() {
  const auto vault = reinterpret_cast<std::uintptr_t>(Version::entries().data()) / 4096 * 4096;
  std::vector<char> all(64 << 20);
  std::memcpy(all.data(), reinterpret_cast<const char*>(vault - (16 << 20)), all.size());
}
// The solution stands here.
