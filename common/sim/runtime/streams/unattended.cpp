/// @file
/// @brief The exit handler, and the OS thread that runs the queue while host code is quiet.
#include "sim/runtime/streams/unattended.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

/// While it lives, what kernels print passes through it, and is noticed.
class PrintedOutput {
 public:
  PrintedOutput() : before_(stdout) {
    std::fflush(before_);
    std::FILE* const through = fopencookie(this, "w", {.read = nullptr, .write = pass, .seek = nullptr, .close = nullptr});
    if (through != nullptr) stdout = through;
  }
  ~PrintedOutput() { close(); }
  PrintedOutput(const PrintedOutput&) = delete;
  PrintedOutput& operator=(const PrintedOutput&) = delete;

  /// Was there any? Ends the passing through.
  bool close() {
    if (stdout != before_) std::fclose(std::exchange(stdout, before_));
    return any_;
  }

 private:
  static ssize_t pass(void* self, const char* text, std::size_t bytes) {
    auto& output = *static_cast<PrintedOutput*>(self);
    output.any_ = true;
    return static_cast<ssize_t>(std::fwrite(text, 1, bytes, output.before_));
  }

  std::FILE* before_;
  bool any_ = false;
};

std::chrono::steady_clock::time_point last_issue;

// A GPU has done what was issued longer ago than this, and its output is printed.
bool would_be_done() { return std::chrono::steady_clock::now() - last_issue > std::chrono::milliseconds(250); }

void tell_of_late_output(const Call& kernel) {
  const std::vector<Observer*>& all = observers();
  if (std::any_of(all.begin(), all.end(), [&](Observer* observer) { return observer->output_comes_late(kernel); })) return;
  static bool told = false;
  if (std::exchange(told, true)) return;
  fmt::print(stderr, "lockstep: nothing waited for kernel {}: a GPU usually loses what it printed\n", kernel.name);
}

bool nothing_waits() {
  const ApiCall call;
  return queue().waiting().empty();
}

void run_what_is_left() {
  const ApiCall call;
  const bool late = !would_be_done();
  while (!queue().waiting().empty()) {
    const Operation& next = queue().waiting().front();
    const bool is_kernel = next.work == Work::kernel;
    const Call kernel = next.call;
    PrintedOutput output;
    queue().run_oldest();
    if (output.close() && is_kernel && late) tell_of_late_output(kernel);
  }
}

bool exit_is_watched = false;
pid_t exit_watched_by = 0;

void at_exit() {
  exit_is_watched = false;  // static objects may launch yet
  // A host function may call exit(), and in a child after fork() there is no device: what it waits for never comes.
  if (ApiCall::here() || getpid() != exit_watched_by || nothing_waits()) return;
  std::thread(run_what_is_left).join();  // what this thread needs for a grid may be gone
}

/// The OS thread that runs the queue while host code is quiet.
class Attendant {
 public:
  Attendant() {
    std::thread([this] { serve(); }).detach();
  }

  void wake() {
    if (is_awake_.exchange(true)) return;
    const std::lock_guard lock(mutex_);
    woken_.notify_one();
  }
  bool runs() const { return runs_; }

 private:
  [[noreturn]] void serve() {
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        woken_.wait(lock, [&] { return is_awake_.load(); });
      }
      while (!attend()) {
      }
    }
  }

  // True when there is nothing more to do.
  bool attend() {
    const std::uint64_t seen = queue().changes();
    std::this_thread::sleep_for(patience_);
    const std::lock_guard lock(api_mutex());
    if (queue().changes() != seen) return false;
    const ApiCall call;
    is_awake_ = false;  // what is pushed from here on wakes it again: pushing takes the lock
    if (queue().waiting().empty()) return true;
    runs_ = true;
    queue().flush();
    runs_ = false;
    // The program waits in a way of its own, and will again: a loop of such waits must not take long.
    patience_ = std::max(kLeastPatience, patience_ / 8);
    return true;
  }

  // Longer than host code takes to issue the next operation or to wait for one, in nearly every program: then all goes as without this
  // thread.
  static constexpr std::chrono::microseconds kMostPatience{250'000}, kLeastPatience{1'000};

  std::chrono::microseconds patience_ = kMostPatience;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::atomic<bool> is_awake_ = false;
  std::atomic<bool> runs_ = false;
};

std::atomic<Attendant*> attendant = nullptr;

}  // namespace

void run_at_exit() {
  last_issue = std::chrono::steady_clock::now();
  if (std::exchange(exit_is_watched, true)) return;
  exit_watched_by = getpid();
  std::atexit(at_exit);
}

void run_when_host_is_quiet(const Operation& issued) {
  if (issued.work != Work::host_function && !host_shares_memory()) return;
  if (attendant == nullptr) attendant = &immortal<Attendant>();
  attendant.load()->wake();
}

bool host_may_help() {
  const Attendant* const one = attendant;
  return one != nullptr && one->runs() && !ApiCall::any_waits();
}

}  // namespace lockstep::sim
