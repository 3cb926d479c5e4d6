/// @file
/// @brief What docs/instructors.md says in numbers is what the grader does.
#include <fmt/format.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "catch.hpp"
#include "grading/intake/build.hpp"
#include "grading/intake/exercise_search.hpp"
#include "grading/intake/source_text.hpp"
#include "grading/intake/submission_archive.hpp"
#include "grading/sandbox/box.hpp"
#include "grading/sandbox/place.hpp"
#include "grading/verdict/judge.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::read_file;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

const std::string& page() {
  static const std::string text = read_file(LOCKSTEP_SOURCE_DIR "/docs/instructors.md");
  return text;
}

void require_said(const std::string& text) {
  CAPTURE(text);
  REQUIRE(page().find(text) != std::string::npos);
}

std::int64_t seconds(std::chrono::milliseconds time) { return std::chrono::duration_cast<std::chrono::seconds>(time).count(); }

/// "3 2 2 1 | 8": the points of the parts that `grade` asks for, and their sum.
std::string points_of(const std::string& tests) {
  std::string points;
  int sum = 0;
  const std::regex tags(R"(\[part\d+\]\[points:(\d+)\](\[gpu\])?)");
  for (std::sregex_iterator tag(tests.begin(), tests.end(), tags), end; tag != end; ++tag) {
    if ((*tag)[2].matched) continue;
    points += (points.empty() ? "" : " ") + (*tag)[1].str();
    sum += std::stoi((*tag)[1]);
  }
  return fmt::format("{} | {}", points, sum);
}

/// Of the table of exercises; empty where there is none.
std::string row_of(const std::string& number) {
  std::istringstream lines(page());
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("| " + number + " |")) return line;
  return {};
}

}  // namespace

TEST_CASE("the instructors' page: limits") {
  const BoxLimits box;
  const Allowance program;
  constexpr std::uint64_t kKilo = 1024, kMega = 1024 * kKilo, kGiga = 1024 * kMega;
  require_said(fmt::format("| processor time, all threads together | {} s | {} s |", seconds(kCompiler.cpu), seconds(program.cpu)));
  require_said(fmt::format("| time by the clock, for a program that waits instead of computing | {} s | {} s |", seconds(kCompiler.wall),
                           seconds(program.wall)));
  require_said(fmt::format("| memory in use | {} GB | {} GB |", kCompiler.memory / kGiga, program.memory / kGiga));
  require_said(fmt::format("| each file that it writes | {0} MB | {0} MB |", box.file_bytes / kMega));
  require_said(fmt::format("| all files in /tmp, which is in memory | {0} MB | {0} MB |", box.scratch_bytes / kMega));
  require_said(fmt::format("| threads | {0} | {0} |", box.threads));
  require_said(
      fmt::format("| kept of what it prints, on standard output and on standard error each | {0} KB | {0} KB |", box.kept_bytes / kKilo));
  require_said(fmt::format("All runs of one submission may take {} s together", kAllRuns.count()));
  require_said(fmt::format("at most {} KB; an archive {} MB, packed and unpacked, and {} files", kMostSourceBytes / kKilo,
                           static_cast<std::uint64_t>(kMostUnpackedBytes) / kMega, kMostEntries));
}

TEST_CASE("the instructors' page: points of each exercise") {
  for (const auto& entry : fs::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/exercises")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string number = entry.path().stem().string().substr(0, 2);
    const std::string points = points_of(read_file(entry.path()));
    const std::string row = row_of(number);
    CAPTURE(row, points);
    REQUIRE(row.ends_with("| " + points + " |"));
  }
}

TEST_CASE("the instructors' page: what it links to is there") {
  const std::regex links(R"(\]\(([^)#:]+)\))");
  const std::string text = page();
  std::size_t found = 0;
  for (std::sregex_iterator link(text.begin(), text.end(), links), end; link != end; ++link, ++found) {
    CAPTURE((*link)[1].str());
    REQUIRE(fs::exists(LOCKSTEP_SOURCE_DIR "/docs/" + (*link)[1].str()));
  }
  REQUIRE(found > 4);
}
