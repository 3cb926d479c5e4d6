/// @file
/// @brief Reads counters out of the JSON of a run.
#include "counters.hpp"

#include <stdexcept>

#include "ladder.hpp"

namespace lockstep::testing {

Profile::Profile(const std::string& lesson, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--profile", "--reps", "1"});
  run_ = run_lesson(lesson, arguments);
}

const nlohmann::json& Profile::json_of(const std::string& version) const {
  for (const auto& one : run_.at("versions"))
    if (one.at("name") == version) return one;
  throw std::runtime_error("no version " + version);
}

Counts Profile::launch(const std::string& version, const std::string& kernel) const {
  for (const auto& one : json_of(version).at("launches"))
    if (one.at("kernel") == kernel) return Counts(one);
  throw std::runtime_error("no kernel " + kernel + " in " + version);
}

Counts Profile::busiest_line(const std::string& version, const std::string& counter) const {
  const auto count = [&](const nlohmann::json& line) { return line.at("counters").at(counter).get<double>(); };
  const nlohmann::json* best = nullptr;
  for (const auto& line : json_of(version).at("lines"))
    if (best == nullptr || count(line) > count(*best)) best = &line;
  if (best == nullptr) throw std::runtime_error("no lines in " + version);
  return Counts(*best);
}

std::string Profile::hazards(const std::string& version) const {
  const auto& hazards = json_of(version).at("hazards");
  return hazards.empty() ? "" : hazards.dump(1);
}

}  // namespace lockstep::testing
