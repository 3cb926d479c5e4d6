/// @file
/// @brief Asynchronous copies: remembered when they begin, done when they are waited for.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>

#include "lockstep/sim/device/control.hpp"
#include "lockstep/sim/device/pipeline.hpp"
#include "lockstep/sim/device/pipeline_state.hpp"
#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kMostBatchesLeft = 8;  // what the hardware's wait can be told

// What goes wrong with a copy is the fault of the line that began it.
Access copy_access(const void* pc, const void* address, std::size_t bytes, AccessKind kind) {
  Access access{pc, reinterpret_cast<std::uintptr_t>(address), static_cast<std::uint32_t>(bytes), kind};
  access.asynchronous = true;
  return access;
}

void report_copy(const void* pc, const void* address, std::size_t bytes, AccessKind kind) {
  if (bytes != 0) report_access(copy_access(pc, address, bytes, kind));
}

// The other end of the copy, which may be reached now as well as when it is reported.
void report_possible(const void* pc, const void* address, std::size_t bytes, AccessKind kind) {
  if (bytes == 0) return;
  observe([&](Observer& observer) { observer.may_access(current_worker->current(), copy_access(pc, address, bytes, kind)); });
}

void finish(const PendingCopy& copy) {
  report_possible(copy.pc, copy.from, copy.bytes - copy.zeros, AccessKind::load);
  report_copy(copy.pc, copy.to, copy.bytes, AccessKind::store);
  const std::size_t copied = std::size_t{copy.bytes} - copy.zeros;
  std::memcpy(copy.to, copy.from, copied);
  std::memset(copy.to + copied, 0, copy.zeros);
}

std::size_t committed_copies(const PipelineState& state) {
  return std::accumulate(state.batch_sizes.begin(), state.batch_sizes.end(), std::size_t{0});
}

bool aligned(const void* address, std::size_t bytes) { return reinterpret_cast<std::uintptr_t>(address) % bytes == 0; }

void check_copy(const void* to, const void* from, std::size_t bytes, std::size_t zeros, Site site, const void* pc) {
  if (bytes != 4 && bytes != 8 && bytes != 16)
    fail_kernel(cudaErrorLaunchFailure, "__pipeline_memcpy_async: the size is " + std::to_string(bytes) + "; it must be 4, 8 or 16", site);
  if (zeros > bytes)
    fail_kernel(cudaErrorLaunchFailure,
                "__pipeline_memcpy_async: cannot fill " + std::to_string(zeros) + " of " + std::to_string(bytes) + " bytes with zero",
                site);
  if (!aligned(to, bytes) || !aligned(from, bytes))
    fail_kernel(cudaErrorMisalignedAddress,
                "__pipeline_memcpy_async: both addresses must be multiples of the size, " + std::to_string(bytes), site);
  if (!is_shared_memory(to)) fail_kernel(cudaErrorLaunchFailure, "__pipeline_memcpy_async: the destination must be in shared memory", site);
  if (!__isGlobal(from)) fail_kernel(cudaErrorLaunchFailure, "__pipeline_memcpy_async: the source must be in global memory", site);
  check_device_address(to, true, pc);
  if (zeros < bytes) check_device_address(from, false, pc);
}

void begin_copy(void* to, const void* from, std::size_t bytes, std::size_t zeros, Site site, const void* pc) {
  check_copy(to, from, bytes, zeros, site, pc);
  report_copy(pc, from, bytes - zeros, AccessKind::load);
  report_possible(pc, to, bytes, AccessKind::store);
  pipeline_state().copies.push_back({static_cast<std::byte*>(to), static_cast<const std::byte*>(from), static_cast<std::uint8_t>(bytes),
                                     static_cast<std::uint8_t>(zeros), pc});
}

/// The largest unit of an asynchronous copy that fits both addresses and the size; 0 where none does.
std::size_t copy_unit(const void* to, const void* from, std::size_t bytes) {
  for (const std::size_t unit : {16u, 8u, 4u})
    if (bytes >= unit && aligned(to, unit) && aligned(from, unit)) return unit;
  return 0;
}

