/// @file
/// @brief Lesson 04's program: every version's answers, the report, and what it says to bad input.
#include <fstream>
#include <string>
#include <vector>

#include "../../lessons/04_dot_product/problem.hpp"
#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"
#include "support/temporary_folder.hpp"

using lockstep::InputKind;
using lockstep::Outcome;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::kernels_of;
using lockstep::testing::own_versions_of;
using lockstep::testing::program_of;
using lockstep::testing::Refusal;
using lockstep::testing::run_lesson;

namespace {

constexpr const char* kLesson = DotProduct::kInfo.name;

}  // namespace

TEST_CASE("04: the ladder has a version in each file", "[lesson04]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_shared_memory",
                                                             "v4_warp_shuffle", "v5_vectorized_loads", "v6_loads_in_flight", "v7_one_wave",
                                                             "v8_atomic_combine", "v9_mutex", "v10_last_block"});
}

TEST_CASE("04: every version adds integers without error, at ragged sizes", "[lesson04]") {
  check_answers<DotProduct>({{1}, {2}, {3}, {31}, {32}, {33}, {1023}, {1025}, {4099}, {65537}}, InputKind::exact);
}

TEST_CASE("04: every version adds reals within the bound", "[lesson04]") {
  check_answers<DotProduct>({{1}, {33}, {1025}, {65537}}, InputKind::real);
}

TEST_CASE("04: v3 and the aside with a lock lose no sum where a block is no power of two", "[lesson04]") {
  const char* block = GENERATE("1", "7", "96", "192", "352");
  check_answers<DotProduct>({"v3_shared_memory", "lock_and_tree"}, {{1}, {191}, {4099}}, InputKind::exact, {"--block", block});
  check_answers<DotProduct>({"lock_and_tree"}, {{4099}}, InputKind::real, {"--block", block, "--grid", "240"});
}

TEST_CASE("04: every kernel works with any launch shape", "[lesson04]") {
  struct Shape {
    const char *block, *grid;
    std::int64_t n;
  };
  const Shape shape = GENERATE(values<Shape>({{"32", "3", 1025},
                                              {"64", "1", 4099},
                                              {"64", "37", 10007},
                                              {"192", "37", 10007},
                                              {"512", "3", 65537},
                                              {"1024", "1", 4099},
                                              {"1024", "5", 33}}));
  check_answers<DotProduct>(kernels_of(kLesson), {{shape.n}}, InputKind::exact, {"--block", shape.block, "--grid", shape.grid});
}

TEST_CASE("04: a run reports v0 to v10, all stages verified", "[lesson04]") {
  const auto run = check_ladder(kLesson, "5000", 10);
  CHECK(run.at("size") == 5000);
}

TEST_CASE("04: the block-size sweep at grid 240", "[lesson04]") {
  const auto sweep =
      run_lesson(kLesson, {"--kernel", "v3,v10", "--size", "10007", "--reps", "1", "--grid", "240", "--sweep", "block=64,1024"});
  REQUIRE(sweep.at("runs").size() == 2);
  for (const auto& run : sweep.at("runs")) {
    CHECK(run.at("grid") == 240);
    for (const auto& version : run.at("versions")) CHECK(version.at("verified") == true);
  }
}

TEST_CASE("04: bad input gets one line and status 2", "[lesson04]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--kernel", "v11_fastest"}, "v11_fastest"},
      {{"--size", "-5"}, "-5"},
      {{"--size", "0"}, "0"},
      {{"--size", "many"}, "many"},
      {{"--kernel", "v4", "--block", "48"}, "48"},
      {{"--kernel", "v10", "--block", "48"}, "48"},
      {{"--block", "2048"}, "2048"},
      {{"--kernel", "v1_naive", "--size", "4", "--in", "/nonexistent/input", "--out", "/tmp/lockstep-never-written"}, "/nonexistent/input"},
      {{"--colour", "red"}, "--colour"},
  }));
  check_refused(kLesson, refusal);
  CHECK_FALSE(std::filesystem::exists("/tmp/lockstep-never-written"));
}

TEST_CASE("04: inputs of the wrong length are refused, and nothing is written", "[lesson04]") {
  const TemporaryFolder folder;
  const auto in = folder / "in", out = folder / "out";
  std::ofstream(in) << "123456789";
  const Outcome outcome = run_program(program_of(kLesson), {"--kernel", "v1_naive", "--size", "4", "--in", in, "--out", out});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("9 bytes") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("04: on raw files, what is seen of the kernels is written beside the answer", "[lesson04]") {
  const TemporaryFolder folder;
  const auto in = folder / "in", out = folder / "out", json = folder / "seen.json", picture = folder / "picture.svg";
  std::ofstream(in, std::ios::binary) << std::string(2 * 1024 * sizeof(float), '\0');
  const std::vector<std::string> arguments{"--kernel", "v3", "--size", "1024", "--in",      in,
                                           "--out",    out,  "--json", json,   "--picture", picture};
  const Outcome outcome = run_program(program_of(kLesson), arguments);
  CAPTURE(outcome.err);
  if (!lockstep::kOnSimulator) {
    CHECK(outcome.code == 2);
    return;
  }
  REQUIRE(outcome.succeeded());
  const auto run = nlohmann::json::parse(std::ifstream(json));
  REQUIRE(run.at("versions").size() == 1);
  CHECK(run["versions"][0].at("launches").size() == 2);
  CHECK(run["versions"][0].at("hazards").empty());
  CHECK(run["versions"][0]["counters"].at("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") == 2 * 1024 / 32 + 4);  // and 4 partial sums
  CHECK(std::filesystem::file_size(out) == sizeof(float));
  CHECK(std::filesystem::exists(picture));
}
