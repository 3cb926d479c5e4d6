/// @file
/// @brief Writes beside threadIdx, where the simulator and the checks keep what they know of the thread.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() {
  auto* const words = reinterpret_cast<volatile std::uint64_t*>(const_cast<uint3*>(reinterpret_cast<const uint3*>(&threadIdx)));
  words[-8] = 0;
}
// The solution stands here.
