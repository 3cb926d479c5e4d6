/// @file
/// @brief Tests the table, JSON, CSV and charts of made-up results.
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <vector>

#include "catch.hpp"
#include "harness/plots/gnuplot.hpp"
#include "harness/plots/picture.hpp"
#include "harness/reports/report.hpp"
#include "lockstep/machine_error.hpp"
#include "lockstep/usage_error.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"
#include "well_formed.hpp"

using namespace lockstep;
using namespace lockstep::testing;
using Json = nlohmann::json;

namespace {

VersionResult verified(const char* file, const char* idea, double milliseconds) {
  VersionResult result{.version = describe_version(file, idea, ""), .verified = true, .error = 0.5, .bound = 1.0};
  result.time = Timing{milliseconds, milliseconds / 2, 2 * milliseconds, 11};
  if (!result.version.on_host()) result.end_to_end = Timing{10 * milliseconds, 9 * milliseconds, 11 * milliseconds, 3};
  return result;
}

VersionResult wrong(const char* file) {
  VersionResult result{.version = describe_version(file, "idea", "")};
  result.error = std::numeric_limits<double>::quiet_NaN();
  result.bound = 0;
  result.failure = "it is \"wrong\", very";
  return result;
}

Point point_at(Size size, unsigned block) {
  Point point{.size = size,
              .block = block,
              .versions = {verified("v0_cpu.cpp", "serial", 100), verified("v1_naive.cu", "it's the \"first\"", 12345.678),
                           verified("v4_reduction_optimized.cu", "fast", 0.0123), wrong("v5_atomic_combine.cu"),
                           verified("peer_cublas.cu", "cublasSdot", 0.02)}};
  add_rates(point, {.bytes = 1e6, .operations = 1e5}, {.copy_gb_per_s = 3000, .fma_gflop_per_s = 60000}, false);
  return point;
}

/// The values of a sweep over blocks or sizes, as it writes them.
std::vector<SweepAxis> axes_of(const std::vector<Point>& points, const std::string& key, int dimensions) {
  if (key.empty()) return {};
  SweepAxis axis{.key = key};
  for (const Point& point : points) axis.values.push_back(key == "block" ? std::to_string(point.block) : to_string(point.size, dimensions));
  return {axis};
}

RunResult run_of(std::vector<Point> points, const std::string& sweep = "", int dimensions = 1) {
  const std::vector<SweepAxis> sweeps = axes_of(points, sweep, dimensions);
  return {.lesson = "04_dot_product",
          .title = "Dot product: Σ aᵢbᵢ",
          .dimensions = dimensions,
          .backend = "cuda",
          .device = "NVIDIA H100, 80GB",
          .seed = 42,
          .limits = {.copy_gb_per_s = 3000, .fma_gflop_per_s = 60000},
          .sweeps = sweeps,
          .points = std::move(points)};
}

RunResult simulated(RunResult run) {
  run.backend = "sim";
  run.limits = {};
  return run;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Characters, of UTF-8.
std::size_t width(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> all{""};
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && inside && i + 1 < line.size() && line[i + 1] == '"')
      all.back() += line[i++];
    else if (line[i] == '"')
      inside = !inside;
    else if (line[i] == ',' && !inside)
      all.emplace_back();
    else if (line[i] != '\r')
      all.back() += line[i];
  }
  return all;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// An access of a warp whose lanes are `stride` bytes apart, as it was counted.
WarpRequest strided(std::uint64_t stride, unsigned line) {
  WarpRequest request{.file = "/x/v1_naive.cu", .line = line, .bytes = 4, .lanes = 0xffffffff};
  for (std::size_t lane = 0; lane < 32; ++lane) request.address[lane] = lane * stride;
  return request;
}
WarpRequest in_global(std::uint64_t stride, unsigned line, std::uint32_t sectors = 4, std::uint32_t ideal = 4) {
  WarpRequest request = strided(stride, line);
  request.sectors = sectors;
  request.ideal_sectors = ideal;
  return request;
}
WarpRequest in_shared(std::uint64_t stride, unsigned line, const std::vector<Phase>& phases, std::uint32_t conflicts = 0) {
  WarpRequest request = strided(stride, line);
  request.shared = true;
  request.phases = phases;
  for (const Phase& phase : phases) request.wavefronts += phase.wavefronts;
  request.bank_conflicts = conflicts;
  return request;
}
const std::vector<Phase> kOnePhase{{.lanes = ~0u, .wavefronts = 1}};

/// The simulated run, with numbers as large as they come, and hazards.
RunResult watched(RunResult run) {
  run = simulated(std::move(run));
  for (Point& point : run.points) {
    point.counted = Counted{{1 << 20}, 8e9};
    for (VersionResult& result : point.versions) {
      if (result.version.on_host()) continue;
      result.seen.emplace();
      for (const char* op : {"ld", "st", "red", "atom"}) {
        result.seen->counters[std::string("l1tex__t_requests_pipe_lsu_mem_global_op_") + op + ".sum"] = 1e12;
        result.seen->counters[std::string("l1tex__t_sectors_pipe_lsu_mem_global_op_") + op + ".sum"] = 32e12;
        result.seen->counters[std::string("lockstep__ideal_sectors_mem_global_op_") + op + ".sum"] = 16e12;
        result.seen->counters[std::string("lockstep__requests_mem_shared_op_") + op + ".sum"] = 1e12;
        result.seen->counters[std::string("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_") + op + ".sum"] = 999499e6;
      }
      result.seen->counters["lockstep__bytes_moved.sum"] = 8e12;
      result.seen->counters["lockstep__lanes_per_step.ratio"] = 32;
      for (const char* name : {"barriers.sum", "atomics.sum", "atomic_contention.max"})
        result.seen->counters[std::string("lockstep__") + name] = 123456789;
      result.seen->launches.push_back({.kernel = "k", .grid = {1, 2, 3}, .block = {4, 5, 6}, .counters = result.seen->counters});
      result.seen->lines.push_back({.file = "/nowhere/k.cu", .line = 7, .counters = result.seen->counters});
      for (unsigned line = 1; line <= 12; ++line)
        result.seen->hazards.push_back(
            {.kind = "race", .kernel = "k", .file = "k.cu", .line = line, .fix = "a \"fix\"", .witness = "w", .text = "told\n"});
    }
  }
  return run;
}

}  // namespace

