/// @file
/// @brief Lesson 07's asides: right answers, the counters that its notes quote, what nvcc makes of them, and other scales.
#include <algorithm>
#include <string>
#include <vector>

#include "../../lessons/07_sobel/problem.hpp"
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"
#include "ptx.hpp"

using lockstep::InputKind;
using lockstep::kOnSimulator;
using lockstep::Size;
using lockstep::testing::asides_of;
using lockstep::testing::check_answer;
using lockstep::testing::check_answers;
using lockstep::testing::check_refused;
using lockstep::testing::Counts;
using lockstep::testing::instructions_in;
using lockstep::testing::kernel_in;
using lockstep::testing::Profile;
using lockstep::testing::ptx_of;
using lockstep::testing::Refusal;
using lockstep::testing::run_lesson;
using lockstep::testing::versions_of;

namespace {

constexpr const char* kLesson = Sobel::kInfo.name;
constexpr int kSide = 512;                             // of the picture
constexpr double kWarpsOfPixels = kSide * kSide / 32;  // those that have a thread for each pixel

const std::vector<std::string> kAsides{"constants_double", "constants_float", "eight_reads",     "texture_rows",
                                       "texture_tile",     "twelve_reads",    "window_along_row"};

// Of the tree of a block of 256, as lesson_07_counters_test.cpp has it.
constexpr double kTreeLoads = 2 * (4 + 2 + 6) + 1, kTreeStores = 8 + 4 + 2 + 6;

/// How many instructions of a kernel in `asides` contain `opcode`. @param kernel  its name, as it is mangled
long instructions_of(const std::string& ptx, const std::string& kernel, const std::string& opcode) {
  const auto instructions = instructions_in(kernel_in(ptx, kernel));
  REQUIRE_FALSE(instructions.empty());
  return std::ranges::count_if(instructions, [&](const std::string& one) { return one.find(opcode) != std::string::npos; });
}

}  // namespace

TEST_CASE("07: the asides, which run only where they are named", "[lesson07][asides]") {
  CHECK(asides_of(kLesson) == kAsides);
  const auto run = run_lesson(kLesson, {"--size", "40x30", "--reps", "1"});
  for (const auto& version : run.at("versions")) CHECK(std::ranges::find(kAsides, version.at("name").get<std::string>()) == kAsides.end());
}

TEST_CASE("07: every aside finds the edges, whatever the shape", "[lesson07][asides]") {
  const InputKind kind = GENERATE(InputKind::exact, InputKind::real);
  check_answers<Sobel>(kAsides, {{1, 1}, {2, 3}, {31, 33}, {1, 127}, {129, 1}, {67, 131}, {1041, 65}}, kind);
}

TEST_CASE("07: asides take the blocks that they can work with", "[lesson07][asides]") {
  const std::string block = GENERATE("32", "64", "1024");
  check_answers<Sobel>({"constants_double", "eight_reads", "texture_rows", "twelve_reads"}, {{67, 131}}, InputKind::exact,
                       {"--block", block});
  check_answers<Sobel>({"texture_rows"}, {{67, 131}}, InputKind::exact, {"--block", "96"});
}

TEST_CASE("07: every version and aside multiplies by the scale that is asked for", "[lesson07][asides]") {
  const double scale = GENERATE(2.0, 0.25, 0.3, 0.01, 16.0);
  for (const std::string& name : versions_of(kLesson))
    for (const Size size : {Size{67, 131}, Size{535, 9}})
      check_answer<Sobel>({.version = name, .size = size, .kind = InputKind::exact, .settings = {scale}});
}

TEST_CASE("07: a scale that no version can have, and a block that an aside cannot", "[lesson07][asides]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--scale", "0"}, "--scale must be a number from 0.01 to 16, got 0"},
      {{"--scale", "-1"}, "-1"},
      {{"--scale", "16.5"}, "16.5"},
      {{"--scale", "half"}, "half"},
      {{"--scale", "nan"}, "nan"},
      {{"--kernel", "texture_tile", "--block", "128"}, "--block 128: this version needs a block of 256 threads"},
      {{"--kernel", "window_along_row", "--grid", "4"}, "--grid 4"},
      {{"--kernel", "texture_rows", "--block", "48"}, "--block 48"},
  }));
  check_refused(kLesson, refusal);
}

