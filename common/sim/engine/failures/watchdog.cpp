/// @file
/// @brief One OS thread for all launches, which sleeps and checks: a launch only costs a note of when it began.
#include "sim/engine/failures/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "sim/engine/environment.hpp"
#include "sim/engine/failures/empty_loops.hpp"
#include "sim/engine/failures/whereabouts.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/engine/running/trial.hpp"
#include "sim/engine/running/trial_in_vain.hpp"

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
    began_ = Clock::now();
    partly_done_at_.reset();
    has_told_ = patience.count() == 0;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    grid_ = nullptr;
  }

 private:
  static constexpr Clock::duration kLeast = std::chrono::milliseconds(250);

  [[noreturn]] void serve() {
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
      const std::lock_guard lock(mutex_);
      if (grid_ == nullptr) continue;
      if ((is_trial_of_many || grid_->quiet) && Clock::now() > began_ + kLeast) end_empty_loops(*grid_);
      if (is_trial_of_many && !grid_->in_vain.load() && takes_too_long()) end_trial_in_vain(*grid_);
      if (has_told_ || Clock::now() < began_ + patience_) continue;
      has_told_ = true;
      tell();
    }
  }

  // A block that saw what another had not written yet may never end, though in order it would.
  bool takes_too_long() {
    const Clock::time_point now = Clock::now();
    if (!partly_done_at_ && grid_->is_partly_done()) partly_done_at_ = now;
    return partly_done_at_ && now - *partly_done_at_ > std::max(kLeast, *partly_done_at_ - began_);
  }

  // Says how far the kernel is, and where; asks a question only where nothing changes there.
  void tell() {
    const dim3 extent = grid_->request.grid;
    const std::uint64_t all = std::uint64_t{extent.x} * extent.y * extent.z, ended = grid_->blocks_ended();
    std::string text = fmt::format("lockstep: kernel {} has run for {} s: {} of {} block{} ended\n", grid_->request.kernel->traits.name,
                                   patience_.count(), ended, all, all == 1 ? " has" : "s have");
    const auto worker = grid_->active_worker();
    const Whereabouts here = worker ? whereabouts_of(*worker) : Whereabouts{};
    if (ended != 0 && !here.stands_still)
      text += fmt::format("  at this rate it will run for about {:.0f} s more\n", remaining(ended, all));
    text += describe(here);
    fmt::print(stderr, "{}  Ctrl-C ends the program\n", text);
  }

  double remaining(std::uint64_t ended, std::uint64_t all) const {
    return static_cast<double>(patience_.count()) * static_cast<double>(all - ended) / static_cast<double>(ended);
  }

  static std::string describe(const Whereabouts& here) {
    if (here.line.line == 0) return "";
    std::string text = fmt::format("  thread ({},{},{}) of block ({},{},{}) is in {}:{}\n", here.thread.x, here.thread.y, here.thread.z,
                                   here.block.x, here.block.y, here.block.z, short_path(here.line.file), here.line.line);
    if (here.stands_still)
      text +=
          "  it is in a loop in which nothing changes: does it wait for a variable that\n"
          "  never changes? The compiler may read a plain variable only once: one that\n"
          "  another thread changes must be volatile or atomic\n";
    if (here.polled.bytes != 0)
      text += fmt::format("  it reads the same {} byte{} again and again, and {} is there:\n  does it wait for another thread?\n",
                          here.polled.bytes, here.polled.bytes == 1 ? "" : "s", here.polled.value);
    return text;
  }

  std::mutex mutex_;
  GridRun* grid_ = nullptr;
  std::chrono::seconds patience_{};
  Clock::time_point began_{};
  std::optional<Clock::time_point> partly_done_at_;
  bool has_told_ = false;
};

Watch& watch() {
  static auto& instance = immortal<Watch>();
  return instance;
}

}  // namespace

Watchdog::Watchdog(GridRun& grid) {
  constexpr std::uint64_t kMost = 1'000'000;
  const std::uint64_t seconds = std::min(kMost, number_from_environment("LOCKSTEP_PATIENCE", 10));
  watch().begin(grid, std::chrono::seconds(seconds));
}

Watchdog::~Watchdog() { watch().end(); }

}  // namespace lockstep::sim