TEST_CASE("JSON of a run has the fields that were promised", "[report]") {
  const Json json = Json::parse(json_text(run_of({point_at({1 << 20}, 0)})));
  CHECK(json["lesson"] == "04_dot_product");
  CHECK(json["backend"] == "cuda");
  CHECK(json["device"] == "NVIDIA H100, 80GB");
  CHECK(json["size"] == 1 << 20);
  CHECK(json["seed"] == 42);
  CHECK(json["block"].is_null());
  CHECK(json["limits"]["copy_gb_per_s"] == 3000.0);
  CHECK_FALSE(json.contains("sweep"));
  REQUIRE(json["versions"].size() == 5);

  const Json& fast = json["versions"][2];
  CHECK(fast["name"] == "v4_reduction_optimized");
  CHECK(fast["stage"] == "reduction-optimized");
  CHECK(fast["idea"] == "fast");
  CHECK(fast["verified"] == true);
  CHECK(fast["error"] == 0.5);
  CHECK(fast["bound"] == 1.0);
  CHECK(fast["time_ms"] == Json{{"median", 0.0123}, {"min", 0.00615}, {"max", 0.0246}, {"reps", 11}});
  CHECK(fast["end_to_end_ms"]["reps"] == 3);
  CHECK(fast["gb_per_s"].get<double>() == Catch::Approx(1 / 0.0123));
  CHECK(fast["gflop_per_s"].get<double>() == Catch::Approx(0.1 / 0.0123));
  CHECK(fast["percent_of_limit"].get<double>() == Catch::Approx(100 / 3e3 / 0.0123));
  CHECK(fast["speedup"]["naive"].get<double>() == Catch::Approx(12345.678 / 0.0123));
  CHECK(fast["speedup"]["cpu"].get<double>() == Catch::Approx(100 / 0.0123));
  CHECK(fast["speedup"]["library"].get<double>() == Catch::Approx(0.02 / 0.0123));
  CHECK_FALSE(fast.contains("failure"));

  const Json& bad = json["versions"][3];
  CHECK(bad["verified"] == false);
  CHECK(bad["error"].is_null());
  CHECK(bad["time_ms"].is_null());
  CHECK(bad["failure"] == "it is \"wrong\", very");
}

