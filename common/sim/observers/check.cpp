/// @file
/// @brief Switches the hazard observers on and off, for the harness and by LOCKSTEP_CHECK.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "observers/failed_launches.hpp"
#include "observers/memory_errors.hpp"
#include "observers/races.hpp"
#include "observers/stream_races.hpp"
#include "observers/witness.hpp"

namespace lockstep::sim {

namespace {

struct Check {
  HazardLog log;
  Races races{log};
  MemoryErrors memory{log};
  StreamRaces streams{log};
  FailedLaunches failures{log};
  Witness witness{log};
  Check() {
    add_observer(memory);
    add_observer(races);
    add_observer(streams);
    add_observer(failures);
    add_observer(witness);  // behind those that find races
  }
  ~Check() {
    remove_observer(witness);
    remove_observer(failures);
    remove_observer(streams);
    remove_observer(races);
    remove_observer(memory);
  }
};

std::unique_ptr<Check>& running() {
  static auto& check = *std::make_unique<std::unique_ptr<Check>>().release();  // programs launch from static destructors too
  return check;
}

std::string counted(std::size_t count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

// "2 errors, 1 warning".
std::string summary(const std::vector<Hazard>& found) {
  std::string text;
  for (const auto& [severity, word] : {std::pair{Severity::error, "error"}, {Severity::warning, "warning"}, {Severity::note, "note"}}) {
    const auto count = std::count_if(found.begin(), found.end(), [&](const Hazard& hazard) { return hazard.severity == severity; });
    if (count != 0) text += (text.empty() ? "" : ", ") + counted(static_cast<std::size_t>(count), word);
  }
  return text;
}

// Prints what was found, the worst first. Were there errors?
bool print_hazards() {
  std::vector<Hazard> found = stop_check();
  if (found.empty()) return false;
  std::stable_sort(found.begin(), found.end(), [](const Hazard& a, const Hazard& b) { return a.severity > b.severity; });
  std::fflush(nullptr);
  for (const Hazard& hazard : found) fmt::print(stderr, "{}", to_string(hazard));
  fmt::print(stderr, "lockstep: {}\n", summary(found));
  std::fflush(nullptr);
  return found.front().severity == Severity::error;
}

// A program that had no error of its own ends with one if there were hazards of that rank.
void finish(int status, void*) {
  if (print_hazards() && status == 0) _exit(1);
}

const bool checked_from_start = [] {
  const char* const wish = std::getenv("LOCKSTEP_CHECK");
  if (wish == nullptr || *wish == '\0' || std::string_view(wish) == "0") return false;
  start_check();
  on_exit(finish, nullptr);
  return true;
}();

}  // namespace

void start_check() {
  running().reset();
  running() = std::make_unique<Check>();
}

std::vector<Hazard> stop_check() {
  if (running() == nullptr) return {};
  std::vector<Hazard> found = running()->log.take();
  running().reset();
  return found;
}

}  // namespace lockstep::sim
