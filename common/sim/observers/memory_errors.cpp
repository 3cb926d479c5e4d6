/// @file
/// @brief Finds accesses to memory that is not the program's.
#include "observers/memory_errors.hpp"

#include <fmt/format.h>

#include <utility>

#include "engine/block.hpp"
#include "engine/grid_run.hpp"
#include "runtime/freed.hpp"
#include "runtime/memory.hpp"

namespace lockstep::sim {

void MemoryErrors::grid_begins(const GridRun& grid) {
  log_.kernel = grid.request.kernel->traits.name;
  grid_ = &grid;
  begin_ = end_ = 0;  // it may have been freed since
}

void MemoryErrors::access(const Thread& thread, const Access& access) {
  if (access.address >= begin_ && access.address + access.bytes <= end_) return;
  const void* const p = reinterpret_cast<const void*>(access.address);
  const AddressSpace& space = address_space();
  if (space.shared.holds(p)) return check_shared(thread, access);
  if (space.all.holds(p)) return check_global(thread, access);
  const Variables* const variables = find_variables(p);
  if (variables == nullptr || !access.writes() || variables->qualifier != std::string_view("__constant__")) return;
  report("constant-write", thread, access, "it writes to a __constant__ variable", "set it from host code, by cudaMemcpyToSymbol");
}

void MemoryErrors::check_global(const Thread& thread, const Access& access) {
  const void* const p = reinterpret_cast<const void*>(access.address);
  if (const Allocation* const allocation = find_allocation(p)) {
    begin_ = reinterpret_cast<std::uintptr_t>(allocation->begin);
    end_ = begin_ + allocation->bytes;
    if (access.address + access.bytes <= end_) return;
  }
  const bool stale = find_allocation(p) == nullptr && find_freed(p) != nullptr;
  const std::string where = describe_address(p);
  report(stale ? "use-after-free" : "out-of-bounds", thread, access,
         fmt::format("it {} {} bytes, {}", access.writes() ? "writes" : "reads", access.bytes, where),
         stale ? "free memory after the last kernel that uses it" : "guard the access: if (i < n)");
}

void MemoryErrors::check_shared(const Thread& thread, const Access& access) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address_space().shared.begin);
  const std::size_t offset = (access.address - begin) % kBlockSharedBytes;
  if (offset >= kStaticSharedBytes) {
    const std::size_t bytes = grid_->request.dynamic_shared;
    if (offset - kStaticSharedBytes + access.bytes <= bytes) return;
    return report("out-of-bounds", thread, access,
                  fmt::format("it reaches byte {} of dynamic shared memory, of which the launch asked for {} bytes",
                              offset - kStaticSharedBytes + access.bytes, bytes),
                  "the third argument of <<<…>>> is its size in bytes");
  }
  if (grid_->layout.holds(offset, access.bytes)) return;
  report("out-of-bounds", thread, access, "it reaches beyond a __shared__ variable", "check the index against the array's length");
}

void MemoryErrors::report(const char* kind, const Thread& thread, const Access& access, std::string message, const char* mend) {
  bool fresh = false;
  Hazard& hazard = log_.find(kind, access.pc, nullptr, &fresh);
  if (!fresh) return;
  hazard.threads = thread_name(thread.rank, thread.block->index, grid_->request.block);
  hazard.message = std::move(message);
  hazard.mend = mend;
}

}  // namespace lockstep::sim