TEST_CASE("JSON of a rectangle has its size as text", "[report]") {
  RunResult run = run_of({point_at({1024, 768}, 0)});
  run.dimensions = 2;
  CHECK(Json::parse(json_text(run))["size"] == "1024x768");
  run.points[0].size = {1024, 1};
  CHECK(Json::parse(json_text(run))["size"] == "1024x1");
}

TEST_CASE("Versions with kernels are compared with the first of them and with the one before", "[report]") {
  const Json json = Json::parse(json_text(run_of({point_at({64}, 128)})));
  const auto speedup = [&](std::size_t version) { return json["versions"][version]["speedup"]; };
  CHECK(speedup(0)["first"].is_null());  // the CPU
  CHECK(speedup(1)["first"] == 1);
  CHECK(speedup(1)["before"].is_null());
  CHECK(speedup(2)["first"].get<double>() == Catch::Approx(12345.678 / 0.0123));
  CHECK(speedup(2)["before"] == speedup(2)["first"]);
  CHECK(speedup(3)["first"].is_null());  // wrong
  CHECK(speedup(4)["first"].get<double>() == Catch::Approx(12345.678 / 0.02));
  CHECK(speedup(4)["before"].get<double>() == Catch::Approx(0.0123 / 0.02));
}

TEST_CASE("JSON of a sweep has a run for each value", "[report]") {
  const Json json = Json::parse(json_text(run_of({point_at({64}, 128), point_at({64}, 256)}, "block")));
  CHECK(json["sweep"] == Json{{"key", "block"}, {"values", {128, 256}}});
  REQUIRE(json["runs"].size() == 2);
  CHECK(json["runs"][1]["block"] == 256);
  CHECK(json["runs"][1]["size"] == 64);
  CHECK(json["runs"][1]["versions"].size() == 5);
  CHECK_FALSE(json.contains("versions"));
}

TEST_CASE("CSV has a line for each version at each point, with as many cells as its header", "[report]") {
  const auto lines = lines_of(csv_text(run_of({point_at({64}, 128), point_at({64}, 256)}, "block")));
  REQUIRE(lines.size() == 11);
  const auto header = cells(lines[0]);
  for (const std::string& line : lines) CHECK(cells(line).size() == header.size());
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  const auto fast = cells(lines[8]), bad = cells(lines[9]);
  CHECK(fast[column("device")] == "NVIDIA H100, 80GB");
  CHECK(fast[column("block")] == "256");
  CHECK(fast[column("grid")] == "");
  CHECK(fast[column("version")] == "v4_reduction_optimized");
  CHECK(fast[column("verified")] == "true");
  CHECK(std::stod(fast[column("time_ms_median")]) == 0.0123);
  CHECK(fast[column("reps")] == "11");
  CHECK(bad[column("verified")] == "false");
  CHECK(bad[column("time_ms_median")] == "");
  CHECK(bad[column("failure")] == "it is \"wrong\", very");
}

TEST_CASE("Tables fit 80 columns", "[report]") {
  const auto run =
      GENERATE(run_of({point_at({std::int64_t{1} << 40}, 0)}), simulated(run_of({point_at({1 << 20}, 0)})),
               watched(run_of({point_at({std::int64_t{1} << 40}, 0)})), run_of(std::vector<Point>(15, point_at({1 << 24}, 1024)), "size"));
  for (const std::string& line : lines_of(table_text(run, false))) {
    CAPTURE(line);
    CHECK(width(line) <= 80);
  }
}

