/// @file
/// @brief Faults of the processor, reported as CUDA's errors.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <memory>

namespace lockstep::sim {

/// Installs the handlers for as long as the process lives, unless the program installs its own instead.
void install_fault_handlers();

/// Installs the handlers while a grid runs, and puts back what the program had (test frameworks have their own).
class FaultHandlers {
 public:
  FaultHandlers();
  ~FaultHandlers();
  FaultHandlers(const FaultHandlers&) = delete;
  FaultHandlers& operator=(const FaultHandlers&) = delete;

 private:
  std::array<struct sigaction, 3> before_{};
};

/// A stack for the handlers of this OS thread: the thread's own may be what is full.
class FaultStack {
 public:
  FaultStack();
  ~FaultStack();
  FaultStack(const FaultStack&) = delete;
  FaultStack& operator=(const FaultStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> memory_;
};

/// Where the simulator itself touches device memory on behalf of an access of device code, on this OS thread: the access's program
/// counter, which a report of a fault then names. Otherwise null.
extern constinit thread_local const void* acting_for;  // constinit: otherwise each use would call a function that asks for an initializer

/// Sets acting_for while it lives. The fences keep the compiler from dropping stores that only a signal handler reads.
class ActingFor {
 public:
  explicit ActingFor(const void* pc) {
    acting_for = pc;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~ActingFor() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    acting_for = nullptr;
  }
  ActingFor(const ActingFor&) = delete;
  ActingFor& operator=(const ActingFor&) = delete;
};

/// Called when host code faults, before that ends the process. May be null.
extern void (*before_host_fault)();

}  // namespace lockstep::sim
