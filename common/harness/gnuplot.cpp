/// @file
/// @brief Finds and runs gnuplot.
#include "gnuplot.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "machine_error.hpp"

namespace lockstep {

void require_gnuplot() {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const auto end = std::min(rest.find(':'), rest.size());
    const std::filesystem::path program = std::filesystem::path(rest.substr(0, end)) / "gnuplot";
    if (access(program.c_str(), X_OK) == 0) return;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  throw MachineError("--plot needs gnuplot, which is not installed (./lockstep setup installs it)");
}

void run_gnuplot(const std::string& script) {
  require_gnuplot();
  std::string program = "gnuplot", file = script;
  char* const arguments[] = {program.data(), file.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  const bool ran = posix_spawnp(&child, "gnuplot", nullptr, nullptr, arguments, environ) == 0 && waitpid(child, &status, 0) == child;
  if (!ran || !WIFEXITED(status) || WEXITSTATUS(status) != 0) throw MachineError("gnuplot failed on its script; the chart was not drawn");
}

}  // namespace lockstep
