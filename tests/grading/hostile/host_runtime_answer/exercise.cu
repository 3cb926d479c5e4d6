/// @file
/// @brief Has the runtime write its answer to memory of the harness.
/// Expected: 0
/// Says: outside of the program's own variables
#include <cstdint>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() { cudaGetDeviceCount(reinterpret_cast<int*>(in_vault())); }
// The solution stands here.
