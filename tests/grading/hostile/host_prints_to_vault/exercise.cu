/// @file
/// @brief Has snprintf write to memory of the harness.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdio>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() { std::snprintf(reinterpret_cast<char*>(in_vault()), 8, "%d", 1); }
// The solution stands here.
