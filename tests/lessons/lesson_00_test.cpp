/// @file
/// @brief Lesson 00: every version numbers every element; the notes, the counters and the whole programs are as the walkthrough says.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "../../lessons/00_hello_gpu/problem.hpp"
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using namespace lockstep::testing;
using lockstep::InputKind;
using lockstep::kOnSimulator;

namespace {

constexpr const char* kLesson = HelloGpu::kInfo.name;

bool accepts(const std::vector<std::int64_t>& number) {
  return HelloGpu::check({6}, {number}, InputKind::exact).passed;  // of 3 x 2 elements
}

nlohmann::json notes(const std::string& version) {
  return run_lesson(kLesson, {"--kernel", version, "--size", "500x300", "--reps", "1"}).at("versions").at(0).at("notes");
}

const Profile& profile() {
  static const Profile run(kLesson, {"--size", "500x300"});
  return run;
}

Outcome whole_program(const char* name) { return run_program(program_of(std::string(kLesson) + "_" + name), {}); }

}  // namespace

TEST_CASE("00: the check knows every element", "[lesson00]") {
  CHECK(accepts({0, 1, 2, 3, 4, 5}));
  CHECK_FALSE(accepts({0, 1, 2, 3, 4}));
  CHECK_FALSE(accepts({0, 1, 2, 3, 4, -1}));  // not written: all bits are set before a run
  CHECK_FALSE(accepts({0, 2, 4, 1, 3, 5}));   // rows for columns
  CHECK_FALSE(accepts({1, 2, 3, 4, 5, 6}));
}

TEST_CASE("00: the ladder", "[lesson00]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_first_kernel", "v2_two_dimensions",
                                                             "v3_three_dimensions", "v4_qualifiers", "v5_device_query", "v6_errors",
                                                             "v7_asynchrony"});
}

TEST_CASE("00: every version numbers every element, whatever the shape", "[lesson00]") {
  check_answers<HelloGpu>({{1, 1}, {31, 33}, {32, 32}, {1, 127}, {129, 1}, {257, 3}, {67, 131}}, InputKind::exact);
}

TEST_CASE("00: every kernel works with any block", "[lesson00]") {
  const char* block = GENERATE("32", "96", "1024");
  check_answers<HelloGpu>(kernels_of(kLesson), {{67, 131}}, InputKind::exact, {"--block", block});
}

TEST_CASE("00: bad input gets one line and status 2", "[lesson00]") {
  check_refused(kLesson, {"--kernel", "v1", "--grid", "4"}, "--grid 4");
  check_refused(kLesson, {"--kernel", "v2", "--block", "48"}, "48");
  check_refused(kLesson, {"--kernel", "v2", "--size", "1x1000000"}, "65535");
  check_refused(kLesson, {"--size", "0x5"}, "'0' is not a size");
  check_refused(kLesson, {"--kernel", "v8"}, "v8");
}

TEST_CASE("00: v4's counter saw every thread inside, and there are more threads than elements", "[lesson00]") {
  const auto said = notes("v4_qualifiers");
  CHECK(said.at("of these, inside") == "150000");
  CHECK(said.at("threads of the grid") == "150016");  // 586 blocks of 256
}

TEST_CASE("00: v5 notes what the device has, and takes the fullest block", "[lesson00]") {
  const auto said = notes("v5_device_query");
  CHECK(said.at("threads of a warp") == "32");
  CHECK(said.at("threads of a block, at most") == "1024");
  int threads = 0, blocks = 0;  // of an H100 2048 and 32, of others fewer
  REQUIRE(std::sscanf(said.at("a multiprocessor holds").get<std::string>().c_str(), "%d threads, %d blocks", &threads, &blocks) == 2);
  for (const int size : {32, 64}) {
    const int held = std::min(blocks, threads / size);
    CHECK(said.at(fmt::format("occupancy, blocks of {}", size)) ==
          fmt::format("{} blocks, {} threads: {} %", held, held * size, 100 * held * size / threads));
  }
  if (kOnSimulator) CHECK(profile().launch("v5_device_query", "number_elements").threads() == 64);
}

