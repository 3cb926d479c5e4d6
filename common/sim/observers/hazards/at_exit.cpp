/// @file
/// @brief Finds what a program leaves undone at its end.
#include "sim/observers/hazards/at_exit.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "lockstep/sim/api/error_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/unseen_errors.hpp"
#include "sim/runtime/memory/device_heap.hpp"

namespace lockstep::sim {

namespace {

struct Leak {
  std::size_t bytes = 0;
  unsigned long count = 0;
};

const char* function_that_frees(std::string_view made_by) {
  if (made_by == "cudaMallocAsync" || made_by == "cudaMallocFromPoolAsync") return "cudaFreeAsync";
  if (made_by == "cudaMallocHost" || made_by == "cudaHostAlloc") return "cudaFreeHost";
  if (made_by.ends_with("Array")) return "cudaFreeArray";
  if (made_by == "new") return "delete in a kernel";
  if (made_by == "malloc" || made_by == "__nv_aligned_device_malloc") return "free in a kernel";
  return "cudaFree";
}

}  // namespace

void find_leaks(HazardLog& log) {
  if (context_error() != cudaSuccess) return;
  std::map<std::pair<CodeLine, std::string>, Leak> leaks;
  const auto note = [&](const Allocation& allocation) {
    Leak& leak = leaks[{HazardLog::line_of(allocation.made.pc), allocation.made.name}];
    leak.bytes += allocation.bytes;
    ++leak.count;
  };
  for (const auto& [begin, allocation] : allocations())
    if (allocation.origin != Origin::registered && allocation.origin != Origin::heap && !allocation.free_is_queued) note(allocation);
  for (const auto& [begin, block] : heap_blocks()) note(block);
  log.kernel.clear();
  for (const auto& [made, leak] : leaks) {
    const auto& [line, made_by] = made;
    Hazard& hazard = log.add({.kind = "leak", .severity = Severity::warning, .file = line.file, .line = line.line});
    hazard.message = leak.count == 1
                         ? fmt::format("{} bytes from {} were never freed", leak.bytes, made_by)
                         : fmt::format("{} allocations from {} here, {} bytes in all, were never freed", leak.count, made_by, leak.bytes);
    hazard.fix = fmt::format("call {} when the memory is no longer used", function_that_frees(made_by));
  }
}

void find_unseen_errors(HazardLog& log) {
  for (const UnseenError& unseen : unseen_errors()) {
    log.kernel = unseen.launch.name;
    bool fresh = false;
    Hazard& hazard = log.find("unchecked-error", unseen.launch.pc, nullptr, &fresh);
    if (!fresh) continue;
    hazard.message = fmt::format("the launch was refused, so the kernel did not run, and the program never asked why: {} ({})",
                                 cudaGetErrorName(unseen.error), cudaGetErrorString(unseen.error));
    hazard.fix = "check cudaGetLastError() after each launch; no other call returns this error";
  }
}

}  // namespace lockstep::sim
