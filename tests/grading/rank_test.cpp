/// @file
/// @brief The cost by which submissions are ranked: where the counters come from, what they add up to, and that they never vary.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "course_kit.hpp"
#include "grading/rank/rank_text.hpp"
#include "grading/rank/solution_run.hpp"
#include "grading/rank/work.hpp"
#include "grading/verdict/judge.hpp"
#include "observation/counters.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/text.hpp"

using lockstep::kCounters;
using lockstep::read_file;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

// A launch with all counters 0 but these.
json launch(int blocks, int threads, const std::vector<std::pair<std::string, double>>& counted) {
  json counters;
  for (const auto& rows : {kCounters.sectors, kCounters.requests})
    for (const auto& row : rows) counters[row.name] = 0;
  for (const auto& row : kCounters.wavefronts) counters[row.name] = 0;
  counters[kCounters.atomics.name] = counters[kCounters.barriers.name] = 0;
  for (const auto& [name, value] : counted) counters[name] = value;
  return {{"grid", {blocks, 1, 1}}, {"block", {threads, 1, 1}}, {"counters", counters}};
}

json loads(int blocks, int threads, double requests, double sectors) {
  return launch(blocks, threads, {{kCounters.requests[0].name, requests}, {kCounters.sectors[0].name, sectors}});
}

json version(const std::vector<json>& launches) {
  json seen;
  seen["launches"] = launches;
  return seen;
}

// The largest run of the solution as the tests judge it.
std::optional<CountedRun> counted_of(const fs::path& program, std::uint64_t seed, std::vector<PartGrade>* parts = nullptr) {
  const TemporaryFolder folder;
  const fs::path file = folder / "counted.json";
  const auto judged = judge(kKit, program, {.seed = seed, .counted = file});
  if (parts != nullptr) *parts = judged;
  return read_counted(file);
}

// The solution's work, run with so many threads of the host.
Work work_with(int workers) {
  const TemporaryFolder folder;
  const std::string file = folder / "seen.json";
  const auto outcome = lockstep::run_shell(fmt::format("LOCKSTEP_WORKERS={} {} --kernel exercise --size 70001 --seed 7 --json {}", workers,
                                                       kKit.solution_program().string(), file));
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.succeeded());
  return work_of(json::parse(read_file(file)).at("versions").at(0));
}

}  // namespace

TEST_CASE("rank: the counters do not depend on the number of cores, nor on the run", "[rank]") {
  const Work one = work_with(1);
  CHECK(one.sectors > 70001 * 4 / 32);
  CHECK(one.wavefronts > 0);
  CHECK(work_with(2) == one);
  CHECK(work_with(2) == one);
  CHECK(work_with(4) == one);
}

TEST_CASE("rank: the solution's counters are those of its largest run, each time", "[rank]") {
  const auto first = counted_of(kKit.solution_program(), 7);
  REQUIRE(first.has_value());
  CHECK(counted_of(kKit.solution_program(), 7) == first);
  CHECK(solution_run(kKit, 7) == first);
  CHECK(solution_run(kKit, 7) == first);  // kept
  CHECK(first->size == "262144");
  CHECK(first->work.launches == 2);
  CHECK(first->work.sectors * 32 >= 262144 * 4);
}

TEST_CASE("rank: what is never right is not counted", "[rank]") {
  std::vector<PartGrade> parts;
  CHECK_FALSE(counted_of("/bin/true", 1, &parts).has_value());
  CHECK(parts.size() == 6);
}

TEST_CASE("rank: launches that do not add up to the whole are not believed", "[rank]") {
  const TemporaryFolder folder;
  const fs::path liar = folder / "liar";
  // The solution; afterwards the file of counters says that no launch has touched a sector.
  std::ofstream(liar) << "#!/bin/sh\n"
                      << kKit.solution_program().string() << " \"$@\" || exit\n"
                      << "while [ $# -gt 1 ]; do [ \"$1\" = --json ] && sed -i '/\"launches\"/,/\"lines\"/"
                         "s/\\(l1tex__t_sectors.*\\): [1-9].*\\.0/\\1: 0.0/' \"$2\"; shift; done; exit 0\n";
  fs::permissions(liar, fs::perms::owner_all);
  std::vector<PartGrade> parts;
  CHECK_FALSE(counted_of(liar, 1, &parts).has_value());
  const auto failed = std::ranges::find(parts, false, &PartGrade::passed);
  REQUIRE(failed != parts.end());
  REQUIRE_FALSE(failed->diagnostics.empty());
  CHECK(failed->diagnostics.front().find("do not add up") != std::string::npos);
}

TEST_CASE("rank: each count has its price", "[rank]") {
  const Work work{.sectors = 1, .accesses = 10, .wavefronts = 100, .atomics = 1000, .barriers = 10000, .launches = 3, .idle = 7};
  CHECK(cost_of(work) == 2 * 1 + 10 + 100 + 2 * 1000 + 8 * 10000 + 2000 * 3 + 7);
  CHECK(cost_of(Work{}) == 0);
}

