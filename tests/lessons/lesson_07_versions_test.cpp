/// @file
/// @brief Lesson 07's program: every version's answers, the report, and what it says to bad input.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "../../lessons/07_sobel/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"
#include "lockstep/image.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Image;
using lockstep::InputKind;
using lockstep::Outcome;
using lockstep::read_image;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using lockstep::write_image;
using lockstep::testing::check_answers;
using lockstep::testing::check_ladder;
using lockstep::testing::check_refused;
using lockstep::testing::own_versions_of;
using lockstep::testing::program_of;
using lockstep::testing::Refusal;

namespace {

constexpr const char* kLesson = Sobel::kInfo.name;

const std::vector<std::string> kAnyRows{"v1_naive", "v2_coalesced", "v3_texture"};

/// A picture whose pixels are all different from their neighbours.
Image pattern(std::int64_t width, std::int64_t height, int channels, int range = 256) {
  Image image{.width = width, .height = height, .channels = channels};
  for (std::int64_t i = 0; i < width * height * channels; ++i) image.bytes.push_back(static_cast<std::uint8_t>((i * 37 + i * i) % range));
  return image;
}

/// What the program makes of the picture in a file.
Image edges_of(const std::string& input, const std::vector<std::string>& options = {}) {
  const TemporaryFolder folder;
  const std::string output = folder / "edges.png";
  std::vector<std::string> arguments{"--input", input, "--output", output, "--reps", "1"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Outcome run = run_program(program_of(kLesson), arguments);
  INFO(run.out << run.err);
  REQUIRE(run.succeeded());
  return read_image(output);
}

std::vector<std::uint8_t> right_edges(const std::string& input) { return Sobel::reference(Sobel::read_inputs(input)).edges; }

}  // namespace

TEST_CASE("07: the ladder has a version in each file", "[lesson07]") {
  CHECK(own_versions_of(kLesson) == std::vector<std::string>{"v0_cpu", "v0_cpu_openmp", "v1_naive", "v2_coalesced", "v3_texture",
                                                             "v4_shared_memory", "v5_sliding_window", "v6_reduction_optimized",
                                                             "v7_atomic_combine"});
}

// Words of 4, quads of 16, warps of 128 and strips of 512 columns end before, at and behind these; so do tiles of 8 and 64 rows.
TEST_CASE("07: every version finds the edges of random pixels, whatever the shape", "[lesson07]") {
  check_answers<Sobel>({{1, 1}, {2, 3}, {31, 33}, {1, 127}, {129, 1}, {67, 131}, {497, 9}, {1041, 65}}, InputKind::exact);
}

TEST_CASE("07: every version finds the edges of the test card", "[lesson07]") {
  check_answers<Sobel>({{1, 1}, {3, 4}, {33, 31}, {515, 130}, {510, 64}}, InputKind::real);
}

TEST_CASE("07: v1, v2 and v3 work with any block that is rows of a warp", "[lesson07]") {
  const std::string block = GENERATE("32", "96", "192", "1024");
  check_answers<Sobel>(kAnyRows, {{67, 131}}, InputKind::exact, {"--block", block});
}

TEST_CASE("07: those with a tile or a strip take the block that they have", "[lesson07]") {
  check_answers<Sobel>({"v4_shared_memory", "v5_sliding_window"}, {{67, 131}}, InputKind::exact, {"--block", "256"});
  check_answers<Sobel>({"v6_reduction_optimized", "v7_atomic_combine"}, {{67, 131}}, InputKind::exact, {"--block", "128"});
}

TEST_CASE("07: a run reports the eight files, all stages verified", "[lesson07]") {
  const auto run = check_ladder(kLesson, "70x50", 7);
  CHECK(run.at("lesson") == kLesson);
  CHECK(run.at("size") == "70x50");
}

TEST_CASE("07: bad input gets one line and status 2", "[lesson07]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--size", "5x0"}, "0"},
      {{"--kernel", "v1", "--grid", "4"}, "--grid 4"},
      {{"--kernel", "v2", "--block", "48"}, "--block 48"},
      {{"--kernel", "v3", "--block", "16"}, "--block 16"},
      {{"--kernel", "v4", "--block", "512"}, "--block 512: this version needs a block of 256 threads"},
      {{"--kernel", "v6", "--block", "256"}, "--block 256: this version needs a block of 128 threads"},
      {{"--kernel", "v7", "--grid", "132"}, "--grid 132"},
      {{"--kernel", "v1", "--block", "32", "--size", "1x70000"}, "65535"},
      {{"--output", "edges.jpg"}, "edges.jpg: the name must end in .png or .pgm"},
  }));
  check_refused(kLesson, refusal);
}

TEST_CASE("07: a picture that is too wide for a texture is one for the other versions", "[lesson07]") {
  const Outcome outcome = run_program(program_of(kLesson), {"--kernel", "v2,v3", "--size", "140000x1", "--reps", "1"});
  CAPTURE(outcome.out, outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.out.find("✓ v2_coalesced") != std::string::npos);
  CHECK(outcome.out.find("v3_texture was not run: a texture over linear memory has 131072x65000 texels") != std::string::npos);
}