TEST_CASE("What was seen in the kernels is in every form", "[report]") {
  const RunResult run = watched(run_of({point_at({1 << 20}, 0)}));
  CHECK(run.any_errors());
  CHECK_FALSE(simulated(run_of({point_at({1 << 20}, 0)})).any_errors());

  const std::string table = table_text(run, false);
  CHECK(has(table, "  v4_reduction_optimized 32.0/16.0 32.0/16.0  8.00T    1000"));
  CHECK(has(table, " 12 err. "));
  CHECK(has(table, "needed: 8.00GB"));
  for (const std::string& line : lines_of(profile_text(run) + lines_text(run))) CHECK(width(line) <= 80);
  CHECK(has(profile_text(run), "\nv1_naive: k<<<(1, 2, 3), (4, 5, 6)>>>\n"));
  CHECK(has(hazards_text(run), "\nv1_naive:\ntold\ntold\n"));

  const Json json = Json::parse(json_text(run));
  CHECK(json["counted"] == Json{{"size", 1 << 20}, {"needed_bytes", 8e9}});
  CHECK_FALSE(json["versions"][0].contains("hazards"));  // v0 has no kernel
  const Json& seen = json["versions"][1];
  CHECK(seen["counters"]["lockstep__atomics.sum"] == 123456789);
  CHECK(seen["hazards"].size() == 12);
  CHECK(seen["hazards"][0] == Json{{"kind", "race"},
                                   {"severity", "error"},
                                   {"kernel", "k"},
                                   {"file", "k.cu"},
                                   {"line", 1},
                                   {"other_file", ""},
                                   {"other_line", 0},
                                   {"threads", ""},
                                   {"message", ""},
                                   {"fix", "a \"fix\""},
                                   {"witness", "w"},
                                   {"count", 1},
                                   {"text", "told\n"}});
  CHECK(seen["launches"][0]["grid"] == Json{1, 2, 3});
  CHECK(seen["lines"][0]["line"] == 7);

  const auto lines = lines_of(csv_text(run));
  const auto header = cells(lines[0]);
  for (const std::string& line : lines) CHECK(cells(line).size() == header.size());
  const auto column_of = [&](const char* name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  const std::size_t column = column_of("lockstep__atomics.sum");
  REQUIRE(column < header.size());
  CHECK(cells(lines[1])[column] == "");
  CHECK(std::stod(cells(lines[2])[column]) == 123456789);
  CHECK(cells(lines[2])[column_of("hazard_errors")] == "12");
}

TEST_CASE("A picture tells good accesses from bad ones, and is XML whatever the names are", "[report]") {
  const TemporaryFolder folder;
  RunResult run = watched(run_of({point_at({1 << 20}, 0)}));
  run.title = "<a> & \"b\"";
  auto& versions = run.points[0].versions;
  versions.erase(versions.begin());
  Observation& seen = versions[0].seen.emplace();
  auto& requests = seen.launches.emplace_back().requests.emplace();
  requests = {in_global(4, 1),
              in_global(64, 2, 32, 4),
              in_shared(4, 3, kOnePhase),
              in_shared(8, 4, {{.lanes = ~0u, .wavefronts = 2, .crowded_banks = 0x5}}, 1),
              in_shared(0, 5, kOnePhase),
              in_global(0, 6, 1, 1)};
  draw_picture(run, folder / "p.svg");
  const std::string svg = read_file(folder / "p.svg");
  CHECK(is_well_formed(svg));
  CHECK(has(svg, "&lt;a&gt; &amp; &quot;b&quot;"));
  CHECK(has(svg, "class=\"good\">4 sectors, ideal 4<"));
  CHECK(has(svg, "class=\"bad\">32 sectors, ideal 4<"));
  CHECK(has(svg, "class=\"good\">1 sector, ideal 1<"));
  CHECK(count(svg, "class=\"good\">1 wavefront, no conflict<") == 2);
  CHECK(has(svg, "class=\"bad\">2 wavefronts, 1 conflict<"));
  for (const char* line : {">line 1 ·", ">line 2 ·", ">line 3 ·", ">line 4 ·", ">line 5 ·", ">line 6 ·"}) CHECK(has(svg, line));
  CHECK(has(svg, "<g class=\"request\" data-say=\"line 2 · reads 4 B: 32 sectors, ideal 4\" data-line=\"2\">\n"));
  CHECK(count(svg, "<g class=\"request\"") == 6);
  requests[0].file = "/x/<sums>.hpp";
  draw_picture(run, folder / "p.svg");
  CHECK(is_well_formed(read_file(folder / "p.svg")));
  CHECK(has(read_file(folder / "p.svg"), "&lt;sums&gt;.hpp:1 ·"));
  CHECK_FALSE(has(read_file(folder / "p.svg"), "data-line=\"1\""));  // not a line of the kernel's own file

  requests.clear();
  CHECK_THROWS_AS(draw_picture(run, folder / "q.svg"), UsageError);
  CHECK_FALSE(std::filesystem::exists(folder / "q.svg"));
}

TEST_CASE("A picture draws what was counted, and parts the lanes by the phases in which shared memory serves them", "[report]") {
  const Phase free{.lanes = 0xffff, .wavefronts = 1}, crowded{.lanes = 0xffff0000, .wavefronts = 3, .crowded_banks = 0x80000001};
  WarpRequest request = in_shared(8, 1, {free, crowded}, 2);
  request.bytes = 8;
  std::string svg = picture_text("k", "a program", {request});
  CHECK(is_well_formed(svg));
  CHECK(has(svg, "class=\"bad\">4 wavefronts, 2 conflicts<"));
  CHECK(has(svg, "data-say=\"line 1 · reads 8 B: 4 wavefronts, 2 conflicts, in 2 phases of 16 lanes\""));
  CHECK(has(svg, ">2 phases of 16 lanes<"));
  CHECK(count(svg, "class=\"phase\"/>") == 1);
  CHECK(count(svg, "height=\"80\" class=\"crowded\"/>") == 2);           // two banks, beside 16 lanes
  svg = picture_text("k", "a program", {in_shared(128, 1, kOnePhase)});  // whatever the addresses are
  CHECK(has(svg, "class=\"good\">1 wavefront, no conflict<"));
  CHECK(count(svg, "class=\"crowded\"/>") + count(svg, "class=\"phase\"/>") == 0);
  CHECK_FALSE(has(svg, ">phases: "));
  request = in_global(0, 2, 32, 1);
  request.write = request.atomic = true;
  CHECK(has(picture_text("k", "a program", {request}), "data-say=\"line 2 · updates 4 B: 32 sectors, ideal 1\""));
}

TEST_CASE("A picture shows the first requests of each line", "[report]") {
  std::vector<WarpRequest> requests(kPicturedOfALine + 2, in_global(4, 1));
  requests.push_back(in_global(4, 2));
  const std::string svg = picture_text("k", "a program", requests);
  CHECK(count(svg, ">line 1 ·") == kPicturedOfALine);
  CHECK(count(svg, ">line 2 ·") == 1);
  CHECK(has(svg, ">a program · the first 3 accesses of each line, one panel each<"));
}

TEST_CASE("Words above a picture's panels do not run into each other, however long a file's name is", "[report]") {
  std::vector<WarpRequest> requests;
  for (unsigned line = 1; line <= 12; ++line)
    requests.push_back(line % 2 == 0 ? in_shared(line % 3 * 4, line, kOnePhase) : in_global(line % 3 * 4, line));
  requests[3].file = requests[4].file = requests[5].file = "/x/a_header_with_a_rather_long_name.hpp";
  const std::string svg = picture_text("k", "a program", requests);
  const std::regex headline("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" class=\"\">([^<]*)</text>");
  double end = 0, row = 0;
  std::size_t seen = 0;
  for (std::sregex_iterator match(svg.begin(), svg.end(), headline); match != std::sregex_iterator(); ++match, ++seen) {
    const double x = std::stod((*match)[1]), y = std::stod((*match)[2]);
    CAPTURE(match->str());
    if (y == row) CHECK(x > end);
    end = x + 7 * static_cast<double>((*match)[3].length() - 1);  // "·" is two bytes
    CHECK(end < 1000);
    row = y;
  }
  CHECK(seen == 12);
}

TEST_CASE("A picture has the lines of the source, where there is one", "[report]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "k.cu") << "\n\t  if (a < b && *\"s\") c = d;  // ≤\n   ";
  std::vector<WarpRequest> requests(5, in_global(4, 1));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    requests[i].file = folder / "k.cu";
    requests[i].line = static_cast<unsigned>(i);
  }
  const std::string svg = picture_text("k", "a program", requests);
  CHECK(is_well_formed(svg));
  CHECK(count(svg, "data-line=") == 5);
  CHECK(count(svg, "data-code=") == 1);
  CHECK(has(svg, " data-line=\"2\" data-code=\"if (a &lt; b &amp;&amp; *&quot;s&quot;) c = d;  // ≤\">"));
}

TEST_CASE("A picture on a page styles nothing but itself, and is as dark or light as the page says", "[report]") {
  const std::string svg = picture_text("k", "a program", {in_global(4, 1)});
  REQUIRE(has(svg, " class=\"accesses\" role=\"img\">"));
  const std::size_t begin = svg.find("<style>") + 7;
  std::string at;
  for (const std::string& line : lines_of(svg.substr(begin, svg.find("</style>") - begin))) {
    CAPTURE(line);
    if (line.empty()) continue;
    if (line == "}" || line.starts_with("@media")) {
      at = line;
    } else if (at.starts_with("@media")) {
      CHECK(line.starts_with(has(at, "prefers-color-scheme: dark") ? ".accesses " : ".dark-mode .accesses "));
    } else {
      CHECK(line.starts_with(".accesses "));
      CHECK((has(line, ", .light-mode .accesses ") || !has(line, "#")));
    }
  }
  CHECK(has(svg, "@media screen and (prefers-color-scheme: dark) {\n.accesses text { fill: #e6edf3; }\n"));
  CHECK(has(svg, "@media screen {\n.dark-mode .accesses text { fill: #e6edf3; }\n"));
}

TEST_CASE("The table shows what passed, what failed and why", "[report]") {
  const std::string text = table_text(run_of({point_at({1 << 20}, 64)}), false);
  CHECK(text.find("✓ v1_naive") != text.npos);
  CHECK(text.find("✗ v5_atomic_combine") != text.npos);
  CHECK(text.find("\nit is \"wrong\", very\n") != text.npos);
  CHECK(text.find("4 of 5 verified") != text.npos);
  CHECK(text.find("block 64") != text.npos);
  CHECK(text.find("3000 GB/s") != text.npos);
  CHECK(text.find('\x1b') == text.npos);
  CHECK(table_text(run_of({point_at({1}, 0)}), true).find("\x1b[32m✓") != text.npos);
}

TEST_CASE("A lesson's own measure of speed takes the place of GB/s", "[report]") {
  RunResult run = run_of({point_at({1024}, 64)});
  run.rate = "GTEPS";
  run.points[0].versions[2].work = 5e6;
  run.points[0].versions[2].rate = 406.5;
  const std::string table = table_text(run, false);
  CHECK(has(table, "  GTEPS   % of"));
  CHECK(has(table, "  406.5 "));
  CHECK_FALSE(has(table, " /s "));
  const Json json = Json::parse(json_text(run));
  CHECK(json["rate"] == "GTEPS");
  CHECK(json["versions"][2]["work"] == 5e6);
  CHECK(json["versions"][2]["rate"] == 406.5);
  CHECK_FALSE(json["versions"][1].contains("rate"));
  CHECK_FALSE(Json::parse(json_text(run_of({point_at({1024}, 64)}))).contains("rate"));
}

TEST_CASE("Where there are types, the heading names the type, and the limit its own", "[report]") {
  RunResult run = run_of({point_at({1 << 20}, 64)});
  CHECK(has(table_text(run, false), "\nNVIDIA H100, 80GB · seed 42 · size 1048576 · block 64\n"));
  CHECK(has(table_text(run, false), " 60000 GFLOP/s.\n"));
  run.type = "double";
  CHECK(has(table_text(run, false), "\nNVIDIA H100, 80GB · double · seed 42 · size 1048576 · block 64\n"));
  CHECK(has(table_text(run, false), " 60000 GFLOP/s of float multiply-adds.\n"));
}

TEST_CASE("The heading fits 80 columns, whatever the file's name", "[report]") {
  RunResult run = run_of({point_at({4032, 3024}, 0)});
  run.dimensions = 2;
  run.takes_tile = true;
  run.points[0].tile = {32, 32};
  run.input = "/a/folder/a_photograph_from_the_last_summer_at_the_sea.png";
  const std::string heading = lines_of(table_text(run, false))[1];
  CHECK(heading == "NVIDIA H100, 80GB · a_photograph_from_t… · size 4032x3024 · tile 32x32");
}

TEST_CASE("The simulator's times are labelled so, and come without rates", "[report]") {
  const std::string text = table_text(simulated(run_of({point_at({1 << 20}, 0)})), false);
  CHECK(text.find("simulator's") != text.npos);
  CHECK(text.find("GB/s") == text.npos);
}

TEST_CASE("On the simulator a library has its answer in a table of its own", "[report]") {
  const RunResult run = simulated(run_of({point_at({1 << 20}, 0)}));
  const auto lines = lines_of(table_text(run, false));
  const auto heading = std::ranges::find(lines, "  library       error");
  REQUIRE(heading != lines.end());
  CHECK(*(heading - 1) == "");
  CHECK((heading + 1)->starts_with("✓ peer_cublas"));
  CHECK(std::ranges::count_if(lines, [](const std::string& line) { return has(line, "peer_cublas"); }) == 1);
  CHECK(has(lines.back(), "4 of 5 verified"));
}

TEST_CASE("A library's answer alone comes without the legend of counters and times", "[report]") {
  RunResult run = watched(simulated(run_of({point_at({1 << 20}, 0)})));
  CHECK(has(table_text(run, false), "sectors     of 32 bytes"));
  std::erase_if(run.points.front().versions, [](const VersionResult& result) { return result.version.stage != "library"; });
  const std::string text = table_text(run, false);
  CHECK(has(text, "library     runs on the CPU here"));
  CHECK_FALSE(has(text, "sectors     of 32 bytes"));
  CHECK_FALSE(has(text, "time        the simulator's own"));
}

TEST_CASE("Counters of another size than the run's say so above themselves", "[report]") {
  RunResult run = watched(run_of({point_at({1 << 22}, 0)}));
  const std::string note = "Counters are for size 131072; errors and times for size 4194304.\n";
  run.points.front().counted->size = run.points.front().size;
  CHECK_FALSE(has(table_text(run, false), "Counters are for size"));
  run.points.front().counted->size = {131072};
  const std::string table = table_text(run, false);
  CHECK(table.find(note) < table.find("  memory "));
  for (const std::string& line : lines_of(table)) CHECK(width(line) <= 80);
}

TEST_CASE("A sweep's table shows all its values", "[report]") {
  std::vector<Point> points;
  for (std::int64_t n = 1; n <= 8192; n *= 2) points.push_back(point_at({n}, 0));
  const std::string text = table_text(run_of(points, "size"), false);
  for (const Point& point : points) CHECK(text.find(" " + to_string(point.size)) != text.npos);
  CHECK(text.find("56 of 70 verified") != text.npos);
}

TEST_CASE("A sweep over boxes has columns as wide as its sizes, as many as fit 80 columns", "[report]") {
  const RunResult run = run_of(std::vector<Point>(7, point_at({1024, 1024, 65536}, 0)), "size", 3);
  const auto lines = lines_of(table_text(run, false));
  CHECK(lines[4] == "  size                  " + (" 1024x1024x65536" + std::string(" 1024x1024x65536")) + " 1024x1024x65536");
  for (const std::string& line : lines) CHECK(width(line) <= 80);
}

TEST_CASE("Charts are drawn, whole, with a name for each version", "[report]") {
  const TemporaryFolder folder;
  const std::string path = folder / "it's a chart.svg";
  const auto run = GENERATE(run_of({point_at({1 << 20}, 0)}), simulated(run_of({point_at({1 << 20}, 0)})),
                            run_of({point_at({64}, 128), point_at({64}, 256), point_at({64}, 512)}, "block"),
                            run_of({point_at({64}, 0), point_at({4096}, 0)}, "size"));
  draw_plot(run, path);
  const std::string svg = read_file(path);
  CHECK(is_well_formed(svg));
  CHECK(svg.find("<svg") != svg.npos);
  CHECK(svg.find("v4_reduction_optimized") != svg.npos);
  CHECK(svg.find("Dot product") != svg.npos);
  CHECK((run.sweeps.empty() ? svg.find(">failed<") : 0) != svg.npos);  // the bar of the version that failed says so
  std::filesystem::remove(path);
  CHECK(folder.empty());  // no script and no half-drawn picture is left
}

TEST_CASE("A chart can be a PNG", "[report]") {
  const TemporaryFolder folder;
  draw_plot(run_of({point_at({1 << 20}, 0)}), folder / "chart.png");
  CHECK(read_file(folder / "chart.png").substr(1, 3) == "PNG");
}

TEST_CASE("What gnuplot cannot draw is an error and leaves no file", "[report]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "script") << "exit status 3\n";
  CHECK_THROWS_AS(run_gnuplot(folder / "script"), MachineError);
  CHECK_THROWS_AS(draw_plot(run_of({point_at({1}, 0)}), folder / "missing/chart.svg"), UsageError);
}

TEST_CASE("The list has a line for each version", "[report]") {
  class Two final : public Lesson {
   public:
    const LessonInfo& info() const override { return info_; }
    const std::vector<VersionInfo>& versions() const override { return versions_; }
    Cost cost(Size) const override { return {}; }
    std::unique_ptr<Case> make_case(Size, std::uint64_t, InputKind, std::span<const double>) const override { return nullptr; }

   private:
    LessonInfo info_{.name = "two", .title = "", .simulator_size = {1}, .gpu_size = {1}};
    std::vector<VersionInfo> versions_{describe_version("v1_naive.cu", "one", ""), describe_version("v2_coalesced.cu", "two", "")};
  };
  const auto lines = lines_of(list_text(Two()));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find("v1_naive ") == 0);
  CHECK(lines[1].find("coalesced ") != std::string::npos);
  CHECK(lines[1].substr(lines[1].size() - 3) == "two");
}