// The engine's copy is done when it begins: a program that reads too early, in another thread, has a race.
void copy_in_bulk(void* to, const void* from, std::size_t bytes, Site site, const void* pc) {
  if (bytes % 16 != 0 || !aligned(to, 16) || !aligned(from, 16))
    fail_kernel(cudaErrorMisalignedAddress, "a bulk copy needs addresses and a size that are multiples of 16", site);
  auto* const target = static_cast<std::byte*>(to);
  const auto* const source = static_cast<const std::byte*>(from);
  for (std::size_t at = 0; at < bytes; at += 16) {
    check_device_address(source + at, false, pc);
    check_device_address(target + at, true, pc);
    report_access({pc, reinterpret_cast<std::uintptr_t>(source + at), 16, AccessKind::load});
    report_access({pc, reinterpret_cast<std::uintptr_t>(target + at), 16, AccessKind::store});
    std::memcpy(target + at, source + at, 16);
  }
}

}  // namespace

void pipeline_copy(void* to, const void* from, std::size_t bytes, std::size_t zeros, Site site) {
  begin_copy(to, from, bytes, zeros, site, __builtin_return_address(0));
}

void pipeline_commit() {
  PipelineState& state = pipeline_state();
  state.batch_sizes.push_back(state.copies.size() - committed_copies(state));
}

void pipeline_finish_uncommitted() {
  PipelineState& state = pipeline_state();
  const auto first = state.copies.begin() + static_cast<std::ptrdiff_t>(committed_copies(state));
  std::for_each(first, state.copies.end(), finish);
  state.copies.erase(first, state.copies.end());
}

void pipeline_wait_prior(std::size_t batches) {
  PipelineState& state = pipeline_state();
  const std::size_t left = std::min(batches, kMostBatchesLeft);
  if (state.batch_sizes.size() <= left) return;
  const auto last_batch = state.batch_sizes.end() - static_cast<std::ptrdiff_t>(left);
  std::size_t finished = 0;
  for (auto batch = state.batch_sizes.begin(); batch != last_batch; ++batch) finished += *batch;
  const auto last_copy = state.copies.begin() + static_cast<std::ptrdiff_t>(finished);
  std::for_each(state.copies.begin(), last_copy, finish);
  state.copies.erase(state.copies.begin(), last_copy);
  state.batch_sizes.erase(state.batch_sizes.begin(), last_batch);
}

void pipeline_copy_part(void* to, const void* from, std::size_t bytes, unsigned rank, unsigned size, Site site) {
  const void* const pc = __builtin_return_address(0);
  auto* const target = static_cast<std::byte*>(to);
  const auto* const source = static_cast<const std::byte*>(from);
  const std::size_t unit = is_shared_memory(to) && __isGlobal(from) ? copy_unit(to, from, bytes) : 0;
  const std::size_t asynchronous = unit == 0 ? 0 : bytes / unit * unit;
  for (std::size_t at = rank * unit; at < asynchronous; at += size * unit) begin_copy(target + at, source + at, unit, 0, site, pc);
  for (std::size_t at = asynchronous + rank; at < bytes; at += size) {
    check_device_address(source + at, false, pc);
    check_device_address(target + at, true, pc);
    report_access({pc, reinterpret_cast<std::uintptr_t>(source + at), 1, AccessKind::load});
    report_access({pc, reinterpret_cast<std::uintptr_t>(target + at), 1, AccessKind::store});
    target[at] = source[at];
  }
}

void bulk_copy(void* to, const void* from, std::size_t bytes, PhaseBarrier& barrier, Site site) {
  if (!is_shared_memory(to) || !__isGlobal(from))
    fail_kernel(cudaErrorLaunchFailure, "this bulk copy is one from global to shared memory", site);
  copy_in_bulk(to, from, bytes, site, __builtin_return_address(0));
  arrive_with_bytes(barrier, 0, -static_cast<int>(bytes), Scope::block, site);
}

void bulk_copy_out(void* to, const void* from, std::size_t bytes, Site site) {
  if (!is_shared_memory(from) || !__isGlobal(to))
    fail_kernel(cudaErrorLaunchFailure, "this bulk copy is one from shared to global memory", site);
  copy_in_bulk(to, from, bytes, site, __builtin_return_address(0));
}

}  // namespace lockstep::sim
