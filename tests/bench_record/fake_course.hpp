/// @file
/// @brief A course whose lessons are shell scripts that write results.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {

using lockstep::read_file;

inline nlohmann::json fake_version(const std::string& name, const std::string& stage, double ms, double spread = 0) {
  return {{"name", name},
          {"stage", stage},
          {"verified", true},
          {"time_ms", {{"median", ms}, {"min", ms - spread / 2}, {"max", ms + spread / 2}, {"reps", 10}}},
          {"end_to_end_ms", nullptr},
          {"percent_of_limit", 50.0}};
}

/// What a lesson's program writes of a single run.
inline nlohmann::json fake_run(const nlohmann::json& size, const std::vector<nlohmann::json>& versions) {
  return {{"lesson", "01_fake"}, {"backend", "cuda"}, {"device", "Fake GPU 1"},
          {"toolkit", "13.0"},   {"size", size},      {"versions", versions}};
}

class FakeCourse {
 public:
  FakeCourse() {
    std::filesystem::create_directories(root() / "lessons");
    std::filesystem::create_directories(root() / "docs" / "results");
    std::filesystem::create_directories(build() / "lessons");
    std::filesystem::create_directories(folder_.path() / "bin");
  }

  std::filesystem::path root() const { return folder_.path() / "root"; }
  std::filesystem::path build() const { return folder_.path() / "build"; }
  std::filesystem::path results() const { return root() / "docs" / "results"; }
  std::filesystem::path bin() const { return folder_.path() / "bin"; }
  std::string operator/(const std::string& name) const { return folder_ / name; }
  /// The options of each call of a program, a line each.
  std::string calls() const { return read_file(folder_ / "calls"); }

  void plan(const std::string& lesson, const std::string& text) const {
    std::filesystem::create_directories(root() / "lessons" / lesson);
    std::ofstream(root() / "lessons" / lesson / "bench.txt") << text;
  }

  /// The solution of a lesson's exercise: its source, and its program, which writes `json`.
  void solution(const std::string& lesson, const std::string& json) const {
    std::filesystem::create_directories(root() / "solutions" / lesson);
    std::filesystem::create_directories(build() / "solutions" / lesson);
    script(build() / "solutions" / lesson / "exercise", fmt::format("for file; do :; done\ncat > \"$file\" <<'END'\n{}\nEND\n", json));
  }

  /// A program that ends with that status after it has written `json`, if that is anything, and said `error`.
  void program(const std::string& lesson, const std::string& json, int status = 0, const std::string& error = "") const {
    const std::string write = json.empty() ? "" : fmt::format("cat > \"$file\" <<'END'\n{}\nEND\n", json);
    const std::string say = error.empty() ? "" : fmt::format("echo '{}' >&2\n", error);
    script(build() / "lessons" / lesson,
           fmt::format("echo \"${{*%% --json*}}\" >> '{}'\nfor file; do :; done\n{}{}exit {}\n", folder_ / "calls", write, say, status));
  }

  static void script(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path) << "#!/bin/sh\n" << text;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }

 private:
  lockstep::TemporaryFolder folder_;
};

}  // namespace lockstep::testing