TEST_CASE("notes are printed under their version, aligned, in lines of at most 80 columns", "[notes]") {
  RunResult run = run_of({point_at({1024}, 0)});
  CHECK(notes_text(run).empty());
  run.points[0].versions[1].notes = {{"a", "1"}, {"größer", "two words"}, {std::string(60, 'n'), std::string(20, 'v')}};
  run.points[0].versions[2].notes = {{"x", "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"}};
  const std::vector<std::string> lines = lines_of(notes_text(run));
  REQUIRE(lines.size() == 9);
  CHECK(lines[1] == "v1_naive");
  CHECK(lines[2] == "  a" + std::string(39, ' ') + "1");
  CHECK(lines[3] == "  größer" + std::string(34, ' ') + "two words");
  CHECK(lines[4] == "  " + std::string(37, 'n') + "…  " + std::string(20, 'v'));
  CHECK(lines[6] == "v4_reduction_optimized");
  CHECK(lines[7] == "  x  one two three four five six seven eight nine ten eleven twelve thirteen");
  CHECK(lines[8] == "     fourteen fifteen");
  for (const std::string& line : lines) CHECK(width(line) <= 80);
}

TEST_CASE("notes are in the JSON in their order", "[notes]") {
  RunResult run = run_of({point_at({1024}, 0)});
  run.points[0].versions[1].notes = {{"zeta", "1"}, {"alpha", "2"}};
  const auto json = nlohmann::ordered_json::parse(json_text(run));
  CHECK(json["versions"][1]["notes"].dump() == R"({"zeta":"1","alpha":"2"})");
  CHECK_FALSE(json["versions"][0].contains("notes"));
}

