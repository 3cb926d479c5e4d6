/// @file
/// @brief Switches the hazard observers on and off, for the harness and by LOCKSTEP_CHECK.
#include "sim/observers/check.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/sim/check.hpp"
#include "sim/engine/environment.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/observers/barriers/absent_threads.hpp"
#include "sim/observers/hazards/at_exit.hpp"
#include "sim/observers/hazards/failed_launches.hpp"
#include "sim/observers/hazards/process_end.hpp"
#include "sim/observers/memory/memory_checker.hpp"
#include "sim/observers/memory/uninitialised.hpp"
#include "sim/observers/races/race_detector.hpp"
#include "sim/observers/replay/witness.hpp"
#include "sim/observers/screening/screen.hpp"
#include "sim/observers/streams/host_changes.hpp"
#include "sim/observers/streams/late_output.hpp"
#include "sim/observers/streams/stream_races.hpp"

namespace lockstep::sim {

namespace {

struct Check {
  HazardLog log;
  MemoryChecker memory{log};
  Uninitialised uninitialised{log};
  RaceDetector races{log};
  StreamRaces streams{log};
  HostChanges host_changes{log};
  Replay replay;
  AbsentThreads absent{log, replay};
  FailedLaunches failures{log};
  LateOutput late_output{log};
  Witness witness{log, replay, races};
  Screen screen{uninitialised.written()};
  // The witness comes after those that find races.
  std::array<Observer*, 11> all{&memory, &uninitialised, &races,       &streams, &host_changes, &replay,
                                &absent, &failures,      &late_output, &witness, &screen};

  Check() {
    for (Observer* const observer : all) add_observer(*observer);
  }
  ~Check() {
    for (Observer* const observer : all) remove_observer(*observer);
  }
};

std::unique_ptr<Check>& current_check() {
  static auto& check = immortal<std::unique_ptr<Check>>();
  return check;
}

std::string counted(std::size_t count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

// "2 errors, 1 warning".
std::string summary(const std::vector<const Hazard*>& found) {
  std::string text;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const auto count = std::ranges::count(found, severity, &Hazard::severity);
    if (count != 0) text += (text.empty() ? "" : ", ") + counted(static_cast<std::size_t>(count), name_of(severity));
  }
  return text;
}

// A stream whose lock the interrupted program holds stays as it is.
void flush_where_free(std::FILE* stream) {
  if (ftrylockfile(stream) != 0) return;
  fflush_unlocked(stream);
  funlockfile(stream);
}

void write_to_stderr(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Prints what was found, the worst first. Were there errors? Takes no lock of a stream, and leaves the log as it is: freeing would take
// the lock of the heap.
bool print_hazards(const HazardLog& log) {
  std::vector<const Hazard*> found = log.told();
  if (found.empty()) return false;
  std::stable_sort(found.begin(), found.end(), [](const Hazard* a, const Hazard* b) { return a->severity > b->severity; });
  for (std::FILE* const stream : {stdout, stderr}) flush_where_free(stream);
  for (const Hazard* const hazard : found) write_to_stderr(to_string(*hazard));
  write_to_stderr(fmt::format("lockstep: {}\n", summary(found)));
  return found.front()->severity == Severity::error;
}

// Checks the program from its start, by LOCKSTEP_CHECK. Reports at the very end: programs free memory, and launch, when their static
// objects end. The check is never switched off: the list of observers may be gone by then.
bool report_end(bool orderly) {
  if (current_check() == nullptr) return false;
  HazardLog& log = current_check()->log;
  current_check()->streams.finish();
  if (orderly) find_leaks(log);
  if (orderly) find_unseen_errors(log);
  return print_hazards(log);
}

const bool checked_from_start = [] {
  if (!wish_from_environment("LOCKSTEP_CHECK")) return false;
  if (!is_checking()) start_check();
  current_check()->log.is_told = true;
  at_process_end(report_end);
  return true;
}();

}  // namespace

void start_check() {
  current_check().reset();
  current_check() = std::make_unique<Check>();
}

std::vector<Hazard> stop_check() {
  if (!is_checking()) return {};
  std::vector<Hazard> found = found_so_far();
  current_check().reset();
  return found;
}

bool is_checking() { return current_check() != nullptr; }

RunningCheck running_check() { return {current_check()->log, current_check()->replay}; }

void start_silent_check() {
  start_check();
  current_check()->log.is_told = false;
}

std::vector<Hazard> found_so_far() {
  current_check()->streams.finish();
  std::vector<Hazard> found;
  for (const Hazard* const hazard : current_check()->log.told()) found.push_back(*hazard);
  for (Hazard& hazard : found) hazard.text = to_string(hazard);
  return found;
}

}  // namespace lockstep::sim
