/// @file
/// @brief Lists the operations that a program queues.
#include "lockstep/sim/operations.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "cuda_runtime_api.h"
#include "sim/engine/accesses/observer.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

namespace {

OperationKind kind_of(Work work) {
  if (work == Work::kernel) return OperationKind::kernel;
  if (work == Work::copy) return OperationKind::copy;
  return work == Work::fill ? OperationKind::fill : OperationKind::other;
}

// Pageable memory, which was staged, is not among the boxes.
Place place_of(const std::vector<Box>& boxes) {
  if (boxes.empty()) return Place::pageable;
  const std::byte* const begin = boxes.front().begin;
  if (address_space().device_heap.holds(begin) || find_variables(begin) != nullptr) return Place::device;
  const Allocation* const allocation = find_allocation(begin);
  if (allocation == nullptr) return Place::pageable;
  return allocation->origin == Origin::managed ? Place::device : Place::pinned;
}

void erase_all(std::vector<std::uint64_t>& from, const std::vector<std::uint64_t>& ids) {
  std::erase_if(from, [&](std::uint64_t id) { return std::ranges::find(ids, id) != ids.end(); });
}

class OperationList final : public Observer {
 public:
  bool follows_accesses() const override { return false; }

  void operation_issued(const Operation& operation) override {
    QueuedOperation listed{.id = operation.id,
                           .stream = operation.stream,
                           .after = operation.after,
                           .kind = kind_of(operation.work),
                           .name = operation.call.name,
                           .bytes = bytes_of(operation.writes)};
    if (operation.work == Work::copy) {
      listed.from = place_of(operation.reads);
      listed.to = place_of(operation.writes);
    }
    listed.after.insert(listed.after.end(), host_waited_.begin(), host_waited_.end());
    erase_all(ends_, listed.after);
    ends_.push_back(listed.id);
    operations_.push_back(std::move(listed));
  }
  void host_waits(const std::vector<std::uint64_t>& ids) override {
    for (const std::uint64_t id : ids) {
      const auto known = std::ranges::lower_bound(operations_, id, {}, &QueuedOperation::id);
      if (known == operations_.end() || known->id != id) continue;
      erase_all(host_waited_, known->after);
      host_waited_.push_back(id);
    }
  }
  void host_waits_for_all() override { host_waited_ = ends_; }

  std::vector<QueuedOperation> take() { return std::move(operations_); }

 private:
  std::vector<QueuedOperation> operations_;
  std::vector<std::uint64_t> ends_;         ///< the operations that no other waits for
  std::vector<std::uint64_t> host_waited_;  ///< what host code waited for, and so all that it issues from then on; the last of each chain
};

std::unique_ptr<OperationList>& current_list() {
  static std::unique_ptr<OperationList> list;
  return list;
}

}  // namespace

void start_operations() {
  cudaDeviceSynchronize();
  if (current_list() != nullptr) remove_observer(*current_list());
  current_list() = std::make_unique<OperationList>();
  add_observer(*current_list());
}

std::vector<QueuedOperation> stop_operations() {
  cudaDeviceSynchronize();
  if (current_list() == nullptr) return {};
  remove_observer(*current_list());
  const std::unique_ptr<OperationList> list = std::move(current_list());
  return list->take();
}

}  // namespace lockstep::sim
