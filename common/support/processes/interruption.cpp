/// @file
/// @brief Remembers a signal, for code that waits to check.
#include "support/processes/interruption.hpp"

#include <atomic>
#include <csignal>
#include <stdexcept>

namespace lockstep {
namespace {

std::atomic<int> came{0};
static_assert(std::atomic<int>::is_always_lock_free);  // for use in a handler

}  // namespace

void remember_interruptions() {
  struct sigaction action {};
  action.sa_handler = [](int signal) { came = signal; };
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
}

int interruption() { return came; }

void throw_if_interrupted() {
  if (came != 0) throw std::runtime_error("stopped by a signal");
}

void end_by_interruption() {
  ::signal(came, SIG_DFL);
  ::raise(came);
}

}  // namespace lockstep
