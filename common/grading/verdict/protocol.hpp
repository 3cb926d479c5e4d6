/// @file
/// @brief Asks a lesson program for one answer, and judges it here: the process that judges never runs a kernel.
///
/// The inputs go to the program in a file, and its raw outputs come back in another. The reference, the comparison and the verdict are
/// the tester's own, from the lesson's problem.hpp, so nothing that the program prints or returns can make a wrong answer pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/running/host_arrays.hpp"
#include "harness/running/verdict_text.hpp"
#include "lockstep/problem.hpp"
#include "support/processes/runner.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::grading {

/// What a program is asked.
struct Question {
  std::string version;
  Size size;
  std::uint64_t seed = 1;
  InputKind kind = InputKind::exact;
  std::vector<std::string> options = {};  ///< more options for the program, such as `--block 64`
  std::vector<double> settings = {};      ///< one for each of the lesson's own; none: the presets
  int dimensions = 1;                     ///< of the problem's sizes; complaint() knows them, and the type
  std::string type = {};                  ///< of the elements; empty where the lesson has no types
};

/// The value for `--type`; empty where there is no such option.
inline std::string type_name(const LessonInfo& info) { return info.type != nullptr ? info.type : ""; }

/// Settings as options of the program: `--iterations 20`.
std::vector<std::string> setting_options(const LessonInfo& info, const std::vector<double>& settings);

/// For messages: "v3_shared_memory --type short --size 33 --seed 1 --block 64, exact inputs".
std::string to_string(const Question& question);

/// Writes the inputs among `arrays` to `path`, one after the other. @throws std::runtime_error where that fails
void write_inputs(const HostArrays& arrays, const std::filesystem::path& path);

/// Fills the outputs among `arrays` from `path`. @return what is wrong with that file; nothing where it is as it should be
std::optional<std::string> read_outputs(const HostArrays& arrays, const std::filesystem::path& path);

/// Runs the program on the files. @return what it did wrong, as far as that shows without looking at the answer
std::optional<std::string> run_question(const std::filesystem::path& program, const Question& question, const std::filesystem::path& in,
                                        const std::filesystem::path& out, const Runner& run);

/// The question, with what problem P says of its sizes and its type.
template <class P>
Question of_problem(Question question) {
  question.dimensions = P::kInfo.dimensions;
  question.type = type_name(P::kInfo);
  return question;
}

/// Asks `program`, which solves problem P, about these inputs, whose size is the question's. Fills `out` with the answer.
/// @return what the program did wrong, as far as that shows without looking at the answer
template <class P>
std::optional<std::string> ask(const std::filesystem::path& program, const Question& question, const typename P::Inputs& inputs,
                               typename P::Outputs& out, const Runner& run = as_process()) {
  HostArrays arrays;
  P::bind(arrays, inputs, out, question.size);
  arrays.poison_outputs();

  const TemporaryFolder folder;
  const auto in_file = folder / "in", out_file = folder / "out";
  write_inputs(arrays, in_file);
  if (const auto wrong = run_question(program, of_problem<P>(question), in_file, out_file, run)) return wrong;
  return read_outputs(arrays, out_file);
}

/// The same, and checks the answer.
/// @return what is wrong, in one line that begins with the question; empty where the answer is right
template <class P>
std::string complaint_about(const std::filesystem::path& program, const Question& question, const typename P::Inputs& inputs,
                            const Runner& run = as_process()) {
  const std::string asked = to_string(of_problem<P>(question));
  typename P::Outputs out = P::make_outputs(question.size);
  if (const auto wrong = ask<P>(program, question, inputs, out, run)) return asked + ": " + *wrong;
  const Verdict verdict = P::check(P::reference(inputs), out, question.kind);
  return verdict.passed ? "" : asked + ": " + to_string(verdict);
}

/// The same about inputs that are made as the question says.
template <class P>
std::string complaint(const std::filesystem::path& program, Question question, const Runner& run = as_process()) {
  for (const std::string& word : setting_options(P::kInfo, question.settings)) question.options.push_back(word);
  typename P::Inputs inputs = P::make_inputs(question.size, question.seed, question.kind);
  apply_settings<P>(inputs, question.settings);
  return complaint_about<P>(program, question, inputs, run);
}

}  // namespace lockstep::grading
