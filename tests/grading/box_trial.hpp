/// @file
/// @brief Hostile programs for tests of the box, and what can be seen of them from outside.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "catch.hpp"
#include "grading/sandbox/box.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {

/// Runs a program of box_programs/, which is compiled first, and afterwards looks for what it left.
class BoxTrial {
 public:
  Box box;

  BoxTrial() { box.limits.wall = std::chrono::seconds(20); }

  std::string program(const std::string& name) {
    const std::string path = folder_ / name;
    if (std::filesystem::exists(path)) return path;
    const Outcome outcome = run_program("/usr/bin/env", {"cc", "-std=c11", "-D_GNU_SOURCE", "-O0", "-pthread", "-o", path,
                                                         LOCKSTEP_SOURCE_DIR "/tests/grading/box_programs/" + name + ".c"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.succeeded());
    return path;
  }

  BoxOutcome run(const std::string& name, const std::vector<std::string>& arguments = {}) {
    const std::string path = program(name);
    const auto before = files();
    const std::string mounts = read_file("/proc/self/mountinfo");
    const BoxOutcome outcome = run_in_box(box, path, arguments);
    CHECK(processes() == std::vector<std::string>{});
    CHECK(files() == before);
    CHECK(read_file("/proc/self/mountinfo") == mounts);
    return outcome;
  }

  /// A file for the program to read or to write.
  std::string file(const std::string& name, const std::string& content = "") {
    std::ofstream(folder_ / name) << content;
    return folder_ / name;
  }

  /// Processes that were started from here and are still there.
  std::vector<std::string> processes() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const std::string command = read_file(entry.path().string() + "/cmdline");
      if (command.find(folder_ / "") != command.npos) found.push_back(entry.path().filename().string());
    }
    return found;
  }

 private:
  std::vector<std::string> files() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(folder_ / "")))
      found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }

  TemporaryFolder folder_;
};

/// True, with a warning, where the machine has no box to be tested.
inline bool there_is_no_box() {
  const auto why = why_no_box();
  if (why) WARN("there is no box here, and it was not tested: " << *why);
  return why.has_value();
}

}  // namespace lockstep::testing
