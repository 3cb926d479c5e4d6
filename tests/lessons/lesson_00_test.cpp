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
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_one_thread", "v2_one_block", "v3_many_blocks",
                                                             "v4_two_dimensions", "v5_three_dimensions", "v6_device_functions",
                                                             "v7_shared_variable", "v8_global_counter", "v9_errors", "v10_device_query",
                                                             "v11_asynchrony"});
}

TEST_CASE("00: every version numbers every element, whatever the shape", "[lesson00]") {
  check_answers<HelloGpu>({{1, 1}, {31, 33}, {32, 32}, {1, 127}, {129, 1}, {257, 3}, {67, 131}}, InputKind::exact);
}

TEST_CASE("00: every kernel but the one of a single thread works with any block", "[lesson00]") {
  std::vector<std::string> kernels = kernels_of(kLesson);
  REQUIRE(std::erase(kernels, "v1_one_thread") == 1);
  const char* block = GENERATE("32", "96", "1024");
  check_answers<HelloGpu>(kernels, {{67, 131}}, InputKind::exact, {"--block", block});
}

TEST_CASE("00: bad input gets one line and status 2", "[lesson00]") {
  check_refused(kLesson, {"--kernel", "v1", "--block", "256"}, "--block 256");
  check_refused(kLesson, {"--kernel", "v3", "--grid", "4"}, "--grid 4");
  check_refused(kLesson, {"--kernel", "v4", "--block", "48"}, "48");
  check_refused(kLesson, {"--kernel", "v4", "--size", "1x1000000"}, "65535");
  check_refused(kLesson, {"--size", "0x5"}, "'0' is not a size");
  check_refused(kLesson, {"--kernel", "v12"}, "v12");
}

TEST_CASE("00: v6's host asks the kernel's own function about the last thread", "[lesson00]") {
  const auto answer = [](const char* size) {
    const auto run = run_lesson(kLesson, {"--kernel", "v6", "--size", size, "--reps", "1"});
    return run.at("versions").at(0).at("notes").at("has the last thread an element?").get<std::string>();
  };
  CHECK(answer("500x300") == "no");
  CHECK(answer("512x3") == "yes");
}

TEST_CASE("00: v8's counter saw every element, and there are more threads than elements", "[lesson00]") {
  const auto said = notes("v8_global_counter");
  CHECK(said.at("elements numbered") == "150000");
  CHECK(said.at("threads of the grid") == "150016");  // 586 blocks of 256
}

TEST_CASE("00: v10 notes what the device has, and takes the fullest block", "[lesson00]") {
  const auto said = notes("v10_device_query");
  CHECK(said.at("threads of a warp") == "32");
  CHECK(said.at("threads of a block, at most") == "1024");
  int threads = 0, blocks = 0;  // of an H100 2048 and 32, of others fewer
  REQUIRE(std::sscanf(said.at("a multiprocessor holds").get<std::string>().c_str(), "%d threads, %d blocks", &threads, &blocks) == 2);
  for (const int size : {32, 64}) {
    const int held = std::min(blocks, threads / size);
    CHECK(said.at(fmt::format("occupancy, blocks of {}", size)) ==
          fmt::format("{} blocks, {} threads: {} %", held, held * size, 100 * held * size / threads));
  }
  if (kOnSimulator) CHECK(profile().launch("v10_device_query", "number_elements").threads() == 64);
}

TEST_CASE("00: v9's mistakes are answered, forgotten, and change nothing", "[lesson00]") {
  const auto said = notes("v9_errors");
  CHECK(said.at("a block of 4096 threads") == "cudaErrorInvalidValue");
  CHECK(said.at("asked again") == "cudaSuccess");
  CHECK(said.at("a grid of 0 blocks") == "cudaErrorInvalidValue");
  CHECK(said.at("1 MiB of shared memory") == "cudaErrorInvalidValue");
  CHECK(said.at("cudaMalloc of 2^60 bytes") == "cudaErrorMemoryAllocation");
  CHECK(said.at("cudaMemcpy to a null pointer") == "cudaErrorInvalidValue");
  CHECK(said.at("cudaSetDevice(99)") == "cudaErrorInvalidDevice");
  CHECK(said.at("and after all that") == "cudaSuccess");
}

TEST_CASE("00: v11's launch returns long before its kernel is done", "[lesson00]") {
  const auto said = notes("v11_asynchrony");
  CHECK(said.at("is the work done?") == "cudaErrorNotReady");
  CHECK(said.at("and now?") == "cudaSuccess");
  const auto milliseconds = [&](const char* note) { return std::stod(said.at(note).get<std::string>()); };
  CHECK(milliseconds("the launch returned after") < milliseconds("it was done after"));
}

TEST_CASE("00: the simulator counts what the walkthrough says", "[lesson00][counters]") {
  if (!kOnSimulator) return;

  SECTION("a thread that is alone writes a sector of 32 bytes for each element of 8") {
    const Counts alone = profile().launch("v1_one_thread", "number_elements");
    CHECK(alone.threads() == 1);
    CHECK(alone.blocks() == 1);
    CHECK(alone.requests("st") == 150000);
    CHECK(alone.sectors("st") == 150000);
    CHECK(alone.lanes() == 1);
  }

  SECTION("32 stores of 8 bytes side by side are 8 sectors, in one block and in many") {
    const Counts one = profile().launch("v2_one_block", "number_elements"), many = profile().launch("v3_many_blocks", "number_elements");
    CHECK(one.blocks() == 1);
    CHECK(many.blocks() == 586);  // 150000 / 256, rounded up
    for (const Counts* block : {&one, &many}) {
      CHECK(block->threads() == 256);
      CHECK(block->requests("st") == 4688);  // 150000 / 32, rounded up
      CHECK(block->sectors("st") == 37500);  // 150000 · 8 / 32
      CHECK(block->sectors("st") == block->ideal_sectors("st"));
      CHECK(block->lanes() > 31.9);
    }
  }

  SECTION("with two and three dimensions, 16 blocks hang over the right edge of 500 columns") {
    const Counts flat = profile().launch("v4_two_dimensions", "number_elements"),
                 deep = profile().launch("v5_three_dimensions", "number_elements");
    CHECK(flat.blocks() == 16 * 38);      // 512 x 304 threads
    CHECK(deep.blocks() == 16 * 4 * 10);  // 10 pairs of slices of 16 rows, 4 blocks of 4 rows a slice
    for (const Counts* one : {&flat, &deep}) {
      CHECK(one->threads() == 256);
      CHECK(one->requests("st") == 16 * 300);
      CHECK(one->lanes() < 31.9);
    }
  }

  SECTION("device functions cost nothing: v6 counts what v3 counts") {
    const Counts functions = profile().launch("v6_device_functions", "number_elements");
    CHECK(functions.sectors("st") == 37500);
    CHECK(functions.requests("ld") == 0);  // constant memory is not global memory
  }

  SECTION("v7 has a barrier a block") {
    const Counts shared = profile().launch("v7_shared_variable", "number_elements");
    CHECK(shared.barriers() == 586);
    CHECK(shared.atomics() == 0);
    CHECK(shared.sectors("st") == 37500);
  }

  SECTION("v8 has an atomic an element, which meets 31 others at its address") {
    const Counts counter = profile().launch("v8_global_counter", "number_elements");
    CHECK(counter.barriers() == 0);
    CHECK(counter.atomics() == 150000);
    CHECK(counter.contention() == 32);
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
