/// @file
/// @brief What is done with one submission.
#include "grading/grader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "grading/intake/build.hpp"
#include "grading/reports/grades_json.hpp"
#include "grading/reports/gradescope.hpp"
#include "grading/reports/report_card.hpp"
#include "grading/verdict/judge.hpp"
#include "support/output_file.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/text_hash.hpp"

namespace lockstep::grading {
namespace {

namespace fs = std::filesystem;

/// In a student's folder: a line that says what was judged and how, then the picture that was drawn. With grade.json, it is all that is
/// needed to weigh the parts anew. No name of a picture: what a submission has drawn may hold a script, and a browser would run it.
constexpr const char* kJudgedFile = "judged";

/// Two keys are compared for equality, and nobody gains by a collision of their own submission with itself.
std::string fingerprint(std::string_view text) { return fmt::format("{:016x}", lockstep::text_hash(text)); }

/// Everything that verdicts depend on: if any of it changes, no grade is kept.
std::string machinery(const Kit& kit) {
  std::string bytes = read_file("/proc/self/exe");
  for (const fs::path& file : {kit.tests(), kit.settings(), kit.source_dir / "lessons" / kit.lesson / "exercise.hpp"})
    bytes += read_file(file);
  for (const fs::path& file : kit.building_tools()) bytes += read_file(file);
  return bytes;
}

/// Two lines as one; either may be empty.
std::string joined(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + "; " + second;
}

/// The grade of a submission that could not be run. @param details  more than the one line, such as what a compiler said: the first part's
Grade broken(std::string message, std::vector<PartGrade> parts, const std::string& details = {}) {
  std::istringstream lines(details);
  for (std::string line; !parts.empty() && std::getline(lines, line);) parts.front().diagnostics.push_back(line);
  return {.student = {}, .lesson = {}, .status = GradeStatus::broken, .message = std::move(message), .parts = std::move(parts)};
}

}  // namespace

Grader::Grader(Kit kit, const Place& place, std::uint64_t seed, const std::string& rubric, fs::path out, bool ranks)
    : kit_(std::move(kit)),
      place_(place),
      seed_(seed),
      out_(std::move(out)),
      simulator_(kit_.source_dir / "common" / "sim" / "include"),
      parts_(parts_of(kit_)) {
  if (!rubric.empty()) apply_rubric(read_rubric(rubric, parts_), parts_);
  for (const PartGrade& part : parts_) points_[part.name] = part.of;
  const TemporaryFolder folder;
  const std::string picture = folder / "picture.svg", counted = folder / "counted.json";
  for (const PartGrade& part :
       lockstep::grading::judge(kit_, kit_.solution_program(), {.seed = seed_, .boxed = false, .picture = picture, .counted = counted}))
    if (!part.passed)
      throw std::runtime_error(fmt::format("the course's own solution of {} does not pass {} with seed {}: {}", kit_.lesson, part.name,
                                           seed_, part.diagnostics.empty() ? "" : part.diagnostics.front()));
  reference_picture_ = read_file(picture);
  if (ranks) solution_ = read_counted(counted);
  common_key_ = fingerprint(machinery(kit_)) + fmt::format("-{}-{}", seed_, place_.boxed());
}

Grade Grader::grade(const Submission& submission) {
  const auto start = std::chrono::steady_clock::now();
  Reading reading = read_submission(submission.path, kit_.lesson);
  reading.note = joined(submission.note, reading.note);
  const fs::path folder = out_ / submission.student;
  const std::string key = key_of(reading);
  if (auto before = kept_grade(folder, key, reading)) return *std::move(before);
  std::string picture;
  Grade grade = reading.succeeded() ? judge_source(reading.text, picture) : broken(reading.complaint, parts_);
  grade.message = joined(grade.message, reading.note);
  grade.student = submission.student;
  grade.lesson = kit_.lesson;
  grade.seed = seed_;
  grade.solution = solution_;
  grade.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  write(grade, reading, picture, folder);
  write_file(folder / kJudgedFile, key + '\n' + picture);  // written last: everything else is complete now
  return grade;
}

std::optional<Grade> Grader::kept_grade(const fs::path& folder, const std::string& key, const Reading& reading) {
  const std::string judged = read_file(folder / kJudgedFile);
  if (!judged.starts_with(key + '\n')) return std::nullopt;
  const auto before = from_json(read_file(folder / "grade.json"));
  if (!before) return std::nullopt;
  Grade grade = *before;
  apply_rubric(points_, grade.parts);
  grade.solution = solution_;
  const bool is_unchanged = grade == *before;
  if (!is_unchanged) write(grade, reading, judged.substr(key.size() + 1), folder);
  ++(is_unchanged ? unchanged_ : reweighted_);
  return grade;
}

Grade Grader::judge_source(const std::string& source, std::string& picture) const {
  const TemporaryFolder folder;
  const Built built = build_submission(source, kit_, simulator_, place_, folder.path());
  if (!built.is_certain) require_compiler();
  if (!built.complaint.empty()) return broken(built.complaint, parts_, built.details);
  note_compiler();
  const std::string picture_file = folder / "picture.svg", counted = folder / "counted.json";
  Grade grade;
  grade.parts =
      lockstep::grading::judge(kit_, built.program, {.seed = seed_, .boxed = place_.boxed(), .picture = picture_file, .counted = counted});
  grade.counted = read_counted(counted);
  picture = read_file(picture_file);
  apply_rubric(points_, grade.parts);
  return grade;
}

void Grader::note_compiler() const { compiler_seen_ = std::chrono::steady_clock::now(); }

void Grader::require_compiler() const {
  constexpr auto kTrusted = std::chrono::minutes(1);
  if (std::chrono::steady_clock::now() - compiler_seen_.load() < kTrusted) return;
  require_solution_builds(kit_, simulator_, place_);
  note_compiler();
}

std::string Grader::key_of(const Reading& reading) const {
  return fingerprint(reading.text) + fingerprint(joined(reading.complaint, reading.note)) + common_key_;
}

void Grader::write(const Grade& grade, const Reading& reading, const std::string& picture, const fs::path& folder) const {
  fs::create_directories(folder);
  write_file(folder / "results.json", to_gradescope(grade));
  write_file(folder / "report.html", to_report_card(grade, {.source = reading.text, .picture = picture, .reference = reference_picture_}));
  write_file(folder / "grade.json", to_json(grade));  // after the others: the points in it are those of all three
}

}  // namespace lockstep::grading
