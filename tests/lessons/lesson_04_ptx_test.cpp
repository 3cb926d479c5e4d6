/// @file
/// @brief Lesson 04's claims about machine code: the width of its loads, how many come before the arithmetic, shuffles and fences.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "ptx.hpp"

using lockstep::testing::instructions_in;
using lockstep::testing::kernel_in;
using lockstep::testing::occurrences;
using lockstep::testing::ptx_of;

namespace {

/// The most loads of 16 bytes that a kernel makes without a multiplication or an addition of floats between them.
int most_loads_together(const std::string& kernel) {
  int most = 0, together = 0;
  for (const std::string& instruction : instructions_in(kernel)) {
    if (instruction == "ld.global.v4.f32") most = std::max(most, ++together);
    if (instruction.ends_with(".f32") && !instruction.starts_with("ld")) together = 0;
  }
  return most;
}

}  // namespace

TEST_CASE("04: v4 adds by ten shuffles and one barrier", "[lesson04]") {
  const auto ptx = ptx_of("04_dot_product/v4_warp_shuffle");
  if (!ptx) return;
  const std::string dot = kernel_in(*ptx, "3dot");
  CHECK(occurrences(dot, "shfl.sync.down") == 10);
  CHECK(occurrences(dot, "bar.sync") == 1);
  CHECK(occurrences(dot, "ld.global.v4") == 0);
}

TEST_CASE("04: from v6 on eight loads of 16 bytes come before the first product", "[lesson04]") {
  const auto v5 = ptx_of("04_dot_product/v5_vectorized_loads");
  if (!v5) return;
  CHECK(most_loads_together(kernel_in(*v5, "3dot")) < 8);
  for (const char* version : {"v6_loads_in_flight", "v7_one_wave", "v8_atomic_combine", "v9_mutex", "v10_last_block"}) {
    CAPTURE(version);
    const auto ptx = ptx_of(std::string("04_dot_product/") + version);
    if (!ptx) return;
    CHECK(most_loads_together(kernel_in(*ptx, "3dot")) == 8);
  }
}

TEST_CASE("04: the lock and the ticket have two fences each", "[lesson04]") {
  for (const char* version : {"v9_mutex", "v10_last_block"}) {
    CAPTURE(version);
    const auto ptx = ptx_of(std::string("04_dot_product/") + version);
    if (!ptx) return;
    CHECK(occurrences(*ptx, "membar.gl") + occurrences(*ptx, "fence.acq_rel.gpu") + occurrences(*ptx, "fence.sc.gpu") == 2);
  }
}
