/// @file
/// @brief Writes to memory of the harness with an atomic operation, which a hook of the simulator carries out.
/// Expected: 0
/// Says: outside of its own variables
#include <atomic>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() { std::atomic_ref<std::uint64_t>(*in_vault()).store(0); }
// The solution stands here.
