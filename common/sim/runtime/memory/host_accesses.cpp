/// @file
/// @brief Hands accesses of host code to the observers, which have no locks.
#include "sim/runtime/memory/host_accesses.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

/// Host code that touches memory while work runs must not wait for it: the work may wait for host code. So the accesses are not seen in
/// their order. Reads are kept all the same: one of them may have told the program that the work is done.
struct LateReads {
  std::mutex mutex;
  std::vector<Access> all;
  std::atomic<bool> any = false;
};

LateReads& late_reads() {
  static auto& reads = immortal<LateReads>();
  return reads;
}

void keep_late(const Access& access) {
  constexpr std::size_t kMost = 64;  // places in the program that poll at one time
  if (access.kind == AccessKind::store || access.kind == AccessKind::volatile_store) return;
  LateReads& late = late_reads();
  const std::lock_guard lock(late.mutex);
  const bool known =
      std::ranges::any_of(late.all, [&](const Access& other) { return other.pc == access.pc && other.address == access.address; });
  if (known || late.all.size() == kMost) return;
  late.all.push_back(access);
  late.any = true;
}

// Registered memory is in the table of allocations alone, which takes the lock.
bool may_be_shared(const void* p) {
  if (inside_space(p)) return address_space().host_visible.holds(p);
  if (!host_shares_memory()) return false;
  const Variables* const variables = find_variables(p);
  return variables == nullptr ? any_registered_memory() : variables->managed;
}

bool is_shared(const void* p) { return inside_space(p) || find_variables(p) != nullptr || find_allocation(p) != nullptr; }

}  // namespace

void tell_of_late_host_accesses() {
  LateReads& late = late_reads();
  if (!late.any.exchange(false)) return;
  std::vector<Access> reads;
  {
    const std::lock_guard lock(late.mutex);
    reads.swap(late.all);
  }
  for (const Access& access : reads) observe([&](Observer& observer) { observer.host_has_read(access); });
}

void tell_of_host_access(const Access& access) {
  const void* const p = reinterpret_cast<const void*>(access.address);
  if (!may_be_shared(p)) return;
  const std::unique_lock lock(api_mutex(), std::try_to_lock);
  if (!lock) return keep_late(access);
  if (!is_shared(p)) return;
  tell_of_late_host_accesses();
  observe([&](Observer& observer) { observer.host_access(access); });
}

}  // namespace lockstep::sim