TEST_CASE("A search's table has the first sweep down and the second across, what varies, and the fastest pair", "[report]") {
  std::vector<Point> points;
  for (const unsigned block : {64U, 128U})
    for (const unsigned grid : {1U, 2U, 3U}) {
      Point point{.size = {100}, .block = block, .grid = grid, .versions = {verified("v1_naive.cu", "first", block / 8.0 + grid)}};
      point.versions.front().iterations = block / 8.0 + grid;  // so an iteration takes the same everywhere
      points.push_back(point);
    }
  RunResult run = run_of(points);
  run.sweeps = {{.key = "block", .values = {"64", "128"}}, {.key = "grid", .values = {"1", "2", "3"}}};
  const std::string text = table_text(run, false);
  CAPTURE(text);
  CHECK(text.find("  block          1        2        3\n") != text.npos);
  CHECK(text.find("✓ 64         9.000    10.00    11.00\n") != text.npos);
  CHECK(text.find("✓ 128        17.00    18.00    19.00\n") != text.npos);
  CHECK(text.find("v1_naive is fastest at block 64, grid 1: 9.000 ms\n") != text.npos);
  CHECK(text.find("iteration") == text.npos);
  run.shown = {"iteration"};
  CHECK(table_text(run, false).find("Milliseconds of an iteration") != text.npos);
}
