/// @file
/// @brief Queues calls of libraries, and checks what they touch when they run.
#include "sim/runtime/issuing/library_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/issuing/issue.hpp"
#include "sim/runtime/memory/address_text.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

// The first byte of the box that the device does not reach.
const std::byte* first_unreached(const Box& box) {
  const std::byte* first = nullptr;
  box.each_row([&](const std::byte* row, std::size_t bytes) {
    if (first != nullptr || device_reaches(row, bytes)) return;
    const Allocation* const allocation = find_allocation(row);
    first = allocation == nullptr ? row : allocation->begin + allocation->bytes;
  });
  return first;
}

std::string size_text(const Box& box) {
  const std::size_t rows = box.height * box.depth;
  return rows == 1 ? fmt::format("{} bytes", box.width) : fmt::format("{} times {} bytes", rows, box.width);
}

std::string place_text(const Box& box) {
  const Allocation* const allocation = find_allocation(box.begin);
  if (allocation == nullptr) return ": " + describe_address(box.begin);
  const std::size_t first = static_cast<std::size_t>(box.begin - allocation->begin);
  return fmt::format(", up to byte {} of the {} bytes from {} at {}", first + box.extent(), allocation->bytes, allocation->made.name,
                     fmt::ptr(allocation->begin));
}

Failure failure_of(const Call& call, const Operand& operand, const Box& box, const std::byte* at) {
  Failure failure{.error = cudaErrorIllegalAddress, .kind = "out-of-bounds", .pc = call.pc, .address = at};
  failure.text =
      fmt::format("{} {} {} of {}{}", call.name, operand.written ? "writes" : "reads", size_text(box), operand.name, place_text(box));
  failure.fix = find_allocation(box.begin) != nullptr
                    ? "compare the sizes, leading dimensions and increments with what was allocated"
                    : "give it memory of the device: allocate it with cudaMalloc and copy with cudaMemcpy, or use cudaMallocManaged";
  return failure;
}

void tell(const Call& call, const Failure& failure) {
  const std::vector<Observer*>& all = observers();
  if (std::any_of(all.begin(), all.end(), [&](Observer* observer) { return observer->launch_fails(failure); })) return;
  std::fflush(stdout);
  fmt::print(stderr, "lockstep: error: {}\n  in {}\n  {}\n", failure.text, source_line(call.pc), failure.fix);
}

// Tells of the first operand that the device does not reach.
bool reaches_all(const Call& call, const std::vector<Operand>& operands) {
  for (const Operand& operand : operands)
    for (const Box& box : operand.boxes)
      if (const std::byte* const at = first_unreached(box)) {
        tell(call, failure_of(call, operand, box, at));
        return false;
      }
  return true;
}

Operation operation_of(LibraryCall call) {
  struct State {
    LibraryCall call;
    std::vector<Operand> operands{};
  };
  const auto state = std::make_shared<State>(State{std::move(call)});
  return {.work = Work::library,
          .run =
              [state] {
                if (!reaches_all(state->call.call, state->operands)) return cudaErrorIllegalAddress;
                state->call.work();
                return cudaSuccess;
              },
          .call = state->call.call,
          .settle =
              [state](Operation& operation) {
                state->operands = state->call.operands();
                operation.reads.clear();
                operation.writes.clear();
                for (const Operand& operand : state->operands)
                  for (const Box& box : operand.boxes) {
                    if (first_unreached(box) != nullptr) continue;
                    if (operand.read) operation.reads.push_back(box);
                    if (operand.written) operation.writes.push_back(box);
                  }
              }};
}

}  // namespace

bool device_reaches(const void* p, std::size_t bytes) { return bytes == 0 || classify(p, bytes) == Side::known; }

cudaError_t issue(cudaStream_t handle, LibraryCall call, Waits waits) {
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (waits == Waits::yes)
    if (const cudaError_t error = check_sync_of(*stream)) return error;
  if (const cudaError_t error = issue(handle, operation_of(std::move(call)))) return error;
  return waits == Waits::yes ? queue().wait_for({stream->last}) : cudaSuccess;
}

}  // namespace lockstep::sim