TEST_CASE("07: the simulator counts what the notes say of the asides", "[lesson07][asides][counters]") {
  if (!kOnSimulator) return;
  const Profile profile(kLesson, {"--size", "512x512", "--kernel", "v1,v4,texture,constants,eight_reads,twelve_reads,window_along_row"});
  const auto kernel = [&](const std::string& version) { return profile.launch(version, "sobel"); };

  SECTION("twelve reads a pixel where nothing merges them, and eight where each pixel is read once, as in v1") {
    CHECK(kernel("twelve_reads").requests("ld") == 12 * kWarpsOfPixels);
    CHECK(kernel("eight_reads").requests("ld") == 8 * kWarpsOfPixels);
    CHECK(kernel("eight_reads").sectors("ld") == kernel("v1_naive").sectors("ld"));
    // The four that are read twice begin a byte beside a sector, at both ends of two rows.
    CHECK(kernel("twelve_reads").sectors("ld") - kernel("eight_reads").sectors("ld") == 4 * 31 * kSide);
  }

  SECTION("both types of constants make the same accesses") {
    for (const char* op : {"ld", "st"}) CHECK(kernel("constants_float").sectors(op) == kernel("constants_double").sectors(op));
  }

  SECTION("what comes through a texture is not loaded") {
    for (const char* version : {"texture_rows", "texture_tile", "window_along_row"}) CHECK(kernel(version).requests("ld") == 0);
  }

  SECTION("a block a row") {
    CHECK(kernel("texture_rows").blocks() == kSide);
    CHECK(kernel("texture_rows").requests("st") == kWarpsOfPixels + kSide);  // and the blocks' maxima
    CHECK(kernel("texture_rows").barriers() == kSide);
  }

  SECTION("a window along the row reads the tile 18 times for four pixels, where a thread a pixel reads it 32 times") {
    const Counts tile = kernel("texture_tile"), window = kernel("window_along_row");
    const double tiles = 16 * 64, wide_tiles = 4 * 64;
    CHECK(tile.blocks() == tiles);
    CHECK(window.blocks() == wide_tiles);
    CHECK(tile.wavefronts("ld") == (8 * 8 + kTreeLoads) * tiles);
    CHECK(window.wavefronts("ld") == (18 * 8 + kTreeLoads) * wide_tiles);
    CHECK(tile.wavefronts("st") == (11 + kTreeStores) * tiles);         // 34 x 10 bytes
    CHECK(window.wavefronts("st") == (41 + kTreeStores) * wide_tiles);  // 130 x 10
    CHECK(window.wavefronts("ld") < tile.wavefronts("ld"));
    CHECK(kernel("v4_shared_memory").wavefronts("ld") < window.wavefronts("ld"));
    for (const Counts* one : {&tile, &window})
      for (const char* op : {"ld", "st"}) CHECK(one->bank_conflicts(op) == 0);
    CHECK(window.requests("st") == kWarpsOfPixels / 4 + wide_tiles);
  }

  SECTION("no aside has a hazard") {
    for (const std::string& name : kAsides) CHECK(profile.hazards(name) == "");
  }
}

TEST_CASE("07: nvcc keeps twelve reads where they are volatile, and reads eight times otherwise", "[lesson07][asides]") {
  const auto twelve = ptx_of("07_sobel/asides/twelve_reads"), eight = ptx_of("07_sobel/asides/eight_reads"),
             naive = ptx_of("07_sobel/v1_naive");
  if (!twelve || !eight || !naive) return;
  CHECK(instructions_of(*twelve, "5sobelE", "ld.volatile.global.u8") == 12);
  CHECK(instructions_of(*eight, "5sobelE", "ld.volatile.global.u8") == 8);
  CHECK(instructions_of(*naive, "5sobelE", "ld.global.u8") == 8);
}

TEST_CASE("07: a constant of 2.0 brings arithmetic in double, one of 2.0F none", "[lesson07][asides]") {
  const auto ptx = ptx_of("07_sobel/asides/constants");
  if (!ptx) return;
  CHECK(instructions_of(*ptx, "5sobelIfE", "f64") == 0);
  CHECK(instructions_of(*ptx, "5sobelIdE", "fma.rn.f64") > 0);
  CHECK(instructions_of(*ptx, "5sobelIdE", "cvt.rn.f32.f64") == 2);
}

TEST_CASE("07: the texture asides fetch eight pixels, or one for each byte of the tile", "[lesson07][asides]") {
  const auto rows = ptx_of("07_sobel/asides/texture_rows"), tile = ptx_of("07_sobel/asides/texture_tile");
  if (!rows || !tile) return;
  CHECK(instructions_of(*rows, "5sobelE", "tex.2d") == 8);
  CHECK(instructions_of(*tile, "5sobelE", "tex.2d") == 1);
  CHECK(instructions_of(*tile, "5sobelE", "ld.shared.u8") == 8);
}
