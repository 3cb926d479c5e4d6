/// @file
/// @brief Sends the grid's OS threads a signal, whose handler looks at the instruction that was interrupted.
#include "sim/engine/failures/empty_loops.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/failures/machine_context.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/engine/running/trial.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

const int kLoopSignal = SIGRTMAX - 8;  // beside that of running/trial_in_vain.cpp

bool jumps_to_itself(const void* pc) {
#if defined(__x86_64__)
  constexpr std::array<std::uint8_t, 2> kJump = {0xEB, 0xFE};
#else
  constexpr std::array<std::uint8_t, 4> kJump = {0x00, 0x00, 0x00, 0x14};
#endif
  return std::memcmp(pc, kJump.data(), kJump.size()) == 0;
}

// Runs instead of the loop, on a stack of its own.
[[noreturn]] void leave_loop() {
  if (is_trial_of_many) call_off_trial(TrialEnd::order);
  fail({.error = cudaErrorLaunchTimeout,
        .kind = "deadlock",
        .text = "an infinite loop that does nothing: it waits for a plain variable, which the compiler reads only once",
        .fix = "wait for a volatile or an atomic variable"});
}

// Nothing else can be interrupted: the thread may hold a lock, or be half-way through what others rely on.
void redirect(int, siginfo_t*, void* raw) {
  auto& context = *static_cast<ucontext_t*>(raw);
  if (current_worker == nullptr || !jumps_to_itself(reinterpret_cast<const void*>(program_counter(context)))) return;
  set_stack(context, current_worker->emergency_stack_end());
  program_counter(context) = reinterpret_cast<std::intptr_t>(&leave_loop);
}

void install_loop_handler() {
  struct sigaction action {};
  action.sa_sigaction = redirect;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(kLoopSignal, &action, nullptr);
}

}  // namespace

void end_empty_loops(GridRun& grid) {
  install_loop_handler();
  grid.interrupt(kLoopSignal);
}

}  // namespace lockstep::sim
