/// @file
/// @brief Finds accesses to memory that is not the program's.
#include "sim/observers/memory/memory_checker.hpp"
#include "sim/runtime/memory/address_text.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/fiber.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/runtime/memory/freed.hpp"

namespace lockstep::sim {

namespace {

constexpr const char* kCompare = "compare the index with the length before the access: if (i < n)";

const char* verb(const Access& access) { return access.writes() ? "writes" : "reads"; }

// In shared memory, where this kernel has nothing but an empty dynamic part far away: a pointer from another block or launch.
bool is_of_no_variable(const Stretch& nearest, std::uintptr_t address) {
  constexpr std::uintptr_t kFar = 4096;
  const bool shared = address_space().shared.holds(reinterpret_cast<const void*>(address));
  return shared && nearest.begin == nearest.end && distance_to(nearest.begin, nearest.end, address) > kFar;
}

}  // namespace

void MemoryChecker::grid_begins(const GridRun& grid) {
  log_.kernel = grid.request.kernel->traits.name;
  grid_ = &grid;
  known_.fill({});  // what they know may have been freed since
  reported_ = {};
}

void MemoryChecker::access(const Thread& thread, const Access& access) {
  const auto pc = reinterpret_cast<std::uintptr_t>(access.pc);
  Known& known = known_[(pc ^ pc >> 8) % known_.size()];
  if (known.pc != access.pc || !known.stretch.holds(access.address, access.bytes)) [[unlikely]]
    check(thread, access, known);
}

void MemoryChecker::check(const Thread& thread, const Access& access, Known& known) {
  const Stretch stretch = find_stretch(thread, access.address);
  const bool in_space = address_space().all.holds(reinterpret_cast<const void*>(access.address));
  if (!in_space && stretch.end == 0) return;  // a kernel's argument, or a constant of the program: the engine keeps the rest away
  if (!stretch.holds(access.address, access.bytes)) return report_outside(thread, access);
  if (!in_space && writes_constant(thread, access)) return;
  known = {access.pc, stretch};
}

bool MemoryChecker::writes_constant(const Thread& thread, const Access& access) {
  const Variables* const variables = find_variables(reinterpret_cast<const void*>(access.address));
  if (!access.writes() || variables == nullptr || variables->qualifier != std::string_view("__constant__")) return false;
  report("constant-write", thread, access,
         fmt::format("it writes {}", place_in(nearest_region(thread, access.address), access.address, access.bytes)),
         "set __constant__ variables from host code, with cudaMemcpyToSymbol");
  return true;
}

void MemoryChecker::report_outside(const Thread& thread, const Access& access) {
  const auto* const p = reinterpret_cast<const void*>(access.address);
  const Allocation* const freed = find_allocation(p) == nullptr ? find_freed(p) : nullptr;
  reported_ = {access.address, access.address + access.bytes};
  if (freed != nullptr)
    return report("use-after-free", thread, access,
                  fmt::format("it {} {}", verb(access), place_in(freed_region(*freed), access.address, access.bytes)),
                  "free memory after the last kernel that uses it, and do not use a copy of the pointer afterwards");
  const Region region = nearest_region(thread, access.address);
  if (is_of_no_variable(region.stretch, access.address))
    return report("out-of-bounds", thread, access,
                  fmt::format("it {} {} bytes of shared memory, but this kernel has none", verb(access), access.bytes),
                  "shared memory ends with its block: keep no pointer to it, and pass values on in global memory");
  if (!region.name.empty())
    return report("out-of-bounds", thread, access, fmt::format("it {} {}", verb(access), place_in(region, access.address, access.bytes)),
                  access.address < region.stretch.begin ? "handle the first elements separately: if (i > 0)" : kCompare);
  report("out-of-bounds", thread, access, fmt::format("it {} {} bytes at {}", verb(access), access.bytes, describe_address(p)),
         advice_on_address(p));
}

void MemoryChecker::local_access(const Thread& thread, const Access& access) {
  if (own_stack_holds(reinterpret_cast<const void*>(access.address))) return;
  reported_ = {access.address, access.address + access.bytes};
  report("out-of-bounds", thread, access, fmt::format("it {} {} bytes of local memory that are not its own", verb(access), access.bytes),
         "compare the index with the local array's length; no pointer reaches another thread's local memory");
}

// The processor stops at what was reported just before.
bool MemoryChecker::launch_fails(const Failure& failure) {
  return log_.is_told && failure.thread != nullptr && reported_.holds(reinterpret_cast<std::uintptr_t>(failure.address), 1);
}

void MemoryChecker::report(const char* kind, const Thread& thread, const Access& access, std::string message, const char* fix) {
  bool fresh = false;
  Hazard& hazard = log_.find(kind, access.pc, nullptr, &fresh);
  if (!fresh) return;
  hazard.threads = thread_name(thread.rank, thread.block->index, grid_->request.block);
  hazard.who = {thread_place(thread.rank, thread.block->index)};
  hazard.message = std::move(message);
  hazard.fix = fix;
}

}  // namespace lockstep::sim
