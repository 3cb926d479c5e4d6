/// @file
/// @brief Tells what the machine lacks from what is wrong.
#include "lacks.hpp"

#include <cstdlib>
#include <vector>

#include "catch.hpp"
#include "ladder.hpp"
#include "skipped.hpp"

namespace lockstep::testing {
namespace {

/// Of the GPU or the simulator that the tests run on. LOCKSTEP_TESTED_CAPABILITY says another one, for the tests of this file.
const std::string& capability() {
  static const std::string known = [] {
    if (const char* const said = std::getenv("LOCKSTEP_TESTED_CAPABILITY")) return std::string(said);
    const nlohmann::json run = start_lesson("00_hello_gpu", {"--kernel", "v10", "--size", "32x1", "--reps", "1"}).json;
    return run.at("versions").at(0).at("notes").at("compute capability").get<std::string>();
  }();
  return known;
}

}  // namespace

bool may_lack(const std::string& capability) {
  const int major = std::stoi(capability);
  return major < 9 || major > 10;  // later ones for desks have smaller clusters, and less shared memory
}

bool skips(const nlohmann::json& version) {
  if (!version.value("machine_lacks", false)) return false;
  const std::string why = version.at("failure");
  INFO("compute capability " << capability() << " has all that the versions need");
  if (may_lack(capability()))
    note_skipped(why);
  else
    FAIL_CHECK(why);
  return true;
}

bool skips(const LessonInfo& info, const Question& question) {
  std::vector<std::string> arguments{"--kernel", question.version, "--size", to_string(question.size, info.dimensions), "--reps", "1"};
  if (info.type != nullptr) arguments.insert(arguments.end(), {"--type", info.type});
  const auto settings = setting_options(info, question.settings);
  arguments.insert(arguments.end(), settings.begin(), settings.end());
  arguments.insert(arguments.end(), question.options.begin(), question.options.end());
  const nlohmann::json run = start_lesson(info.name, arguments).json;
  return run.is_object() && skips(run.at("versions").at(0));
}

}  // namespace lockstep::testing
