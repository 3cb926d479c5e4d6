/// @file
/// @brief `lockstep-player`: plays one trace, or two side by side, as a page for a browser or in a terminal; or draws one.
#include <fmt/format.h>

#include <exception>
#include <string>
#include <vector>

#include "lockstep/usage_error.hpp"
#include "player/drawing/drawing.hpp"
#include "player/page.hpp"
#include "player/terminal.hpp"
#include "support/command_line.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
#include "support/text/binary_count.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::player;

struct Options {
  std::vector<std::string> traces{};
  std::string page{}, step{"1"}, drawn{};
  bool in_terminal = false;
};

std::size_t first_step(const Options& options) {
  const auto step = count_digits(options.step);
  if (!step || *step < 1) throw UsageError(fmt::format("--at {}: must be a step number, 1 or greater", options.step));
  return static_cast<std::size_t>(*step);
}

std::vector<Trace> read_traces(const Options& options) {
  if (options.traces.empty() || options.traces.size() > 2) throw UsageError("name one trace to play, or two to play side by side");
  std::vector<Trace> traces;
  for (const std::string& path : options.traces) traces.push_back(read_trace(path));
  return traces;
}

void need_step(const Trace& trace, const std::string& path, std::size_t step) {
  const std::size_t steps = trace.steps();
  if (step > steps) throw UsageError(fmt::format("--at {}: {} has {} step{}", step, path, steps, steps == 1 ? "" : "s"));
}

int draw(const Options& options) {
  if (options.in_terminal || options.page.empty()) throw UsageError("--draw writes a drawing: name its file with -o F.svg");
  if (options.traces.size() != 1) throw UsageError("--draw draws one trace: name its file");
  write_file(options.page, drawing(read_trace(options.traces.front()), options.drawn));
  return kSucceeded;
}

int act(const Options& options) {
  if (!options.drawn.empty()) return draw(options);
  const std::size_t step = first_step(options);
  if (options.page.empty() == !options.in_terminal) throw UsageError("write either -o PAGE.html or --terminal");
  if (options.in_terminal) require_terminal();
  if (options.in_terminal && options.traces.size() > 1) throw UsageError("a terminal shows one trace; two side by side need -o PAGE.html");
  const std::vector<Trace> traces = read_traces(options);
  for (std::size_t i = 0; i < traces.size(); ++i) need_step(traces[i], options.traces[i], step);
  if (options.in_terminal) return play_in_terminal(traces.front(), step);
  write_file(options.page, page(traces, step));
  return kSucceeded;
}

int complain(const char* message, ExitStatus status) {
  fmt::print(stderr, "lockstep-player: {}\n", message);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CommandLine words("Plays a trace of a kernel step by step, or two side by side.", "lockstep-player");
  words.add("traces", options.traces, "Files written by --trace; two are shown side by side");
  words.add("--at", options.step, "The step to begin with [1]");
  words.add("--draw", options.drawn, "Draw how the values of this array come about; 'lanes': what a warp shuffles");
  words.add("-o", options.page, "The page to write, one self-contained HTML file; with --draw, the SVG");
  words.add_flag("--terminal", options.in_terminal, "Play it in this terminal");
  try {
    const std::string help = words.parse(argc, argv);
    fmt::print("{}", help);
    const int status = help.empty() ? act(options) : kSucceeded;
    flush_output();
    return status;
  } catch (const UsageError& error) {
    return complain(error.what(), kWrongUsage);
  } catch (const std::exception& error) {
    return complain(error.what(), kFailed);
  }
}
