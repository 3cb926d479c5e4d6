/// @file
/// @brief Starts a program, reads both of its outputs until it ends or its time is up, and ends its remaining processes.
#include "support/processes/process.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <utility>

#include "support/processes/interruption.hpp"
#include "support/processes/output_pipes.hpp"
#include "support/processes/spawn.hpp"

namespace lockstep {
namespace {

pid_t start(const std::filesystem::path& program, const std::vector<std::string>& arguments, const OutputPipes& pipes) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  ChildFiles files;
  files.pass(pipes.out(), STDOUT_FILENO);
  files.pass(pipes.err(), STDERR_FILENO);
  return spawn(std::move(words), files);
}

}  // namespace

Outcome run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments, const ProcessLimits& limits) {
  OutputPipes pipes(limits.kept_bytes);
  const pid_t child = start(program, arguments, pipes);
  pipes.close_writing_ends();

  const auto deadline = std::chrono::steady_clock::now() + limits.wall;
  const bool ended = pipes.read_until_end(child, [&] { return interruption() != 0 || std::chrono::steady_clock::now() >= deadline; });
  ::kill(-child, SIGKILL);  // children that it left behind, too. The child is not reaped yet, so the group's id is still its own
  const int status = reap(child);
  throw_if_interrupted();
  pipes.read();

  Outcome outcome;
  outcome.end = !ended ? Outcome::End::stopped : WIFSIGNALED(status) ? Outcome::End::signalled : Outcome::End::exited;
  outcome.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  outcome.out = pipes.out_text();
  outcome.err = pipes.err_text();
  return outcome;
}

std::string describe(const Outcome& outcome, const ProcessLimits& limits) {
  switch (outcome.end) {
    case Outcome::End::exited:
      return fmt::format("exited with status {}", outcome.code);
    case Outcome::End::signalled:
      return fmt::format("was ended by signal {} ({})", outcome.code, ::strsignal(outcome.code));
    case Outcome::End::stopped:
      return fmt::format("was still running after {} s, and was stopped", static_cast<double>(limits.wall.count()) / 1000);
  }
  return {};
}

}  // namespace lockstep
