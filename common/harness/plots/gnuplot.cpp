/// @file
/// @brief Finds and runs gnuplot.
#include "harness/plots/gnuplot.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "lockstep/machine_error.hpp"
#include "support/output_file.hpp"
#include "support/processes/path_lookup.hpp"
#include "support/processes/process.hpp"

namespace lockstep {
namespace {

/// Dark ink on white is readable on light pages and dark ones.
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
  const PendingFile file(path + ".gnuplot");  // never committed: it is deleted once the picture is drawn
  write_file(file.path(), canvas(path, picture.path(), height) + script);
  run_gnuplot(file.path());
  picture.commit();
}

void require_gnuplot() {
  if (!find_in_path("gnuplot")) throw MachineError("--plot needs gnuplot, which is not installed (./lockstep setup installs it)");
}

void run_gnuplot(const std::string& script) {
  require_gnuplot();
  // If the locale is not UTF-8, as on a fresh system, gnuplot warns about each character that the locale does not have.
  const Outcome outcome = run_program("/usr/bin/env", {"LC_ALL=C.UTF-8", "gnuplot", script}, {.wall = std::chrono::minutes(10)});
  fmt::print(stderr, "{}", outcome.err);
  if (!outcome.succeeded()) throw MachineError("gnuplot failed on its script; the chart was not drawn");
}

}  // namespace lockstep
