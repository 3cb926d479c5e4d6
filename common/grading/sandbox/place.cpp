/// @file
/// @brief Runs programs in a box, or without.
#include "grading/sandbox/place.hpp"

#include <filesystem>
#include <fstream>

#include "grading/sandbox/box.hpp"

namespace lockstep::grading {
namespace {

/// Files to be written must exist before: the box can only share what exists.
void make_missing(const std::vector<std::filesystem::path>& files) {
  for (const auto& file : files)
    if (!std::filesystem::exists(file)) std::ofstream{file};
}

Ended run_boxed(const std::filesystem::path& program, const std::vector<std::string>& arguments, const Files& files,
                const Allowance& allowance, Variables variables) {
  make_missing(files.written);
  variables.insert(variables.end(), {{"LOCKSTEP_WORKERS", "1"}, {"OMP_NUM_THREADS", "1"}});
  const BoxLimits limits{.wall = allowance.wall, .cpu = allowance.cpu, .memory_bytes = allowance.memory};
  const BoxOutcome outcome = run_in_box({.readable = files.read,
                                         .writable = files.written,
                                         .variables = variables,
                                         .limits = limits,
                                         .may_start_programs = allowance.may_start_programs},
                                        program, arguments);
  return {outcome.succeeded(), outcome.end == Outcome::End::stopped, outcome.code, describe(outcome, limits), outcome.out, outcome.err};
}

/// Words that start the program with these variables.
std::vector<std::string> words_for_env(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                       const Variables& variables) {
  std::vector<std::string> words;
  for (const auto& [name, value] : variables) words.push_back(name + "=" + value);
  words.push_back(std::filesystem::absolute(program));
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace

std::optional<std::string> Place::why_no_box() { return lockstep::grading::why_no_box(); }

Ended Place::run(const std::filesystem::path& program, const std::vector<std::string>& arguments, const Files& files,
                 const Allowance& allowance, const Variables& variables) const {
  if (boxed_) return run_boxed(program, arguments, files, allowance, variables);
  const Runner process = as_process({.wall = allowance.cpu});  // its processor time is not watched: the clock stands in for it
  return variables.empty() ? process(program, arguments, files)
                           : process("/usr/bin/env", words_for_env(program, arguments, variables), files);
}

}  // namespace lockstep::grading
