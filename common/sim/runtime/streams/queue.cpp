/// @file
/// @brief Runs queued work in the order of issue.
#include "sim/runtime/streams/queue.hpp"

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/memory/host_accesses.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/unattended.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kMostWaiting = 1024;  // a program that never synchronizes must not fill memory with closures

// Opens what the operation needs. Callbacks are the program's host code: for them all is closed.
void prepare(DeviceMemoryWindow& window, const Operation& operation) {
  if (operation.work == Work::host_function) window.close();
  if (operation.work == Work::kernel || operation.work == Work::library) window.open_all();
  if (operation.work != Work::copy && operation.work != Work::fill) return;
  for (const std::vector<Box>* const boxes : {&operation.reads, &operation.writes})
    for (const Box& box : *boxes) window.open(box.begin, box.extent());
}

cudaError_t run_told(Operation& operation) {
  if (operation.settle) operation.settle(operation);
  observe([&](Observer& observer) { observer.operation_begins(operation); });
  const cudaError_t error = operation.run();
  observe([&](Observer& observer) { observer.operation_ends(operation); });
  return error;
}

}  // namespace

Queue& queue() {
  static auto& all = immortal<Queue>();
  return all;
}

std::uint64_t Queue::push(Operation operation) {
  tell_of_late_host_accesses();
  operation.id = next_id_;
  waiting_.push_back(std::move(operation));
  ++next_id_;
  ++changes_;
  const std::uint64_t id = next_id_ - 1;
  observe([&](Observer& observer) { observer.operation_issued(waiting_.back()); });
  run_at_exit();
  run_when_host_is_quiet(waiting_.back());
  if (waiting_.size() > kMostWaiting) flush();
  return id;
}

void Queue::run_front() {
  // The operation stays at the front while it runs: it is not done before.
  Operation& operation = waiting_.front();
  const cudaError_t error = operation.has_parts ? operation.run() : run_told(operation);
  waiting_.pop_front();
  ++changes_;
  if (error == cudaSuccess) return;
  set_context_error(error);
  waiting_.clear();  // a failed context runs nothing any more
}

cudaError_t Queue::run_part(Operation part) {
  const Operation& whole = waiting_.front();
  part.id = whole.id;
  part.stream = whole.stream;
  part.after = whole.after;
  prepare(*window_, part);
  return run_told(part);
}

void Queue::run_oldest() {
  if (waiting_.empty()) return;
  DeviceMemoryWindow window;
  window_ = &window;
  prepare(window, waiting_.front());
  run_front();
}

cudaError_t Queue::flush() {
  DeviceMemoryWindow window;  // one for all operations: opening and closing costs a system call for each allocation
  window_ = &window;
  while (!waiting_.empty()) {
    prepare(window, waiting_.front());
    run_front();
  }
  return context_error();
}

void Queue::note_done(const std::vector<std::uint64_t>& ids) {
  tell_of_late_host_accesses();
  observe([&](Observer& observer) { observer.host_waits(ids); });
}

cudaError_t Queue::wait_for(const std::vector<std::uint64_t>& ids) {
  note_done(ids);
  return flush();
}

cudaError_t Queue::wait_for_all() {
  tell_of_late_host_accesses();
  observe([](Observer& observer) { observer.host_waits_for_all(); });
  return flush();
}

}  // namespace lockstep::sim
