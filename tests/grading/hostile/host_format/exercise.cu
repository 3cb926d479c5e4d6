/// @file
/// @brief Has printf write the number of characters to memory of the harness.
/// Expected: 0
/// Says: a format of printf that is not allowed in a submission
#include <cstdio>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() { std::printf("%ln", reinterpret_cast<long*>(in_vault())); }
// The solution stands here.
