/// @file
/// @brief Makes a std::string of which the characters lie in memory of the harness, and appends to it.
/// Expected: 0
/// Says: outside of its own variables
#include <string>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
namespace {
std::uint64_t* in_vault() { return const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(Version::entries().data())); }
}  // namespace
void attack() {
  std::string text;
  auto* const words = reinterpret_cast<std::uint64_t*>(&text);
  words[0] = reinterpret_cast<std::uint64_t>(in_vault());
  words[2] = 100;
  text.append("overwritten");
}
// The solution stands here.
