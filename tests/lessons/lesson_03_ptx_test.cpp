/// @file
/// @brief Lesson 03's claims about machine code: which loops nvcc writes out, and how wide its loads are.
#include <string>

#include "catch.hpp"
#include "ptx.hpp"

using lockstep::testing::kernel_in;
using lockstep::testing::occurrences;
using lockstep::testing::ptx_of;

TEST_CASE("03: v7's last warp is written out, and v8's whole tree", "[lesson03]") {
  const auto v7 = ptx_of("03_reduction/v7_last_warp"), v8 = ptx_of("03_reduction/v8_unrolled");
  if (!v7 || !v8) return;
  // One barrier after loading, and one in the loop, which is there once.
  CHECK(occurrences(*v7, "bar.sync") == 2);
  CHECK(occurrences(*v7, "bar.warp.sync") == 5);

  CHECK(occurrences(*v8, "bar.sync") == 1 + 2 + 3 + 4 + 5 + 6);  // of the kernels for 32 to 1024 threads
  const std::string of_256 = kernel_in(*v8, "reduceILj256E");
  CHECK(occurrences(of_256, "bar.sync") == 4);
  CHECK(occurrences(of_256, "bar.warp.sync") == 5);
  CHECK(occurrences(of_256, "ld.shared") == 1 + 2 * (3 + 5));
  // All steps go forward: each label comes after the branches to it.
  for (std::size_t at = of_256.find("bra"); at != std::string::npos; at = of_256.find("bra", at + 1)) {
    const std::string label = of_256.substr(of_256.find('$', at), of_256.find(';', at) - of_256.find('$', at));
    CHECK(of_256.find(label + ":") > at);
  }
}

TEST_CASE("03: v9 adds by ten shuffles and one barrier", "[lesson03]") {
  const auto ptx = ptx_of("03_reduction/v9_warp_shuffle");
  if (!ptx) return;
  CHECK(occurrences(*ptx, "shfl.sync.down") == 10);
  CHECK(occurrences(*ptx, "bar.sync") == 1);
  CHECK(occurrences(*ptx, "st.shared") == 1);
  CHECK(occurrences(*ptx, "ld.shared") == 1);
}

TEST_CASE("03: loads of 4 bytes up to v11, of 16 from v12 on, and eight elements before the first addition", "[lesson03]") {
  for (const char* version : {"03_reduction/v10_thread_coarsening", "03_reduction/v11_one_wave"}) {
    const auto ptx = ptx_of(version);
    if (!ptx) return;
    CHECK(occurrences(*ptx, "ld.global.v4") == 0);
    CHECK(occurrences(*ptx, "ld.global.f32") == 8);
  }
  for (const char* version : {"03_reduction/v12_vectorized_loads", "03_reduction/v13_atomic_combine", "03_reduction/v14_block_per_tile"}) {
    const auto ptx = ptx_of(version);
    if (!ptx) return;
    CHECK(occurrences(*ptx, "ld.global.v4.f32") == 2);
    CHECK(occurrences(*ptx, "ld.global.f32") == 1);  // what n % 4 leaves over
  }
}

TEST_CASE("03: a kernel in PTX is found by its name") {
  const std::string ptx = ".entry one(\n ld\n.entry two(\n one ld ld\n";
  CHECK(kernel_in(ptx, "two") == ".entry two(\n one ld ld\n");
  CHECK(occurrences(kernel_in(ptx, "one"), "ld") == 1);
  CHECK(kernel_in(ptx, "three").empty());
}
