/// @file
/// @brief What every lesson's tests ask of its program: right answers of every version, and one line for what it cannot do.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grading/verdict/protocol.hpp"
#include "lacks.hpp"

namespace lockstep::testing {

/// The program of a lesson: its path.
std::filesystem::path program_of(const std::string& lesson);

/// The names that `--list` prints: versions, asides and peers. @param type  of the elements, where the lesson has several
std::vector<std::string> versions_of(const std::string& lesson, const std::string& type = "");
/// The ladder's names without v0: those that have kernels of our own.
std::vector<std::string> kernels_of(const std::string& lesson, const std::string& type = "");
/// The ladder: the names without the asides, and without the peers, of which each backend has others.
std::vector<std::string> own_versions_of(const std::string& lesson, const std::string& type = "");
/// The names of the asides.
std::vector<std::string> asides_of(const std::string& lesson, const std::string& type = "");

/// What became of a run of the program, and what it wrote by `--json`; null where that is nothing.
struct LessonRun {
  Outcome outcome;
  nlohmann::json json;
};
LessonRun start_lesson(const std::string& lesson, std::vector<std::string> arguments);

/// Runs the program with `arguments` and `--json`, requires that it succeeds, and returns what it wrote. Versions that the machine cannot
/// run are skipped, and not in it.
nlohmann::json run_lesson(const std::string& lesson, std::vector<std::string> arguments);

/// Has the machine what a run with these arguments needs? Else the running test is skipped.
bool runs_here(const std::string& lesson, const std::vector<std::string>& arguments);

/// Checks that the program ends with status 2, prints nothing, and says in one line what was wrong: that line names `culprit`.
void check_refused(const std::string& lesson, const std::vector<std::string>& arguments, const std::string& culprit);

/// The same, as a row of a table.
struct Refusal {
  std::vector<std::string> arguments;
  std::string culprit;  ///< what the message must name
};
inline void check_refused(const std::string& lesson, const Refusal& refusal) { check_refused(lesson, refusal.arguments, refusal.culprit); }

/// Checks of a run's versions that each is verified, or skipped for what the machine lacks, that there are files v0 to v`last`, and that
/// all stages of the ladder are there. @return is one skipped?
bool check_versions(const nlohmann::json& versions, int last);

/// Checks that a run at `size` verifies every version, as check_versions() does. @return what it wrote
nlohmann::json check_ladder(const std::string& lesson, const std::string& size, int last);

/// Checks that a version's answer is right, or that the version is skipped for what the machine lacks.
template <class P>
void check_answer(const Question& question) {
  const std::string wrong = complaint<P>(program_of(P::kInfo.name), question);
  if (wrong.empty() || !skips(P::kInfo, question)) CHECK(wrong == "");
}

/// The same about inputs of the test's own, whose size is the question's.
template <class P>
void check_answer_about(const Question& question, const typename P::Inputs& inputs) {
  const std::string wrong = complaint_about<P>(program_of(P::kInfo.name), question, inputs);
  if (wrong.empty() || !skips(P::kInfo, question)) CHECK(wrong == "");
}

/// Checks that every version in `names` answers right at each size, with another seed each time.
template <class P>
void check_answers(const std::vector<std::string>& names, const std::vector<Size>& sizes, InputKind kind,
                   const std::vector<std::string>& options = {}) {
  std::uint64_t seed = 0;
  for (const std::string& name : names)
    for (const Size size : sizes) check_answer<P>({name, size, ++seed, kind, options});
}

/// The same for every version that the lesson has for P.
template <class P>
void check_answers(const std::vector<Size>& sizes, InputKind kind) {
  check_answers<P>(versions_of(P::kInfo.name, type_name(P::kInfo)), sizes, kind);
}

}  // namespace lockstep::testing
