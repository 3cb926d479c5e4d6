/// @file
/// @brief Lesson 01's program: every version's answers, the report, what it says to bad input; and the whole programs beside it.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../lessons/01_vector_add/problem.hpp"
#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"
#include "ptx.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using namespace lockstep::testing;
using lockstep::InputKind;

namespace {

constexpr const char* kLesson = VectorAdd::kInfo.name;

Outcome whole_program(const std::string& name, const std::vector<std::string>& arguments = {}) {
  return run_program(program_of(kLesson + ("_" + name)), arguments);
}

}  // namespace

TEST_CASE("01: the ladder has a version in each file", "[lesson01]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_shared_memory",
                                                             "v4_warp_shuffle", "v5_vectorized_loads", "v6_loads_in_flight",
                                                             "v7_atomic_combine", "v8_own_copies", "v9_streams", "v10_short_ends"});
}

TEST_CASE("01: every version adds integers without error, at ragged sizes", "[lesson01]") {
  check_answers<VectorAdd>({{1}, {2}, {15}, {33}, {1023}, {6007}, {65537}}, InputKind::exact);
}

TEST_CASE("01: every version adds reals within the bound", "[lesson01]") { check_answers<VectorAdd>({{1025}, {65537}}, InputKind::real); }

TEST_CASE("01: every kernel works with any launch shape", "[lesson01]") {
  struct Shape {
    const char *block, *grid;
    std::int64_t n;
  };
  const Shape shape = GENERATE(values<Shape>({{"32", "3", 1025}, {"64", "37", 10007}, {"512", "3", 65537}, {"1024", "1", 33}}));
  check_answers<VectorAdd>(kernels_of(kLesson), {{shape.n}}, InputKind::exact, {"--block", shape.block, "--grid", shape.grid});
}

TEST_CASE("01: chunks and the grid-stride loop take blocks that are not whole warps", "[lesson01]") {
  check_answers<VectorAdd>({"v1_naive", "v2_coalesced"}, {{4099}}, InputKind::exact, {"--block", "48", "--grid", "7"});
}

TEST_CASE("01: a run reports every file, all stages verified", "[lesson01]") { check_ladder(kLesson, "5000", 10); }

TEST_CASE("01: bad input gets one line and status 2", "[lesson01]") {
  check_refused(kLesson, {"--kernel", "v11"}, "v11");
  check_refused(kLesson, {"--size", "0"}, "0");
  check_refused(kLesson, {"--kernel", "v3", "--block", "96"}, "96");
  for (const char* version : {"v4", "v5", "v6", "v7", "v8", "v9", "v10"})
    check_refused(kLesson, {"--kernel", version, "--block", "48"}, "48");
}

TEST_CASE("01: nvcc compiles the shuffles, the 16-byte accesses and the loads in flight that the versions claim", "[lesson01][ptx]") {
  const auto opcodes = [](const std::string& version) -> std::optional<std::vector<std::string>> {
    const auto ptx = ptx_of(std::string(kLesson) + "/" + version);
    if (!ptx) return std::nullopt;
    return instructions_in(kernel_in(*ptx, "3addE"));  // as the kernel's name is mangled
  };
  const auto count = [](const std::vector<std::string>& all, const std::string& opcode) { return std::ranges::count(all, opcode); };
  const std::string wide_load = "ld.global.v4.f32", wide_store = "st.global.v4.f32";

  const auto shuffled = opcodes("v4_warp_shuffle");
  if (!shuffled) return;
  CHECK(count(*shuffled, "shfl.sync.down.b32") == 10);  // five in each warp, and five in the first warp of each block
  CHECK(count(*shuffled, "bar.sync") == 1);
  for (const char* version :
       {"v5_vectorized_loads", "v6_loads_in_flight", "v7_atomic_combine", "v8_own_copies", "v9_streams", "v10_short_ends"}) {
    CAPTURE(version);
    const auto wide = opcodes(version);
    CHECK(count(*wide, "ld.global.f32") == 2);  // the elements at the end
    CHECK(count(*wide, wide_load) == 2 * count(*wide, wide_store));
    CHECK(count(*wide, wide_store) > 0);
    CHECK(count(*wide, "st.global.f32") <= 2);  // such an element, and a partial sum
  }
  // A thread of v5 has two loads in flight before it stores, one of v6 has four.
  for (const auto& [version, loads] : {std::pair("v5_vectorized_loads", 2), {"v6_loads_in_flight", 4}}) {
    CAPTURE(version);
    int most = 0, now = 0;
    const auto wide = opcodes(version);
    for (const std::string& opcode : *wide) {
      if (opcode == wide_load) most = std::max(most, ++now);
      if (opcode == wide_store) now = 0;
    }
    CHECK(most == loads);
  }
}

TEST_CASE("01: the whole program adds, with more threads than elements", "[lesson01]") {
  const Outcome outcome = whole_program("vector_add");
  CHECK(outcome.succeeded());
  CHECK(outcome.out == "100000 elements added by 100096 threads.\n");
}

TEST_CASE("01: the old slides' launch is right by chance, forgets elements, or does not run", "[lesson01]") {
  const Outcome outcome = whole_program("old_launch");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.succeeded());
  for (const char* line : {"block, grid         N =    4096  <<<   32,   128>>>     4096 right  cudaSuccess\n",
                           "block, grid         N =    4100  <<<   32,   128>>>     4096 right  cudaSuccess\n",
                           "block, grid         N = 1048576  <<<   32, 32768>>>        0 right  cudaErrorInvalid",
                           "grid, block         N =    4096  <<<  128,    32>>>     4096 right  cudaSuccess\n",
                           "grid, block         N =    4100  <<<  128,    32>>>     4096 right  cudaSuccess\n",
                           "grid, block         N = 1048576  <<<32768,    32>>>  1048576 right  cudaSuccess\n"}) {
    INFO(line);
    CHECK(outcome.out.find(line) != std::string::npos);
  }
}

TEST_CASE("01: the copies are timed, each way and both at once", "[lesson01]") {
  const Outcome outcome = whole_program("copies", {"1000"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.succeeded());
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 5);
  for (const char* what :
       {"pageable memory, in ", "pageable memory, out ", "pinned memory, in ", "pinned memory, out ", "in and out at once "})
    CHECK(outcome.out.find(what) != std::string::npos);
  CHECK(whole_program("copies", {"many"}).code == 2);
}
