/// @file
/// @brief Has the runtime copy to memory of the harness.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() {
  const std::uint64_t zero = 0;
  cudaMemcpy(in_vault(), &zero, sizeof zero, cudaMemcpyHostToHost);
}
// The solution stands here.
