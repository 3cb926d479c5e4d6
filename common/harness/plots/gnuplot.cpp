/// @file
/// @brief Finds and runs gnuplot.
#include "harness/plots/gnuplot.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "lockstep/machine_error.hpp"
#include "support/output_file.hpp"

namespace lockstep {
namespace {

/// White behind dark ink reads on a light page and on a dark one.
std::string canvas(const std::string& path, const std::string& file, int height) {
  const bool svg = path.ends_with(".svg");
  return fmt::format(
      "set encoding utf8\n"
      "set terminal {} size 900,{} noenhanced background rgb 'white' font ',13'\n"
      "set output {}\n"
      "set border 3 linecolor rgb '#444444'\n"
      "set grid linecolor rgb '#dddddd' linetype 1\n"
      "set tics nomirror textcolor rgb '#222222'\n",
      svg ? "svg" : "pngcairo", height, gnuplot_literal(file));
}

}  // namespace

std::string gnuplot_literal(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

void draw_by_gnuplot(const std::string& path, int height, const std::string& script) {
  PendingFile picture(path);
  const PendingFile file(path + ".gnuplot");  // never committed: it goes when the picture is drawn
  write_file(file.path(), canvas(path, picture.path(), height) + script);
  run_gnuplot(file.path());
  picture.commit();
}

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
  // Where the locale is not of UTF-8, as on a fresh system, gnuplot warns of each character that its encoding has and the locale has not.
  std::string words[] = {"env", "LC_ALL=C.UTF-8", "gnuplot", script};
  char* const arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  pid_t child = 0;
  int status = 0;
  const bool ran = posix_spawnp(&child, "env", nullptr, nullptr, arguments, environ) == 0 && waitpid(child, &status, 0) == child;
  if (!ran || !WIFEXITED(status) || WEXITSTATUS(status) != 0) throw MachineError("gnuplot failed on its script; the chart was not drawn");
}

}  // namespace lockstep
