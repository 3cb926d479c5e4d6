/// @file
/// @brief A fault in a kernel ends the launch; host code that touches device memory is told what to do instead.
#include "sim/engine/failures/faults.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdint>
#include <cstdio>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/accesses/memory_answers.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/failures/machine_context.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/fiber.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

constinit thread_local const void* acting_for = nullptr;
void (*before_host_fault)() = nullptr;

namespace {

struct Fault {
  int signal = 0;
  const void* address = nullptr;
  const void* pc = nullptr;  ///< the address after the instruction
  std::uintptr_t stack = 0;  ///< the stack pointer
  bool general = false;      ///< an instruction that requires another alignment: a vector's on x86-64, an atomic one on Arm
  bool jump = false;         ///< there is no code at the address: `pc` is then after the call that led there
};

thread_local Fault last_fault;

// A wild index may lead to a guard page too; but then the stack is not full.
bool is_overflow(const Fault& fault) {
  constexpr std::uintptr_t kNear = 4096 + 512;
  return in_guard_page(fault.address) && fault.stack < reinterpret_cast<std::uintptr_t>(fault.address) + kNear;
}

Failure failure_of(const Fault& fault) {
  if (fault.general) return misaligned_failure(fault.pc);
  if (fault.signal == SIGFPE) return division_failure(fault.pc);
  Failure failure{.error = cudaErrorIllegalAddress, .kind = "out-of-bounds", .pc = fault.pc, .address = fault.address};
  if (fault.jump) {
    failure.kind = "launch-failure";
    failure.text = "a call through a function pointer that does not point to a function: " + memory_answers.describe(fault.address);
    failure.fix = "set function pointers in device code: host code cannot take the address of a __device__ function";
  } else if (is_overflow(fault)) {
    failure.kind = "stack-overflow";
    failure.text = fmt::format("a stack overflow: a thread has {} KB for local variables and calls", kStackBytes / 1024);
    failure.fix = "is the recursion too deep, or a local array too large?";
  } else if (address_space().stacks.holds(fault.address)) {
    failure.text = "an illegal memory access: outside the thread's local memory";
    failure.fix = "is the index of a local array too large?";
  } else {
    failure.text = "an illegal memory access: to " + memory_answers.describe(fault.address);
    failure.fix = memory_answers.advice(fault.address);
  }
  return failure;
}

// Runs instead of the faulting instruction, on a stack that has room, outside of the signal handler.
[[noreturn]] void fail_after_fault() { fail(failure_of(last_fault)); }

// The process ends as it would without the simulator, but not without a word.
void explain_host_fault(const Fault& fault) {
  const AddressSpace& space = address_space();
  if (!space.all.holds(fault.address)) return;
  std::fflush(stdout);
  fmt::print(stderr,
             "lockstep: error: host code touched device memory at {} in {}\n"
             "  it is {}\n"
             "  the host cannot reach it: copy it with cudaMemcpy first, or allocate it with cudaMallocManaged\n",
             fault.address, source_line(fault.pc), memory_answers.describe(fault.address));
}

void handle(int signal, siginfo_t* info, void* raw) {
  auto& context = *static_cast<ucontext_t*>(raw);
  const bool jump =
      signal != SIGFPE && reinterpret_cast<std::uintptr_t>(info->si_addr) == static_cast<std::uintptr_t>(program_counter(context));
  const bool general = !jump && (signal == SIGSEGV ? info->si_code == SI_KERNEL : signal == SIGBUS && info->si_code == BUS_ADRALN);
  // Where the program counter itself faults, the call that led there left its return address.
  const void* pc =
      reinterpret_cast<const void*>(jump ? return_address(context) : static_cast<std::uintptr_t>(program_counter(context)) + 1);
  if (acting_for != nullptr) pc = acting_for;
  last_fault = {signal, info->si_addr, pc, static_cast<std::uintptr_t>(stack_pointer(context)), general, jump};
  acting_for = nullptr;
  if (current_worker != nullptr) {
    set_stack(context, current_worker->emergency_stack_end());
    program_counter(context) = reinterpret_cast<std::intptr_t>(&fail_after_fault);
    return;
  }
  explain_host_fault(last_fault);
  if (before_host_fault != nullptr) before_host_fault();
  std::signal(signal, SIG_DFL);  // the instruction runs again, and ends the process
}

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE};

const struct sigaction& our_action() {
  static const struct sigaction action = [] {
    struct sigaction ours {};
    ours.sa_sigaction = handle;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    return ours;
  }();
  return action;
}

}  // namespace

FaultStack::FaultStack() : memory_(std::make_unique<std::byte[]>(kStackBytes)) {
  stack_t stack{};
  stack.ss_sp = memory_.get();
  stack.ss_size = kStackBytes;
  sigaltstack(&stack, nullptr);
}

FaultStack::~FaultStack() {
  stack_t stack{};
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
}

void install_fault_handlers() {
  for (const int signal : kSignals) sigaction(signal, &our_action(), nullptr);
}

FaultHandlers::FaultHandlers() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &our_action(), &before_[i]);
}

FaultHandlers::~FaultHandlers() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (before_[i].sa_sigaction != handle) sigaction(kSignals[i], &before_[i], nullptr);
}

}  // namespace lockstep::sim
