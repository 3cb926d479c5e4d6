/// @file
/// @brief How a verb installs, builds and starts programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::front {

/// Where the course is, and what it runs on.
struct Setting {
  std::filesystem::path root{};
  std::string backend{};  ///< sim or cuda: whose build folder is used
  std::string asked{};    ///< the backend that the user asked for; empty where the script chose

  std::filesystem::path build() const { return root / "build" / backend; }
};

/// The program ends with this status. Any message has been printed.
struct Ended {
  int status;
};

/// Whether code with compiler warnings is built.
enum class Warnings { shown, refused };

/// Builds these targets, or all of them if none is named. @param what  names the build in the line that says it failed
/// @throws Ended where it fails
void build(const Setting& setting, const std::string& what, const std::vector<std::string>& targets, Warnings warnings = Warnings::shown);

/// Installs packages beyond those of every build. @param which  `--tests`, `--some-tests` or `--docs`  @throws Ended where that failed
void set_up(const Setting& setting, const std::string& which);

/// Runs a program to its end, with our input and output. @return its exit status; 128 + the signal's number if a signal ended it
int start(const std::filesystem::path& program, std::vector<std::string> words);

/// Replaces this program with another one. @throws std::system_error where it cannot be started
[[noreturn]] void become(const std::filesystem::path& program, std::vector<std::string> words);

/// "lockstep: …" on standard error.
void say(const std::string& line);

}  // namespace lockstep::front
