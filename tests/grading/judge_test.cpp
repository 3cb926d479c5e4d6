/// @file
/// @brief Parts and points of programs that do not do what an exercise asks.
#include "grading/verdict/judge.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>

#include "catch.hpp"
#include "course_kit.hpp"
#include "grading/intake/build.hpp"
#include "grading/verdict/failure_kind.hpp"
#include "grading/verdict/printed.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::read_file;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

// The parts of a program that is a script.
std::vector<PartGrade> judged(const std::string& script, std::chrono::seconds all_runs = kAllRuns) {
  const TemporaryFolder folder;
  const std::string program = folder / "program";
  std::ofstream(program) << "#!/bin/sh\n" << script;
  fs::permissions(program, fs::perms::owner_all);
  return judge(kKit, program, {.all_runs = all_runs});
}

void check_nothing(const std::vector<PartGrade>& parts, const std::string& says) {
  CHECK(parts.size() == 6);
  for (const PartGrade& part : parts) {
    CAPTURE(part.name, part.diagnostics);
    CHECK_FALSE(part.passed);
    REQUIRE_FALSE(part.diagnostics.empty());
    CHECK(part.diagnostics.front().find(says) != std::string::npos);
  }
}

const std::string kLoad = "const float4 quad = quads[i];";

fs::path program_of(const std::string& source, const TemporaryFolder& folder) {
  const Built built =
      build_submission(source, kKit, SimulatorNames(LOCKSTEP_SOURCE_DIR "/common/sim/include"), Place(false), folder.path());
  REQUIRE(built.complaint == "");
  return built.program;
}

// The parts of the solution with `more` inserted after `place`.
std::vector<PartGrade> judged_with(const std::string& place, const std::string& more, const Judging& how = {}) {
  std::string source = read_file(kKit.solution().string());
  const std::size_t at = source.find(place);
  REQUIRE(at != source.npos);
  source.insert(at + place.size(), more);
  const TemporaryFolder folder;
  return judge(kKit, program_of(source, folder), how);
}

}  // namespace

TEST_CASE("judge: what kernels print is kept for each part, and each part is announced", "[judge]") {
  const TemporaryFolder folder;
  std::vector<std::string> announced;
  const auto hear = [&](const PartGrade& part, std::size_t done, std::size_t all) {
    CHECK(done == announced.size());
    CHECK(all == 6);
    announced.push_back(part.name);
  };
  const auto parts = judged_with(kLoad, " if (i == 0) printf(\"n is %d\\n\", (int)n);", {.printed = folder / "printed", .begins = hear});
  CHECK(announced == std::vector<std::string>{"part1", "part2", "part3", "part4", "part5", "part6"});
  const PrintedByCase printed = read_printed(folder / "printed");
  CHECK(printed.size() == parts.size());
  CHECK(printed.at("right at round sizes").run == "--size 16384 --grid 4");
  CHECK(printed.at("right at round sizes").text == "n is 16384\n");
  CHECK(printed.at("coalesced, and each element read once").run == "--size 4096");  // the last of the part
}

TEST_CASE("judge: what a program printed before it had to be stopped is kept", "[judge]") {
  const TemporaryFolder folder;
  const auto parts = judged_with("sums[threadIdx.x] = sum;", " if (threadIdx.x == 0) printf(\"before\\n\"); while (n > 0) sum += 1;",
                                 {.printed = folder / "printed"});
  CHECK(failure_kind(parts.front().diagnostics) == FailureKind::loop);
  const PrintedByCase printed = read_printed(folder / "printed");
  CHECK(printed.at("right at round sizes").run == "--size 256");
  CHECK(printed.at("right at round sizes").text == "before\n");
}

TEST_CASE("judge: the simulator's own words tell a crash, a race and a counter", "[judge]") {
  const auto kind = [](const std::vector<PartGrade>& parts) {
    const auto failed = std::ranges::find(parts, false, &PartGrade::passed);
    REQUIRE(failed != parts.end());
    return failure_kind(failed->diagnostics);
  };
  CHECK(kind(judged_with(kLoad, " sum += 0 * quads[n + 1000000].x;")) == FailureKind::crash);
  CHECK(kind(judged_with("sums[threadIdx.x] = sum;", " if (threadIdx.x == 32) sums[0] += 0 * sum;")) == FailureKind::hazard);
  CHECK(kind(judged_with(kLoad, " sum += 0 * double{quads[i / 2].x};")) == FailureKind::counter);
  const std::string begin = "void run(const Norm::Device& p, const Launch& launch) {";
  CHECK(kind(judged_with(begin, " int* none = nullptr; none[p.n & 1] = 1;")) == FailureKind::abort);
  CHECK(kind(judged_with(begin, " add_squares<<<1, 2048>>>(p.x, p.n, nullptr); lockstep::check_launch();")) == FailureKind::refusal);
  CHECK(kind(judged_with("if (threadIdx.x < half) ", "__syncthreads(), ")) == FailureKind::barrier);
}

TEST_CASE("judge: the parts are those of the tests, in order", "[judge]") {
  const std::vector<PartGrade> parts = parts_of(kKit);
  REQUIRE(parts.size() == 6);  // the seventh is asked of a GPU
  double points = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CHECK(parts[i].name == "part" + std::to_string(i + 1));
    CHECK_FALSE(parts[i].passed);
    CHECK(parts[i].diagnostics.empty());
    points += parts[i].due();
  }
  CHECK(points == 11);
  CHECK(parts[0].title == "right at round sizes");
}

