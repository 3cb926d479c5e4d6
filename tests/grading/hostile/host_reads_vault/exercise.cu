/// @file
/// @brief Reads memory of the harness, in which it keeps the inputs.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() { volatile std::uint64_t first = in_vault()[1]; }
// The solution stands here.
