/// @file
/// @brief The summary shows each run's best version against its limit and its peer.
#include "bench/summary.hpp"

#include <algorithm>
#include <sstream>

#include "catch.hpp"
#include "fake_course.hpp"
#include "support/text/text.hpp"

using namespace lockstep::bench;
using namespace lockstep::testing;
using nlohmann::json;

namespace {

json v(const std::string& name, const std::string& stage, double ms) { return fake_version(name, stage, ms, 0.1 * ms); }

RecordedRun run(const std::string& name, const json& size, const std::vector<json>& versions) {
  return {.lesson = "04_fake", .name = name, .data = fake_run(size, versions)};
}

BestVersion only(const std::vector<RecordedRun>& runs) {
  const auto rows = best_versions(runs);
  REQUIRE(rows.size() == 1);
  return rows.front();
}

}  // namespace

TEST_CASE("summary: the best version is neither the CPU's nor a peer, and stands against the fastest peer") {
  const BestVersion row = only({run("size_2p20", 1024,
                                    {v("v0_cpu", "cpu", 0.1), v("v1_naive", "naive", 8), v("v4_fast", "beyond", 2),
                                     v("v5_slow", "beyond", 4), v("peer_a", "library", 5), v("peer_b", "library", 3)})});
  CHECK(row.lesson == "04_fake");
  CHECK(row.run == "2p20");
  CHECK(row.version == "v4_fast");
  CHECK(row.ms == 2);
  CHECK(row.spread == Catch::Approx(0.1));
  CHECK(row.of_limit == 50.0);
  CHECK(row.peer == "b");
  CHECK(row.speedup == 1.5);
}

TEST_CASE("summary: a peer that is faster than all versions is not the best of them") {
  const BestVersion row = only({run("size_a", 4, {v("v1_naive", "naive", 8), v("v2_fast", "beyond", 4), v("peer_a", "library", 1)})});
  CHECK(row.version == "v2_fast");
  CHECK(row.speedup == 0.25);
}

TEST_CASE("summary: without a peer the CPU is what it stands against, and without that nothing") {
  const BestVersion row = only({run("size_a", 4, {v("v0_cpu", "cpu", 9), v("v0_cpu_openmp", "cpu", 6), v("v1_naive", "naive", 2)})});
  CHECK(row.peer == "v0_cpu_openmp");
  CHECK(row.speedup == 3.0);
  CHECK(!only({run("size_a", 4, {v("v1_naive", "naive", 2)})}).speedup);
}

TEST_CASE("summary: neither a version that failed, nor one without a time of its own, is the best") {
  json failed = v("v2_wrong", "beyond", 1), pinned = v("v3_pinned", "beyond", 1);
  failed["verified"] = false;
  pinned["end_to_end_ms"] = pinned["time_ms"];
  pinned["time_ms"] = nullptr;
  CHECK(only({run("size_a", 4, {v("v1_naive", "naive", 2), failed, pinned})}).version == "v1_naive");
  CHECK(best_versions({run("cpu", 4, {v("v0_cpu", "cpu", 9)})}).empty());
}

TEST_CASE("summary: runs by size, sweeps not at all") {
  json sweep = fake_run(4, {});
  sweep.erase("versions");
  sweep["sweep"] = {{"key", "size"}, {"values", {4}}};
  sweep["runs"] = {{{"size", 4}, {"versions", {v("v1_naive", "naive", 2)}}}};
  const std::vector<json> versions{v("v1_naive", "naive", 2)};
  const auto rows = best_versions({run("size_b", "100x100", versions),
                                   run("size_a", 20000, versions),
                                   run("size_c", "8x8x8", versions),
                                   {.lesson = "04_fake", .name = "sweep_size", .data = sweep}});
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].run == "c");
  CHECK(rows[1].run == "b");
  CHECK(rows[2].run == "a");
}

TEST_CASE("summary: fits a terminal, with every name that is short enough to read") {
  const std::vector<json> versions{v("v4_reduction_optimized", "beyond", 1234.5678), v("peer_cusolver_upper", "library", 123456.7)};
  const std::string text =
      summary_text(best_versions({run("size_2000x2000x2000_tile_16x16_float", 4, versions), run("size_2p28", 5, versions)}));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(lockstep::display_width(line) <= 80);
  }
  for (const char* part :
       {"04_fake\n", "2000x2000x2000_tile_16x16_float", "v4_reduction_optimized", "1235", "  10 ", " 50 ", "cusolver", "100"})
    CHECK(text.find(part) != std::string::npos);
}

TEST_CASE("summary: as a table of the site") {
  const std::string text =
      summary_markdown(best_versions({run("size_2p20", 1024, {v("v4_fast", "beyond", 2), v("peer_b", "library", 3)})}));
  CHECK(text.find("| 04 | 2<sup>20</sup> | v4 fast | 2.00 | 50 | 1.50 | b | 10 |\n") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 3);
}
