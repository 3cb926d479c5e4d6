/// @file
/// @brief `hazard_cases NAME caught|silent` runs one half of a case; exit status 0 unless the check changes it. `hazard_cases ends HOW`
/// ends so.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "ends.hpp"
#include "hazard_case.hpp"

namespace {

struct Halves {
  void (*caught)() = nullptr;
  void (*silent)() = nullptr;
};

std::map<std::string, Halves>& cases() {
  static std::map<std::string, Halves> all;
  return all;
}

int misused(const std::string& complaint) {
  fmt::print(stderr, "hazard_cases: {}; usage: hazard_cases NAME caught|silent\n", complaint);
  return 2;
}

}  // namespace

HazardCase::HazardCase(const char* file, void (*caught)(), void (*silent)()) {
  cases()[std::filesystem::path(file).parent_path().filename().string()] = {caught, silent};
}

int main(int count, char** words) {
  if (count != 3) return misused("it needs two arguments");
  if (std::string_view(words[1]) == "ends") {
    end_by(words[2]);
    return 0;
  }
  const auto found = cases().find(words[1]);
  if (found == cases().end()) return misused(fmt::format("there is no case {}", words[1]));
  const std::string_view half = words[2];
  if (half != "caught" && half != "silent") return misused(fmt::format("{} is not a half of a case", half));
  (half == "caught" ? found->second.caught : found->second.silent)();
  return 0;
}
