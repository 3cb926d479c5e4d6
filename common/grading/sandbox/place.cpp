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
                const Allowance& allowance) {
  make_missing(files.written);
  const BoxLimits limits{.wall = allowance.wall, .cpu = allowance.cpu, .memory_bytes = allowance.memory};
  const BoxOutcome outcome = run_in_box({.readable = files.read,
                                         .writable = files.written,
                                         .variables = {{"LOCKSTEP_WORKERS", "1"}, {"OMP_NUM_THREADS", "1"}},
                                         .limits = limits,
                                         .may_start_programs = allowance.may_start_programs},
                                        program, arguments);
  return {outcome.succeeded(), outcome.end == Outcome::End::stopped, outcome.code, describe(outcome, limits), outcome.out, outcome.err};
}

}  // namespace

std::optional<std::string> Place::why_no_box() { return lockstep::grading::why_no_box(); }

Ended Place::run(const std::filesystem::path& program, const std::vector<std::string>& arguments, const Files& files,
                 const Allowance& allowance) const {
  if (boxed_) return run_boxed(program, arguments, files, allowance);
  return as_process({.wall = allowance.cpu})(program, arguments, files);  // its processor time is not watched: the clock stands in for it
}

}  // namespace lockstep::grading
