/// @file
/// @brief One OS thread for all launches, which sleeps and looks: a launch costs a note of when it began.
#include "engine/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/environment.hpp"
#include "engine/grid_run.hpp"
#include "engine/immortal.hpp"

namespace lockstep::sim {

namespace {

using Clock = std::chrono::steady_clock;

class Watch {
 public:
  Watch() {
    std::thread([this] { serve(); }).detach();
  }

  void begin(GridRun& grid, std::chrono::seconds patience) {
    const std::lock_guard lock(mutex_);
    grid_ = &grid;
    patience_ = patience;
    due_ = Clock::now() + patience;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    grid_ = nullptr;
  }

 private:
  [[noreturn]] void serve() {
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
      const std::lock_guard lock(mutex_);
      if (grid_ != nullptr && Clock::now() >= due_) tell();
    }
  }

  void tell() {
    const uint3 block = grid_->running_block();
    fmt::print(stderr, "lockstep: kernel {} has run for {} s and is in block ({},{},{})\n", grid_->request.kernel->traits.name,
               patience_.count(), block.x, block.y, block.z);
    fmt::print(stderr, "  does a loop wait for what never changes? Ctrl-C ends the program\n");
    grid_ = nullptr;
  }

  std::mutex mutex_;
  GridRun* grid_ = nullptr;
  std::chrono::seconds patience_{};
  Clock::time_point due_{};
};

Watch& watch() {
  static auto& instance = immortal<Watch>();
  return instance;
}

}  // namespace

Watchdog::Watchdog(GridRun& grid) {
  constexpr std::uint64_t kMost = 1'000'000;
  const std::uint64_t seconds = std::min(kMost, number_from_environment("LOCKSTEP_PATIENCE", 10));
  if (seconds != 0) watch().begin(grid, std::chrono::seconds(seconds));
}

Watchdog::~Watchdog() { watch().end(); }

}  // namespace lockstep::sim
