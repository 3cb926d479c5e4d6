/// @file
/// @brief `./lockstep profile` and `check-program`: run a program of `./lockstep cc` with the simulator's observers on.
#include <fmt/format.h>

#include <memory>

#include "front/verbs/verbs.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep::front {
namespace {

Act declare_observed(CommandLine& line, const std::string& verb) {
  const auto words = std::make_shared<std::vector<std::string>>();  // arguments for the observer, the program, and its arguments
  line.keep_others(*words);
  return [words, verb](const Setting& setting) -> int {
    if (setting.asked == "cuda")
      throw UsageError(fmt::format(
          "{} looks into programs of './lockstep cc', which run on the simulator; on a GPU use ncu or compute-sanitizer", verb));
    build(setting, "the build", {"lockstep-observe"});
    words->insert(words->begin(), verb);
    become(setting.build() / "lockstep-observe", *words);
  };
}

}  // namespace

Act declare_profile(CommandLine& line) { return declare_observed(line, "profile"); }
Act declare_check_program(CommandLine& line) { return declare_observed(line, "check-program"); }

}  // namespace lockstep::front