TEST_CASE("00: v6's mistakes are answered, forgotten, and change nothing", "[lesson00]") {
  const auto said = notes("v6_errors");
  CHECK(said.at("a block of 4096 threads") == "cudaErrorInvalidValue");
  CHECK(said.at("asked again") == "cudaSuccess");
  CHECK(said.at("a grid of 0 blocks") == "cudaErrorInvalidValue");
  CHECK(said.at("1 MiB of shared memory") == "cudaErrorInvalidValue");
  CHECK(said.at("cudaMalloc of 2^60 bytes") == "cudaErrorMemoryAllocation");
  CHECK(said.at("cudaMemcpy to a null pointer") == "cudaErrorInvalidValue");
  CHECK(said.at("cudaSetDevice(99)") == "cudaErrorInvalidDevice");
  CHECK(said.at("and after all that") == "cudaSuccess");
}

TEST_CASE("00: v7's call returns long before its kernel is done", "[lesson00]") {
  const auto said = notes("v7_asynchrony");
  CHECK(said.at("is the work done?") == "cudaErrorNotReady");
  CHECK(said.at("and now?") == "cudaSuccess");
  const auto milliseconds = [&](const char* note) { return std::stod(said.at(note).get<std::string>()); };
  CHECK(milliseconds("the call returned after") < milliseconds("it was done after"));
}

TEST_CASE("00: the simulator counts what the walkthrough says", "[lesson00][counters]") {
  if (!kOnSimulator) return;

  SECTION("32 stores of 8 bytes side by side are 8 sectors") {
    const Counts first = profile().launch("v1_first_kernel", "number_elements");
    CHECK(first.threads() == 256);
    CHECK(first.blocks() == 586);
    CHECK(first.requests("st") == 4688);  // 150000 / 32, rounded up
    CHECK(first.sectors("st") == 37500);  // 150000 · 8 / 32
    CHECK(first.sectors("st") == first.ideal_sectors("st"));
    CHECK(first.lanes() > 31.9);
  }

  SECTION("with two and three dimensions, 16 blocks hang over the right edge of 500 columns") {
    const Counts flat = profile().launch("v2_two_dimensions", "number_elements"),
                 deep = profile().launch("v3_three_dimensions", "number_elements");
    CHECK(flat.blocks() == 16 * 38);      // 512 x 304 threads
    CHECK(deep.blocks() == 16 * 4 * 10);  // 10 pairs of slices of 16 rows, 4 blocks of 4 rows a slice
    for (const Counts* one : {&flat, &deep}) {
      CHECK(one->threads() == 256);
      CHECK(one->requests("st") == 16 * 300);
      CHECK(one->lanes() < 31.9);
    }
  }

  SECTION("v4 has a barrier a block, and an atomic a thread that meets 31 others at its address") {
    const Counts shared = profile().launch("v4_qualifiers", "number_elements");
    CHECK(shared.barriers() == 586);
    CHECK(shared.atomics() == 150000);
    CHECK(shared.contention() == 32);
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of(kLesson)) CHECK(profile().hazards(name) == "");
  }
}

TEST_CASE("00: the whole program greets", "[lesson00]") {
  const Outcome hello = whole_program("hello");
  CHECK(hello.succeeded());
  CHECK(hello.out == "Hello from 1000 threads: every element has its number.\n");
}

TEST_CASE("00: after an illegal access every call of the process answers with it", "[lesson00]") {
  const Outcome sticky = whole_program("sticky_error");
  INFO(sticky.out);
  CHECK(sticky.succeeded());
  const auto answer = [&](const std::string& line, const std::string& name) {
    const std::size_t at = sticky.out.find("\n" + line);
    return at != std::string::npos && sticky.out.substr(at + 1, sticky.out.find('\n', at + 1) - at - 1).ends_with(" " + name);
  };
  CHECK(answer("the launch itself", "cudaSuccess"));
  CHECK(answer("waiting for the kernel", "cudaErrorIllegalAddress"));
  CHECK(answer("a copy that has nothing to do with it", "cudaErrorIllegalAddress"));
  CHECK(answer("memory, after", "cudaErrorIllegalAddress"));
}
