/// @file
/// @brief Has the C library write a number to memory of the harness.
/// Expected: 0
/// Says: outside of its own variables
#include <cmath>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() { volatile double x = std::modf(2.5, reinterpret_cast<double*>(in_vault())); }
// The solution stands here.
