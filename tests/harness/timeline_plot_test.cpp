/// @file
/// @brief Tests the drawing of made-up timelines.
#include "catch.hpp"
#include "harness/timing/timeline.hpp"
#include "lockstep/usage_error.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"
#include "well_formed.hpp"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

RunResult run_of_one() {
  const Point point{.size = {4096}, .versions = {{.version = describe_version("v6_streams.cu", "it overlaps", "", Memory::pinned)}}};
  return {.lesson = "01_vector_add", .title = "c = a + b", .backend = "cuda", .device = "it's a GPU", .points = {point}};
}

Timeline two_streams() {
  return {.source = "measured",
          .bars = {{.stream = 20, .activity = Activity::kernel, .kernel = "add", .begin = 105, .end = 106},
                   {.stream = 13, .activity = Activity::copy_to_device, .begin = 100, .end = 104},
                   {.stream = 13, .activity = Activity::kernel, .kernel = "add", .begin = 104, .end = 105},
                   {.stream = 20, .activity = Activity::kernel, .kernel = "sum", .begin = 106, .end = 107},
                   {.stream = 13, .activity = Activity::copy_to_host, .begin = 105, .end = 110}}};
}

}  // namespace

TEST_CASE("Bars begin at zero, lie in the row of their stream, and share an entry of the legend with their like", "[timeline]") {
  const std::string script = timeline_script(run_of_one(), two_streams());
  CAPTURE(script);
  CHECK(has(script, "$bars0 << END\n0 4 0\nEND\n"));
  CHECK(has(script, "$bars1 << END\n4 5 0\n5 6 1\nEND\n"));
  CHECK(has(script, "$bars2 << END\n5 10 0\nEND\n"));
  CHECK(has(script, "$bars3 << END\n6 7 1\nEND\n"));
  CHECK(has(script, "set ytics ('stream 1' 0, 'stream 2' 1)"));
  CHECK(has(script, "milliseconds"));
  std::size_t last = 0;
  for (const char* title : {"title 'copy to the device'", "title 'kernel add'", "title 'copy to the host'", "title 'kernel sum'"}) {
    CHECK(script.find(title) > last);
    last = script.find(title);
  }
  CHECK_FALSE(has(script, "memset"));
}

TEST_CASE("Each kind has a colour of its own, and so has each kernel", "[timeline]") {
  Timeline timeline = two_streams();
  timeline.bars.push_back({.activity = Activity::fill, .begin = 110, .end = 111});
  timeline.bars.push_back({.activity = Activity::copy_on_device, .begin = 111, .end = 112});
  const std::string script = timeline_script(run_of_one(), timeline);
  for (const char* colour : {"#0072b2", "#009e73", "#cc79a7", "#d55e00", "#999999", "#e69f00"}) CHECK(has(script, colour));
}

TEST_CASE("Short timelines are in microseconds", "[timeline]") {
  Timeline timeline = two_streams();
  for (TimelineBar& bar : timeline.bars) {
    bar.begin /= 1000;
    bar.end /= 1000;
  }
  const std::string script = timeline_script(run_of_one(), timeline);
  CHECK(has(script, "microseconds"));
  CHECK_FALSE(has(script, "milliseconds"));
}

TEST_CASE("A timeline is drawn with title, streams and legend, and one without bars is refused", "[timeline]") {
  const TemporaryFolder folder;
  draw_timeline(run_of_one(), two_streams(), folder / "t.svg");
  const std::string svg = read_file(folder / "t.svg");
  CHECK(is_well_formed(svg));
  for (const char* part : {"v6_streams", "size 4096", "measured", "stream 1", "stream 2", "kernel add", "copy to the host"})
    CHECK(has(svg, part));
  CHECK_FALSE(has(svg, "stream 3"));
  draw_timeline(run_of_one(), two_streams(), folder / "t.png");
  CHECK(read_file(folder / "t.png").substr(1, 3) == "PNG");
  CHECK_THROWS_AS(draw_timeline(run_of_one(), {}, folder / "none.svg"), UsageError);
  CHECK_FALSE(std::filesystem::exists(folder / "none.svg"));
}
