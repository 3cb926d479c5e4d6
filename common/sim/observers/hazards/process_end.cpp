/// @file
/// @brief The ways in which a process ends: exit handlers, signals, and the C library's functions that skip both.
#include "sim/observers/hazards/process_end.hpp"

#include <dlfcn.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

#include "sim/engine/failures/faults.hpp"
#include "sim/engine/immortal.hpp"

namespace lockstep::sim {

namespace {

LastWord last_word = nullptr;
int asked_status = 0;     ///< what the program gave to exit or quick_exit
bool is_exiting = false;  ///< exit handlers run
std::atomic<bool> said = false;

int status_of(int asked, bool failed) {
  const int seen = asked & 0xFF;
  return failed && seen == 0 ? 1 : seen;
}

[[noreturn]] void end_now(int status) {
  for (;;) syscall(SYS_exit_group, status);
}

// An OS thread that waits to give the last word: a program that a signal interrupts may hold the lock of its heap or of a stream.
class Speaker {
 public:
  Speaker() {
    if (pipe(asks_.data()) != 0 || pipe(answers_.data()) != 0) return;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // signals go to the program's own threads
    std::thread([this] { serve(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    process_ = getpid();
  }

  /// A child after fork() has no such thread, and no findings of its own; one after vfork() has its parent's memory.
  bool is_of_this_process() const { return process_ == getpid(); }

  // Also called from a signal handler. Gives up after five seconds: what the program was doing may block this.
  bool say() {
    constexpr int kPatienceMs = 5000;
    char failed = 0;
    pollfd answer{answers_[0], POLLIN, 0};
    if (write(asks_[1], &failed, 1) != 1 || poll(&answer, 1, kPatienceMs) != 1) return false;
    return read(answers_[0], &failed, 1) == 1 && failed != 0;
  }

 private:
  void serve() {
    for (char any = 0; read(asks_[0], &any, 1) == 1;) {
      const char failed = last_word(false) ? 1 : 0;
      if (write(answers_[1], &failed, 1) != 1) return;
    }
  }

  std::array<int, 2> asks_{-1, -1}, answers_{-1, -1};
  pid_t process_ = 0;
};

Speaker* speaker = nullptr;

// The program is cut off. Was it found to fail?
// Is this the time for the last word? Once, and not in a child.
bool may_speak() { return last_word != nullptr && speaker->is_of_this_process() && !said.exchange(true); }

bool say_at_once() { return may_speak() && speaker->say(); }

bool say_at_exit() {
  if (!may_speak()) return false;
  bool failed = false;
  std::thread([&] { failed = last_word(true); }).join();  // the stack may be a CUDA thread's, or what is left of one
  return failed;
}

[[gnu::destructor(101)]] void end_of_static_objects() {
  if (is_exiting && say_at_exit() && status_of(asked_status, true) != (asked_status & 0xFF)) end_now(status_of(asked_status, true));
}

void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  say_at_once();
  std::raise(signal);
}

// What ends a process unless it is caught, and is not a fault (engine/failures/faults.cpp).
constexpr std::array kDeadly{SIGABRT, SIGILL,  SIGTRAP, SIGSYS,  SIGTERM, SIGINT,  SIGHUP,    SIGQUIT,
                             SIGPIPE, SIGALRM, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};

void catch_signals() {
  for (const int signal : kDeadly) {
    struct sigaction before {};
    const bool ignored = sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;  // by nohup, for one
    if (!ignored) std::signal(signal, end_by_signal);
  }
}

}  // namespace

void at_process_end(LastWord say) {
  last_word = say;
  speaker = &immortal<Speaker>();
  on_exit(
      [](int status, void*) {
        asked_status = status;
        is_exiting = true;
      },
      nullptr);
  std::at_quick_exit([] {
    if (say_at_once()) end_now(status_of(asked_status, true));
  });
  catch_signals();
  before_host_fault = [] { say_at_once(); };
}

}  // namespace lockstep::sim

// The program's calls come here instead of to the C library's functions of these names, which would not report anything.
extern "C" {

void _exit(int status) {
  using namespace lockstep::sim;
  end_now(status_of(status, say_at_once()));
}

void _Exit(int status) noexcept { _exit(status); }

void quick_exit(int status) noexcept {
  lockstep::sim::asked_status = status;
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "quick_exit"))(status);
  _exit(status);
}

}  // extern "C"
