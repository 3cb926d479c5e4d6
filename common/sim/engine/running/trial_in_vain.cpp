/// @file
/// @brief Stops the grid's OS threads for a moment, in which the kernels' calls at basic blocks are made real.
#include "sim/engine/running/trial_in_vain.hpp"

#include <atomic>
#include <csignal>
#include <cstddef>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/program/control_calls.hpp"
#include "sim/engine/running/grid_run.hpp"

namespace lockstep::sim {

namespace {

const int kStopSignal = SIGRTMAX - 7;  // beside that of engine/failures/whereabouts.cpp

std::atomic<std::size_t> stopped = 0;
std::atomic<bool> may_go_on = false;

void stop(int) {
  stopped.fetch_add(1);
  while (!may_go_on.load()) {
  }
  stopped.fetch_sub(1);
}

void install_stop_handler() {
  struct sigaction action {};
  action.sa_handler = stop;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigaction(kStopSignal, &action, nullptr);
}

}  // namespace

// Code may only change while nobody runs it.
void end_trial_in_vain(GridRun& grid) {
  install_stop_handler();
  may_go_on.store(false);
  const std::size_t interrupted = grid.interrupt(kStopSignal);
  while (stopped.load() != interrupted) {
  }
  grid.in_vain.store(true);
  any_control_observers = true;
  set_control_calls(true);
  may_go_on.store(true);
  while (stopped.load() != 0) {
  }
}

}  // namespace lockstep::sim
