/// @file
/// @brief Every folder of the hazard suite: what must be caught is caught, in these words, and its twin passes in silence.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "support/processes/process.hpp"

using lockstep::Outcome;
using lockstep::run_shell;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = fs::path(LOCKSTEP_SOURCE_DIR) / "tests/hazards";

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder))
    if (fs::exists(entry.path() / "case.cu")) all.push_back(entry.path().filename().string());
  std::sort(all.begin(), all.end());
  return all;
}

// In the case's own folder, so that the reports' paths are short: they are relative where they can be.
Outcome run_case(const std::string& name, const std::string& half, const std::string& environment = "") {
  return run_shell(fmt::format("cd '{}' && LOCKSTEP_CHECK=1 {} '{}/hazard_cases' {} {}", (kFolder / name).string(), environment,
                               LOCKSTEP_BINARY_DIR, name, half));
}

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// The last line counts what was found: only errors change the exit status.
int status_of(const std::string& diagnostics) {
  const std::size_t last = diagnostics.rfind("\nlockstep: ");
  return last != std::string::npos && diagnostics.find(" error", last) != std::string::npos ? 1 : 0;
}

}  // namespace

TEST_CASE("what is wrong is caught, in the words of caught.txt") {
  const std::string name = GENERATE(from_range(names()));
  DYNAMIC_SECTION(name) {
    const Outcome outcome = run_case(name, "caught");
    INFO("tests/hazards/" << name << "/caught.txt should be what was printed, if that is right:\n" << outcome.err);
    REQUIRE(fs::exists(kFolder / name / "caught.txt"));
    const std::string expected = contents(kFolder / name / "caught.txt");
    REQUIRE(outcome.err == expected);
    REQUIRE(outcome.end == Outcome::End::exited);
    REQUIRE(outcome.code == status_of(expected));
  }
}

TEST_CASE("what is right is passed in silence, in any order of the threads") {
  const std::string name = GENERATE(from_range(names()));
  DYNAMIC_SECTION(name) {
    for (const char* order : {"", "LOCKSTEP_SHUFFLE=1", "LOCKSTEP_SHUFFLE=2", "LOCKSTEP_SHUFFLE=3"}) {
      CAPTURE(order);
      const Outcome outcome = run_case(name, "silent", order);
      REQUIRE(outcome.err.empty());
      REQUIRE(outcome.succeeded());
    }
  }
}