TEST_CASE("judge: the solution passes with any seed, and its kernels are drawn", "[judge]") {
  const TemporaryFolder folder;
  const fs::path picture = folder / "picture.svg";
  for (const PartGrade& part : judge(kKit, kKit.solution_program(), {.seed = 12345, .picture = picture})) {
    CAPTURE(part.name, part.diagnostics);
    CHECK(part.passed);
    CHECK(part.diagnostics.empty());
  }
  CHECK(read_file(picture.string()).starts_with("<"));
}

TEST_CASE("judge: the unsolved exercise earns nothing", "[judge]") { check_nothing(judge(kKit, kKit.program(), {}), "With --size "); }

TEST_CASE("judge: a program that is no exercise earns nothing", "[judge]") {
  const std::string says = "The program does not start as an exercise does";
  check_nothing(judged("exit 0\n"), says);
  check_nothing(judged("exit 1\n"), says);
  check_nothing(judged("echo exercise; exit 1\n"), says);
  check_nothing(judged("kill -9 $$\n"), says);
  check_nothing(judge(kKit, "/nowhere/program", {}), "/nowhere/program: No such file or directory");
}

TEST_CASE("judge: an exercise that registers nothing is told what its last line must be", "[judge]") {
  std::string source = read_file(kKit.solution().string());
  source.replace(source.find("const Version version"), source.npos, "}\n");
  const TemporaryFolder folder;
  const fs::path program = program_of(source, folder);
  check_nothing(judge(kKit, program, {}), "the file's last line must register run()");
  const Outcome ran = lockstep::run_program(program.string(), {});
  CHECK(ran.code == 1);
  CHECK(ran.err.find(": no version is registered: the last line of a version, or of an exercise, is  const Version version{") != ran.err.npos);
}

TEST_CASE("judge: what a kernel reads by memcpy is counted", "[judge]") {
  const std::vector<PartGrade> parts =
      judged_with(kLoad, " float4 again; memcpy(&again, quads + i, n > 0 ? sizeof again : 0); sum += again.x - quad.x;");
  REQUIRE(parts.size() == 6);
  for (std::size_t i = 0; i < 4; ++i) CHECK(parts[i].passed);
  CHECK_FALSE(parts[4].passed);
  REQUIRE_FALSE(parts[4].diagnostics.empty());
  CHECK(parts[4].diagnostics.front().find("sectors") != std::string::npos);
}

TEST_CASE("judge: where one part shows that the host may have done the work, no part earns points", "[judge]") {
  const std::string place = "double* partial = launch.scratch<double>(grid);";
  const auto parts = judged_with(place,
                                 " std::vector<float> all(static_cast<std::size_t>(p.n));"
                                 " if (launch.grid == 16) cudaMemcpy(all.data(), p.x, all.size() * 4, cudaMemcpyDeviceToHost);");
  check_nothing(parts, "With --size 65536 the host got 262144 bytes from device memory during run()");  // as part 5 shows
  for (const PartGrade& part : parts) CHECK(part.diagnostics.back() == "Because of this, no part earns points.");
}

TEST_CASE("judge: a program that says all is well and writes no answer earns nothing", "[judge]") {
  check_nothing(judged("echo exercise\n"), "ended well, but wrote no output file");
  check_nothing(judged("echo exercise; echo 'All tests passed (70 assertions in 7 test cases)'\n"), "");
  check_nothing(judged("[ \"$1\" = --list ] && echo exercise && exit; echo oh dear >&2; exit 3\n"),
                "exited with status 3; it said: oh dear");
}

TEST_CASE("judge: a program that dawdles each time is not asked for ever", "[judge]") {
  const auto parts = judged("[ \"$1\" = --list ] && echo exercise && exit; sleep 1.1; exit 3\n", std::chrono::seconds(2));
  REQUIRE(parts.size() == 6);
  CHECK(parts.front().diagnostics.front().find("exited with status 3") != std::string::npos);
  CHECK(parts.back().diagnostics.front().find("was not run again, since its runs together took longer") != std::string::npos);
}

TEST_CASE("judge: counters that are brackets in brackets do not fill the memory", "[judge]") {
  rusage before{}, after{};
  ::getrusage(RUSAGE_CHILDREN, &before);
  check_nothing(judged("[ \"$1\" = --list ] && echo exercise && exit\n"
                       "while [ $# -gt 1 ]; do [ \"$1\" = --json ] && head -c 10000000 /dev/zero | tr '\\0' '[' >\"$2\"; shift; done\n"),
                "ended well, but wrote no output file");
  ::getrusage(RUSAGE_CHILDREN, &after);
  CHECK(after.ru_maxrss <= std::max(before.ru_maxrss, 400'000L));  // KB; of the largest child
}

TEST_CASE("judge: many small things in the file of counters do not stop the judge", "[judge]") {
  for (const char* const bytes : {"4000000", "60000000"}) {
    const auto begin = std::chrono::steady_clock::now();
    check_nothing(judged("[ \"$1\" = --list ] && echo exercise && exit\n"
                         "while [ $# -gt 1 ]; do [ \"$1\" = --json ] && { printf '{\"versions\":['; yes '{\"a\":0},' | head -c " +
                         std::string(bytes) + "; } >\"$2\"; shift; done\n"),
                  "ended well, but wrote no output file");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
  }
}

TEST_CASE("judge: tests that are not there are an error of the grader's", "[judge]") {
  Kit other = kKit;
  other.lesson = "99_nothing";
  CHECK_THROWS(parts_of(other));
  CHECK_THROWS(judge(other, "/bin/true", {}));
}
