/// @file
/// @brief Lessons, solutions, tests and hints mirror each other; an exercise is solved by adding lines only.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_files.hpp"
#include "support/processes/process.hpp"

using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLeastWrong = 4;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory() && fs::exists(kRoot / "lessons" / entry.path().filename() / "problem.hpp"))
      names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

std::vector<fs::path> wrong_answers(const std::string& lesson) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kRoot / "solutions" / lesson / "wrong")) found.push_back(entry.path());
  return found;
}

/// "part1" … as `pattern` captures them.
std::set<std::string> parts_in(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> parts;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), expression); match != std::sregex_iterator(); ++match)
    parts.insert((*match)[1]);
  return parts;
}

std::set<std::string> tested_parts(const std::string& lesson) {
  return parts_in(read(kRoot / "tests" / "exercises" / (lesson + ".cpp")), R"(\[(part\d)\]\[points:)");
}

/// Lines of code: without comments and blanks, which a solution may have others of.
std::vector<std::string> code_lines(const fs::path& path) {
  std::istringstream lines(read(path));
  std::vector<std::string> code;
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find("//"));
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    line.erase(line.find_last_not_of(' ') + 1);
    if (!line.empty()) code.push_back(line);
  }
  return code;
}

/// The first of `lines` that is not in `among` after the previous one; empty if all are.
std::string first_missing(const std::vector<std::string>& lines, const std::vector<std::string>& among) {
  auto at = among.begin();
  for (const std::string& line : lines) {
    at = std::find(at, among.end(), line);
    if (at == among.end()) return line;
    ++at;
  }
  return {};
}

/// A student's own exercise.cu is not the course's any more.
bool is_a_students(const fs::path& exercise) {
  const auto outcome = lockstep::run_program("/usr/bin/env", {"git", "-C", kRoot.string(), "status", "--porcelain", "--", exercise});
  return outcome.succeeded() && !outcome.out.empty();
}

}  // namespace

TEST_CASE("every lesson has an exercise, a solution, wrong answers, hints and tests, and nothing has more") {
  const std::vector<std::string> lessons = names_in(kRoot / "lessons");
  REQUIRE(names_in(kRoot / "solutions") == lessons);
  for (const std::string& lesson : lessons) {
    CAPTURE(lesson);
    for (const char* file : {"exercise.hpp", "exercise.cu", "hints.md"}) CHECK(fs::is_regular_file(kRoot / "lessons" / lesson / file));
    CHECK(fs::is_regular_file(kRoot / "solutions" / lesson / "exercise.cu"));
    CHECK(fs::is_regular_file(kRoot / "tests" / "exercises" / (lesson + ".cpp")));
    CHECK(wrong_answers(lesson).size() >= kLeastWrong);
  }
  for (const auto& entry : fs::directory_iterator(kRoot / "tests" / "exercises"))
    if (entry.path().extension() == ".cpp") CHECK(fs::exists(kRoot / "lessons" / entry.path().stem()));
}

TEST_CASE("every part has a TODO or comes of itself, hints, and a wrong answer where the simulator judges it") {
  for (const std::string& lesson : names_in(kRoot / "lessons")) {
    CAPTURE(lesson);
    const std::set<std::string> parts = tested_parts(lesson);
    CHECK(parts.size() >= 3);
    CHECK(parts_in(read(kRoot / "lessons" / lesson / "hints.md"), R"((?:^|\n)## (part\d))") == parts);
    if (!is_a_students(kRoot / "lessons" / lesson / "exercise.cu")) {
      const std::set<std::string> asked = parts_in(read(kRoot / "lessons" / lesson / "exercise.cu"), R"(TODO\((part\d)\))");
      CHECK(asked.contains("part1"));
      CHECK(std::ranges::includes(parts, asked));
    }
    for (const fs::path& wrong : wrong_answers(lesson)) {
      CAPTURE(wrong.filename().string());
      const std::set<std::string> meant = parts_in(read(wrong), R"((?:^|\n)(?:/// )?Rejected by: (part\d)\n)");
      CHECK(meant.size() == 1);
      CHECK(std::ranges::includes(parts, meant));
    }
  }
}

TEST_CASE("a solution is the exercise with lines added") {
  for (const std::string& lesson : names_in(kRoot / "lessons")) {
    const fs::path exercise = kRoot / "lessons" / lesson / "exercise.cu";
    if (is_a_students(exercise)) continue;
    CAPTURE(lesson);
    CHECK(first_missing(code_lines(exercise), code_lines(kRoot / "solutions" / lesson / "exercise.cu")) == "");
    CHECK(read(kRoot / "solutions" / lesson / "exercise.cu").find("TODO") == std::string::npos);
  }
}
