/// @file
/// @brief Faults of the processor, told as CUDA's errors.
#pragma once

#include <cstddef>
#include <memory>

namespace lockstep::sim {

/// Installs the handlers, once.
void install_fault_handlers();

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

}  // namespace lockstep::sim
