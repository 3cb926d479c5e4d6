/// @file
/// @brief Has build_submission.sh build a source, and judges what the object uses.
#include "grading/intake/build.hpp"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

#include "support/output_file.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

namespace fs = std::filesystem;

fs::path new_file(const fs::path& path, const std::string& content = {}) {
  write_file(path, content);
  return path;
}

/// What the compiler reads: the headers that an exercise includes, and what it is linked with. Not the course's tests, nor its solutions,
/// nor the lesson's exercise.cu, which on an instructor's machine may be someone's answer.
std::vector<fs::path> what_it_reads(const Kit& kit) {
  std::vector<fs::path> paths = kit.building_tools();
  paths.insert(paths.end(),
               {kit.settings(), kit.source_dir / "common" / "harness" / "lockstep", kit.source_dir / "common" / "sim" / "include",
                kit.build_dir / "lessons" / "CMakeFiles" / (kit.lesson + "_exercise_main.dir")});
  for (const auto& entry : fs::directory_iterator(kit.source_dir / "lessons" / kit.lesson))
    if (entry.path().extension() == ".hpp") paths.push_back(entry.path());
  return paths;
}

constexpr std::size_t kLongest = 300;

/// The first line that says what is wrong, "exercise.cu:12:5: error: …", cut where it is too long to be read.
std::string first_error(const std::string& said) {
  std::istringstream lines(said);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    const bool tells = line.find("error: ") != line.npos || line.find("undefined reference") != line.npos;
    if (tells && !line.starts_with("collect2")) return cut_to(clean_line(line), kLongest);
    if (first.empty()) first = line;
  }
  return cut_to(clean_line(first), kLongest);
}

/// The refusal, which follows what the compiler warned of.
std::string last_line(const std::string& said) {
  std::istringstream lines(said);
  std::string last;
  for (std::string line; std::getline(lines, line);) last = line;
  return cut_to(clean_line(last), kLongest);
}

constexpr int kRefused = 4;  // build_submission.sh's status

std::string complaint_of(const Ended& ended) {
  if (ended.stopped) return "compiling it " + ended.how;
  if (ended.code == kRefused) return last_line(ended.err);
  const std::string error = first_error(ended.err);
  return "it does not compile: " + (error.empty() ? "the compiler " + ended.how : error);
}

}  // namespace

Built build_submission(const std::string& source, const Kit& kit, const SimulatorNames& simulator, const Place& place,
                       const fs::path& folder) {
  const fs::path source_file = new_file(folder / "exercise.cu", source);
  Built built{.program = new_file(folder / "program"), .complaint = {}, .details = {}};
  const fs::path symbols = new_file(folder / "symbols");
  Files files{.read = what_it_reads(kit), .written = {built.program, symbols}};
  files.read.push_back(source_file);
  const Ended ended = place.run(
      "/bin/sh", {kit.builder().string(), kit.settings().string(), source_file.string(), built.program.string(), symbols.string()}, files,
      kCompiler);
  if (!ended.well) {
    built.complaint = complaint_of(ended);
    built.details = ended.err;
    built.is_certain = ended.stopped || ended.code == kRefused;
    return built;
  }
  if (const auto why = why_refused(read_file(symbols), simulator)) built.complaint = "it is refused: " + *why;
  fs::permissions(built.program,
                  fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec);
  return built;
}

void require_solution_builds(const Kit& kit, const SimulatorNames& simulator, const Place& place) {
  const TemporaryFolder folder;
  const Built built = build_submission(read_file(kit.solution()), kit, simulator, place, folder.path());
  if (built.complaint.empty()) return;
  const std::string error = first_error(built.details);
  throw std::runtime_error("the course's own solution cannot be built either: " + (error.empty() ? built.complaint : error));
}

}  // namespace lockstep::grading
