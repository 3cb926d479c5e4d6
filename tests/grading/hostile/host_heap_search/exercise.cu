/// @file
/// @brief Goes through the memory behind what the harness gave it, and overwrites all numbers that could be counters.
/// Expected: 0
/// Says: outside of its own variables
#include <cstdint>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
void attack() {
  auto* word = const_cast<std::uint64_t*>(reinterpret_cast<const std::uint64_t*>(&Version::entries().front()));
  for (int i = 0; i < 100; ++i)
    if (word[i] > 1000 && word[i] < 10000) word[i] = 0;
  word[100] = 0;
}
// The solution stands here.
