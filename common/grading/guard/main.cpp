/// @file
/// @brief Puts checks into a submission's assembly.
/// usage: lockstep-guard UNIT.s GUARDED.s
/// Exit status: 0 written; 2 refused, which one line says, or wrong usage.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>

#include "grading/guard/guard.hpp"

int main(int count, char** words) {
  constexpr int kRefused = 2;
  if (count != 3) {
    fmt::print(stderr, "usage: lockstep-guard UNIT.s GUARDED.s\n");
    return kRefused;
  }
  std::ifstream assembly(words[1]);
  std::ofstream guarded(words[2]);
  if (const auto why = lockstep::grading::guard(assembly, guarded)) {
    fmt::print(stderr, "{}\n", *why);
    return kRefused;
  }
  return guarded.flush() ? 0 : kRefused;
}
