/// @file
/// @brief Compares the buffers of copies with what they were when the copies were issued.
#include "sim/observers/streams/host_changes.hpp"
#include "sim/runtime/memory/address_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

void HostChanges::operation_issued(const Operation& operation) {
  if (operation.work != Work::copy && operation.work != Work::fill) return;
  keep(operation, operation.reads, false);
  keep(operation, operation.writes, true);
}

void HostChanges::keep(const Operation& operation, const std::vector<Box>& boxes, bool written) {
  for (const Box& box : boxes) {
    const Allocation* const allocation = find_allocation(box.begin);
    if (allocation == nullptr || allocation->on_device()) continue;
    box.each_row([&](const std::byte* begin, std::size_t bytes) {
      buffers_.push_back({operation.call, begin, {begin, begin + bytes}, written});
    });
  }
}

void HostChanges::host_access(const Access& access) {
  if (!access.writes()) return;
  for (Buffer& buffer : buffers_) {
    const auto begin = reinterpret_cast<std::uintptr_t>(buffer.begin);
    buffer.seen |= access.address < begin + buffer.contents.size() && begin < access.address + access.bytes;
  }
}

// The first operation that runs: until now only host code did.
void HostChanges::operation_begins(const Operation&) {
  for (const Buffer& buffer : buffers_)
    if (!buffer.seen) report(buffer);
  buffers_.clear();
}

void HostChanges::report(const Buffer& buffer) {
  const auto changed = std::mismatch(buffer.contents.begin(), buffer.contents.end(), buffer.begin);
  if (changed.first == buffer.contents.end()) return;
  log_.kernel.clear();
  bool fresh = false;
  Hazard& hazard = log_.find("race", buffer.call.pc, nullptr, &fresh);
  if (!fresh) return;
  hazard.message =
      fmt::format("host code changed {} after {} was issued and before it was waited for; the copy may {} before or after that",
                  describe_address(changed.second), buffer.call.name, buffer.written ? "write it" : "read it");
  hazard.fix = fmt::format("{} returns before it is done: wait for it (cudaStreamSynchronize, cudaEventSynchronize), or use another buffer",
                           buffer.call.name);
}

}  // namespace lockstep::sim
