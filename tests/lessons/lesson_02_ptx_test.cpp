/// @file
/// @brief Lesson 02's claims about what nvcc compiles: 16-byte loads and stores where a version says so, and loads before their first use.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ptx.hpp"

using lockstep::testing::accesses_in;
using lockstep::testing::kernel_in;
using lockstep::testing::ptx_of;

namespace {

using Accesses = std::vector<std::string>;

auto times(const Accesses& accesses, const std::string& access) { return std::ranges::count(accesses, access); }

/// Those before the first store to the tile.
Accesses before_the_tile(const Accesses& accesses) { return {accesses.begin(), std::ranges::find(accesses, "st.shared 4")}; }

/// Of the kernel `add`, as its name is mangled.
std::optional<Accesses> accesses_of(const std::string& version) {
  const auto ptx = ptx_of("02_matrix_add/" + version);
  if (!ptx) return std::nullopt;
  return accesses_in(kernel_in(*ptx, "3addE"));
}

}  // namespace

TEST_CASE("02: v7 to v9 load and store 16 bytes at once in PTX, too", "[lesson02]") {
  const std::string version = GENERATE("v7_vectorized", "v8_larger_tile", "v9_atomic_combine");
  const auto accesses = accesses_of(version);
  if (!accesses) return;
  CAPTURE(version, *accesses);
  const int quads = version == "v7_vectorized" ? 1 : 4;  // of each matrix and thread
  CHECK(times(*accesses, "ld.global 16") == 2 * quads);
  CHECK(times(*accesses, "ld.global 4") == 0);
  CHECK(times(*accesses, "st.global 16") == quads);
  CHECK(times(*accesses, "st.global 4") == 3 * quads + (version == "v9_atomic_combine" ? 0 : 1));  // at an edge; the partial sum
}

TEST_CASE("02: from v5 on, all of a thread's loads come before the first use of one", "[lesson02]") {
  const std::string version = GENERATE("v5_thread_coarsening", "v6_warp_shuffle", "v7_vectorized", "v8_larger_tile", "v9_atomic_combine");
  const auto accesses = accesses_of(version);
  if (!accesses) return;
  CAPTURE(version, *accesses);
  const std::size_t loads = version == "v7_vectorized" ? 2 : 8;
  CHECK(before_the_tile(*accesses) == Accesses(loads, version < "v7" ? "ld.global 4" : "ld.global 16"));
}
