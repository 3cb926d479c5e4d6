/// @file
/// @brief Switches the hazard observers on and off, for the harness and by LOCKSTEP_CHECK.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/environment.hpp"
#include "engine/faults.hpp"
#include "observers/absent_threads.hpp"
#include "observers/at_exit.hpp"
#include "observers/failed_launches.hpp"
#include "observers/host_changes.hpp"
#include "observers/memory_errors.hpp"
#include "observers/races.hpp"
#include "observers/stream_races.hpp"
#include "observers/uninitialised.hpp"
#include "observers/witness.hpp"

namespace lockstep::sim {

namespace {

struct Check {
  HazardLog log;
  MemoryErrors memory{log};
  Uninitialised uninitialised{log};
  Races races{log};
  StreamRaces streams{log};
  HostChanges host_changes{log};
  AbsentThreads absent{log};
  FailedLaunches failures{log};
  Witness witness{log};
  // The witness comes behind those that find races.
  std::array<Observer*, 8> all{&memory, &uninitialised, &races, &streams, &host_changes, &absent, &failures, &witness};

  Check() {
    for (Observer* const observer : all) add_observer(*observer);
  }
  ~Check() {
    for (Observer* const observer : all) remove_observer(*observer);
  }
};

std::unique_ptr<Check>& current_check() {
  static auto& check = *std::make_unique<std::unique_ptr<Check>>().release();  // programs launch from static destructors too
  return check;
}

std::string counted(std::size_t count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

// "2 errors, 1 warning".
std::string summary(const std::vector<Hazard>& found) {
  std::string text;
  for (const auto& [severity, word] : {std::pair{Severity::error, "error"}, {Severity::warning, "warning"}, {Severity::note, "note"}}) {
    const auto count =
        std::count_if(found.begin(), found.end(), [wanted = severity](const Hazard& hazard) { return hazard.severity == wanted; });
    if (count != 0) text += (text.empty() ? "" : ", ") + counted(static_cast<std::size_t>(count), word);
  }
  return text;
}

// Prints what was found, the worst first. Were there errors?
bool print_hazards(std::vector<Hazard> found) {
  if (found.empty()) return false;
  std::stable_sort(found.begin(), found.end(), [](const Hazard& a, const Hazard& b) { return a.severity > b.severity; });
  std::fflush(nullptr);
  for (const Hazard& hazard : found) fmt::print(stderr, "{}", to_string(hazard));
  fmt::print(stderr, "lockstep: {}\n", summary(found));
  std::fflush(nullptr);
  return found.front().severity == Severity::error;
}

// Checks the program from its start, by LOCKSTEP_CHECK. Reports at the very end: programs free memory, and launch, when their static
// objects end. Where they end by a signal, before that.
int exit_status = -1;

void remember_status(int status, void*) { exit_status = status; }

void report_end(bool orderly) {
  if (current_check() == nullptr) return;
  if (orderly) find_leaks(current_check()->log);
  if (orderly) find_unseen_errors(current_check()->log);
  // The check stays as it is: what it would be taken from may be gone. The stack may be a CUDA thread's, or what is left of one.
  bool failed = false;
  std::thread([&] { failed = print_hazards(current_check()->log.take()); }).join();
  if (failed && exit_status == 0) _exit(1);
}

[[gnu::destructor(101)]] void report_at_exit() {
  if (exit_status >= 0) report_end(true);
}

void report_at_signal(int signal) {
  std::signal(signal, SIG_DFL);
  alarm(5);  // what the program was doing may keep this from getting on
  report_end(false);
  std::raise(signal);
}

const bool checked_from_start = [] {
  if (!wish_from_environment("LOCKSTEP_CHECK")) return false;
  start_check();
  on_exit(remember_status, nullptr);
  std::at_quick_exit([] {
    exit_status = 0;  // which one is meant is not told
    report_end(false);
  });
  for (const int signal : {SIGABRT, SIGTERM, SIGINT}) std::signal(signal, report_at_signal);
  before_host_fault = [] { report_end(false); };
  return true;
}();

}  // namespace

void start_check() {
  current_check().reset();
  current_check() = std::make_unique<Check>();
}

std::vector<Hazard> stop_check() {
  if (current_check() == nullptr) return {};
  std::vector<Hazard> found = current_check()->log.take();
  current_check().reset();
  return found;
}

}  // namespace lockstep::sim
