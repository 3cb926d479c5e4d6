/// @file
/// @brief The front end: reads a verb and its words, and starts what they ask for.
///
/// The script calls it as `lockstep-front ROOT BACKEND ASKED VERB [WORD…]`; ASKED is empty where it chose the backend. For `VERB --help`
/// the script has printed what the verb does; here its options follow.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>

#include "front/verbs/verbs.hpp"
#include "lockstep/machine_error.hpp"
#include "lockstep/usage_error.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::front;

struct Verb {
  std::string_view name;
  Act (*declare)(CommandLine&);
};

constexpr std::array kVerbs{Verb{"run", declare_run},     Verb{"check", declare_check},
                            Verb{"watch", declare_watch}, Verb{"list", declare_list},
                            Verb{"test", declare_test},   Verb{"cc", declare_cc},
                            Verb{"grade", declare_grade}, Verb{"profile", declare_profile},
                            Verb{"bench", declare_bench}, Verb{"check-program", declare_check_program},
                            Verb{"step", declare_step},   Verb{"debug", declare_debug},
                            Verb{"docs", declare_docs}};

int act(int argc, const char* const* argv) {
  constexpr int kVerb = 4;
  const auto* const verb = argc > kVerb ? std::ranges::find(kVerbs, argv[kVerb], &Verb::name) : kVerbs.end();
  if (verb == kVerbs.end()) throw UsageError("this is started by ./lockstep; './lockstep help' lists its verbs");
  CommandLine words("", fmt::format("lockstep {}", verb->name));
  const Act what = verb->declare(words);
  const std::string help = words.parse(argc - kVerb, argv + kVerb);
  fmt::print("{}", help);
  const int status = help.empty() ? what({.root = argv[1], .backend = argv[2], .asked = argv[3]}) : kSucceeded;
  flush_output();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return act(argc, argv);
  } catch (const Ended& ended) {
    return ended.status;
  } catch (const UsageError& error) {
    say(error.what());
    return kWrongUsage;
  } catch (const MachineError& error) {
    say(error.what());
    return kMachineLacks;
  } catch (const std::exception& error) {
    say(error.what());
    return kFailed;
  }
}
