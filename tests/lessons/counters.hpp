/// @file
/// @brief What the simulator counts of a lesson's versions, for the tests that hold a walkthrough to its claims.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grading/verdict/counts.hpp"

namespace lockstep::testing {

using grading::Counts;

/// One run of a lesson with all counters. CTest gives every test case a process, which would run the lesson again: what is asked of one run
/// are sections of one test case.
class Profile {
 public:
  /// @param arguments  beside `--profile --reps 1`: at least `--size`
  Profile(const std::string& lesson, std::vector<std::string> arguments);

  /// All launches of a version together. @throws std::runtime_error where there is no such version, launch or line (here and below)
  Counts version(const std::string& name) const { return Counts(json_of(name)); }
  /// The first launch of a kernel in a version.
  Counts launch(const std::string& version, const std::string& kernel) const;
  /// How many launches a version has.
  std::size_t launches(const std::string& version) const { return json_of(version).at("launches").size(); }
  /// The line of a version that does most of something.
  Counts busiest_line(const std::string& version, const std::string& counter) const;
  /// The hazards of a version, as text; empty where there is none.
  std::string hazards(const std::string& version) const;

 private:
  const nlohmann::json& json_of(const std::string& version) const;

  nlohmann::json run_;
};

}  // namespace lockstep::testing
