/// @file
/// @brief Runs queued work in the order of issue.
#include "runtime/queue.hpp"

#include <optional>

#include "runtime/api.hpp"
#include "runtime/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kMostWaiting = 1024;  // a program that never synchronizes must not fill memory with closures

bool touches_device_memory(Work work) { return work == Work::kernel || work == Work::copy || work == Work::fill; }

}  // namespace

Queue& queue() {
  static Queue all;
  return all;
}

std::uint64_t Queue::push(Operation operation) {
  operation.id = next_id_;
  waiting_.push_back(std::move(operation));
  ++next_id_;
  const std::uint64_t id = next_id_ - 1;
  if (waiting_.size() > kMostWaiting) flush();
  return id;
}

void Queue::run_front() {
  // The operation stays at the front while it runs: it is not done before.
  const cudaError_t error = waiting_.front().run();
  waiting_.pop_front();
  if (error == cudaSuccess) return;
  set_context_error(error);
  waiting_.clear();  // a failed context runs nothing any more
}

void Queue::run_oldest() {
  if (waiting_.empty()) return;
  std::optional<DeviceMemoryWindow> window;
  if (touches_device_memory(waiting_.front().work)) window.emplace();
  run_front();
}

cudaError_t Queue::flush() {
  // One window for as many operations as possible: opening it costs a system call for each allocation. Callbacks are the program's host code: closed.
  std::optional<DeviceMemoryWindow> window;
  while (!waiting_.empty()) {
    const Work work = waiting_.front().work;
    if (work == Work::host_function) window.reset();
    if (touches_device_memory(work) && !window) window.emplace();
    run_front();
  }
  return context_error();
}

}  // namespace lockstep::sim