TEST_CASE("rank: a launch of few warps takes as long as if 64 of them did as much", "[rank]") {
  // 64 warps: 5 accesses and 20 sectors take 45 clocks. In one warp, or one thread, they take 64 times as long: 63 times 45 are idle.
  CHECK(work_of(version({loads(8, 256, 5, 20)})) == Work{.sectors = 20, .accesses = 5, .launches = 1});
  CHECK(work_of(version({loads(1000, 1024, 5, 20)})).idle == 0);
  CHECK(work_of(version({loads(1, 32, 5, 20)})).idle == 63 * 45);
  CHECK(work_of(version({loads(1, 1, 5, 20)})).idle == 63 * 45);
  CHECK(work_of(version({loads(1, 33, 5, 20)})).idle == 31 * 45);
  CHECK(work_of(version({loads(1, 1, 5, 20), loads(8, 256, 5, 20), loads(2, 512, 5, 20)})) ==
        Work{.sectors = 60, .accesses = 15, .launches = 3, .idle = 63 * 45 + 45});
}

TEST_CASE("rank: all instructions count, in global and in shared memory", "[rank]") {
  std::vector<std::pair<std::string, double>> all{{kCounters.atomics.name, 5}, {kCounters.barriers.name, 6}};
  for (const auto& row : kCounters.sectors) all.emplace_back(row.name, 10);
  for (const auto& row : kCounters.requests) all.emplace_back(row.name, 2);
  for (const auto& row : kCounters.wavefronts) all.emplace_back(row.name, 3);
  CHECK(work_of(version({launch(64, 32, all)})) ==
        Work{.sectors = 40, .accesses = 8, .wavefronts = 9, .atomics = 5, .barriers = 6, .launches = 1});
}

TEST_CASE("rank: counters that cannot be are refused", "[rank]") {
  CHECK_THROWS(work_of(version({loads(8, 256, -5, 20)})));
  CHECK_THROWS(work_of(version({loads(8, 256, 5, 1e300)})));
  CHECK_THROWS(work_of(version({loads(1, 1, 5, 1e12)})));  // the idle clocks
  json uncounted = loads(8, 256, 5, 20);
  uncounted.erase("counters");
  CHECK_THROWS(work_of(version({uncounted})));
  CHECK_THROWS(work_of(version({json(1)})));
  CHECK_THROWS(work_of(json()));
}

TEST_CASE("rank: a counted run survives its file", "[rank]") {
  const TemporaryFolder folder;
  const CountedRun run{.size = "192x64",
                       .work = {.sectors = 1, .accesses = 2, .wavefronts = 3, .atomics = 4, .barriers = 5, .launches = 6}};
  std::ofstream(folder / "run.json") << to_json(run);
  CHECK(read_counted(folder / "run.json") == run);
  CHECK_FALSE(read_counted(folder / "other.json").has_value());
}

TEST_CASE("rank: the table says what each side has, and what the sides add up to", "[rank]") {
  const CountedRun ours{.size = "1024", .work = {.sectors = 123456, .accesses = 1000, .launches = 1}};
  CountedRun yours = ours;
  yours.work.launches = 2;
  yours.work.idle = 1234567890;
  const std::string text = rank_text(yours, ours);
  CAPTURE(text);
  CHECK(text.starts_with("Rank: 4941.02 times the cost of our solution. Less is better.\nCounted on the simulator, with --size 1024:\n"));
  CHECK(text.find("sectors of global memory                     2        123,456        123,456\n") != text.npos);
  CHECK(text.find("launches                                 2,000              2              1\n") != text.npos);
  CHECK(text.find(" 1,234,819,802        249,912\n") != text.npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(lockstep::display_width(line) <= lockstep::kScreenWidth);
  CHECK(rank_text(ours, ours).starts_with("Rank: 1.00 times"));

  const std::string alone = rank_text(yours, std::nullopt);
  CHECK(alone.starts_with("Rank: a cost of 1,234,819,802 clocks. There is no solution here to compare with.\n"));
  CHECK(alone.find("249,912") == alone.npos);
}

TEST_CASE("rank: the page shows what check prints", "[rank]") {
  const auto solution = solution_run(kKit, 1);
  REQUIRE(solution.has_value());
  const std::string text = rank_text(*solution, solution);
  CAPTURE(text);
  CHECK(read_file(LOCKSTEP_SOURCE_DIR "/docs/commands.md").find("```\n" + text + "```\n") != std::string::npos);
}

TEST_CASE("rank: check says which part is missing", "[rank]") {
  if (!fs::exists(kKit.program())) return;  // a student may have moved the exercise away
  const auto outcome = lockstep::run_shell(LOCKSTEP_BINARY_DIR "/lockstep-check 04_dot_product --rank");
  CAPTURE(outcome.out, outcome.err);
  CHECK(outcome.out.find(outcome.code == 0 ? "Rank: " : "Rank: none yet. part") != std::string::npos);
  const auto both = lockstep::run_shell(LOCKSTEP_BINARY_DIR "/lockstep-check 04_dot_product --rank --solution");
  CHECK(both.code == 2);
  CHECK(both.err == "lockstep check: --rank and --solution cannot both be given; choose one\n");
}
