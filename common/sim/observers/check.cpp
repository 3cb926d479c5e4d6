/// @file
/// @brief Switches the hazard observers on and off, for the harness and by LOCKSTEP_CHECK.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "observers/memory_errors.hpp"
#include "observers/races.hpp"

namespace lockstep::sim {

namespace {

struct Check {
  HazardLog log;
  Races races{log};
  MemoryErrors memory{log};
  Check() {
    add_observer(memory);
    add_observer(races);
  }
  ~Check() {
    remove_observer(races);
    remove_observer(memory);
  }
};

std::unique_ptr<Check>& running() {
  static auto& check = *std::make_unique<std::unique_ptr<Check>>().release();  // programs launch from static destructors too
  return check;
}

// Prints what was found; a program that had no error of its own ends with one if there were hazards of that rank.
void finish(int status, void*) {
  bool failed = false;
  std::fflush(nullptr);
  for (const Hazard& hazard : stop_check()) {
    failed |= hazard.severity == Severity::error;
    fmt::print(stderr, "{}", to_string(hazard));
  }
  std::fflush(nullptr);
  if (failed && status == 0) _exit(1);
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