TEST_CASE("07: what a texture gives between its texels and beyond its ends", "[lesson07]") {
  const Outcome sampling = run_program(program_of(std::string(kLesson) + "_sampling"), {});
  CHECK(sampling.succeeded());
  CHECK(sampling.out ==
        "x              -1.50 -0.25  0.00  0.50  0.75  1.00  1.50  3.50  4.00  5.50\n"
        "point, clamp    10.0  10.0  10.0  10.0  10.0  20.0  20.0  40.0  40.0  40.0\n"
        "point, border    0.0   0.0  10.0  10.0  10.0  20.0  20.0  40.0   0.0   0.0\n"
        "point, wrap     30.0  40.0  10.0  10.0  10.0  20.0  20.0  40.0  10.0  20.0\n"
        "point, mirror   20.0  10.0  10.0  10.0  10.0  20.0  20.0  40.0  40.0  30.0\n"
        "linear, clamp   10.0  10.0  10.0  10.0  12.5  15.0  20.0  40.0  40.0  40.0\n"
        "linear, border   0.0   2.5   5.0  10.0  12.5  15.0  20.0  40.0  20.0   0.0\n");
}

TEST_CASE("07: pictures go in and edges come out, of any kind and size", "[lesson07]") {
  const TemporaryFolder folder;
  for (const std::string name : {"in.png", "in.pgm", "colour.png", "in.ppm"})
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 40}, {70, 1}, {129, 33}}) {
      CAPTURE(name, width, height);
      const bool grey = name == "in.png" || name == "in.pgm";
      write_image(folder / name, pattern(width, height, grey ? 1 : 3));
      const Image edges = edges_of(folder / name, {"--kernel", "v7"});
      CHECK(edges.width == width);
      CHECK(edges.height == height);
      CHECK(edges.channels == 1);
      const auto right = right_edges(folder / name);
      if (width * height > 100)
        CHECK(edges.bytes == right);  // its steepest edges are white: nothing is stretched
      else
        CHECK(edges.bytes.size() == right.size());
    }
}

TEST_CASE("07: every version writes the same picture", "[lesson07]") {
  const TemporaryFolder folder;
  write_image(folder / "in.png", pattern(530, 70, 1));
  const auto right = right_edges(folder / "in.png");
  REQUIRE(*std::max_element(right.begin(), right.end()) == 255);
  for (const std::string& version : own_versions_of(kLesson)) {
    CAPTURE(version);
    CHECK(edges_of(folder / "in.png", {"--kernel", version}).bytes == right);
  }
}

TEST_CASE("07: faint edges are stretched, so that the steepest is white", "[lesson07]") {
  const TemporaryFolder folder;
  write_image(folder / "faint.pgm", pattern(60, 50, 1, 20));
  const auto reference = Sobel::reference(Sobel::read_inputs(folder / "faint.pgm"));
  REQUIRE(reference.maximum > 20);
  REQUIRE(reference.maximum < 100);
  const auto edges = edges_of(folder / "faint.pgm", {"--kernel", "v7"}).bytes;
  REQUIRE(edges.size() == reference.edges.size());
  int wrong = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double stretched = reference.edges[i] * 255.0 / reference.maximum;
    wrong += edges[i] < stretched - 0.5 || edges[i] > stretched + 0.5;
  }
  CHECK(wrong == 0);
  CHECK(*std::max_element(edges.begin(), edges.end()) == 255);

  write_image(folder / "flat.pgm", pattern(60, 50, 1, 1));  // nothing to stretch by
  CHECK(edges_of(folder / "flat.pgm", {"--kernel", "v7"}).bytes == std::vector<std::uint8_t>(3000, 0));
}

TEST_CASE("07: what lies behind the end of a row is no pixel, and its magnitude does not count", "[lesson07]") {
  // The last column rises from 0 over 128 to 255. Between copies of itself it would have a magnitude of 510 there.
  const TemporaryFolder folder;
  for (const std::int64_t width : {5, 6, 7, 8, 529, 530}) {
    CAPTURE(width);
    Image image{.width = width, .height = 6};
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 0; x < width; ++x) image.bytes.push_back(x < width - 1 || y == 2 ? 128 : y < 2 ? 0 : 255);
    write_image(folder / "steep.pgm", image);
    CHECK(Sobel::reference(Sobel::read_inputs(folder / "steep.pgm")).maximum == 384);
    edges_of(folder / "steep.pgm");  // every version's maximum is checked
  }
}

TEST_CASE("07: a file that is no picture gets one line and status 2, and nothing is written", "[lesson07]") {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name, const std::string& content) {
    std::ofstream(folder / name, std::ios::binary) << content;
    return folder / name;
  };
  const std::string output = folder / "edges.png";
  const auto check_input = [&](const std::string& input, const std::string& culprit) {
    check_refused(kLesson, {"--input", input, "--output", output}, culprit);
    CHECK(lockstep::read_file(output) == "");
  };
  check_input(folder / "none.png", "none.png");
  check_input(file("empty.png", ""), "empty.png");
  check_input(file("text.png", "hello"), "it is not a PNG, PGM or PPM");
  check_input(file("cut.pgm", "P5 100 100 255\n123"), "it is cut off");
  check_input(file("enormous.pgm", "P5 2000000000 2000000000 255\n"), "take more than 1024 MiB");
  write_image(folder / "whole.png", pattern(60, 50, 1));
  check_input(file("cut.png", lockstep::read_file(folder / "whole.png").substr(0, 200)), "libpng says");
}

TEST_CASE("07: the test card is a picture", "[lesson07]") {
  const TemporaryFolder folder;
  const Outcome card = run_program(program_of(std::string(kLesson) + "_test_card"), {"60", "40"});
  REQUIRE(card.succeeded());
  std::ofstream(folder / "card.pgm", std::ios::binary) << card.out;
  const Image image = read_image(folder / "card.pgm");
  CHECK(image.width == 60);
  CHECK(image.height == 40);
  CHECK(edges_of(folder / "card.pgm", {"--kernel", "v7"}).bytes == right_edges(folder / "card.pgm"));
  CHECK(run_program(program_of(std::string(kLesson) + "_test_card"), {"60"}).code == 2);
}
