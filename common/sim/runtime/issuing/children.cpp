/// @file
/// @brief Keeps what a running grid's threads launch with the grid: where a launch is run again, so is this.
#include "sim/runtime/issuing/children.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/running/worker.hpp"
#include "sim/runtime/context/refusal.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

std::size_t pending_launches_at_most = kUsualPendingLaunches;

namespace {

constexpr unsigned kMostNested = 24;

struct Child {
  std::uint64_t block;  ///< the number of the block that launched it
  bool is_tail;
  GridRequest grid;
};
using Children = std::vector<Child>;

std::uint64_t number_of(const Block& block, dim3 grid) {
  return (std::uint64_t{block.index.z} * grid.y + block.index.y) * grid.x + block.index.x;
}

}  // namespace

bool is_stream_of_kernels(cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamFireAndForget || handle == cudaStreamTailLaunch) return true;
  const CUstream_st* const stream = find_made_stream(handle);
  return stream != nullptr && stream->made_by_kernel;
}

cudaError_t add_child(cudaStream_t stream, GridRequest grid, const void* pc) {
  GridRun& parent = current_worker->grid();
  Block& block = *current_worker->current().block;
  const char* const name = grid.kernel->traits.name;
  const bool is_tail = stream == cudaStreamTailLaunch;
  if (!is_stream_of_kernels(stream))
    return refuse(cudaErrorInvalidResourceHandle, pc, name, "a kernel launches into streams that kernels created, not into the host's");
  grid.depth = parent.request.depth + (is_tail ? 0 : 1);
  if (grid.depth > kMostNested)
    return refuse(cudaErrorLaunchMaxDepthExceeded, pc, name,
                  fmt::format("launches are nested {} deep; the limit is {}", grid.depth, kMostNested));
  if (block.launches >= pending_launches_at_most)
    return refuse(cudaErrorLaunchPendingCountExceeded, pc, name,
                  fmt::format("{} launches of this block wait to begin; the limit is {} (cudaLimitDevRuntimePendingLaunchCount)",
                              block.launches, pending_launches_at_most));
  ++block.launches;
  if (parent.children == nullptr) parent.children = std::make_shared<Children>();
  static_cast<Children*>(parent.children.get())->push_back({number_of(block, parent.request.grid), is_tail, std::move(grid)});
  return cudaSuccess;
}

void refuse_parents_memory(const void* argument, const char* child, const void* pc) {
  const std::byte* const shared = current_worker->current().block->shared;
  const auto* const byte = static_cast<const std::byte*>(argument);
  const bool is_shared = byte >= shared && byte < shared + kBlockSharedBytes;
  if (!is_shared && !own_stack_holds(argument)) return;
  fail({.error = cudaErrorIllegalAddress,
        .kind = "out-of-bounds",
        .text = fmt::format("the child {} is given a pointer to {} memory of its parent, which it cannot see", child,
                            is_shared ? "shared" : "local"),
        .fix = "pass a pointer to global memory: from cudaMalloc, or of a __device__ variable",
        .pc = pc,
        .address = argument});
}

cudaError_t run_family(const GridRequest& grid) {
  std::deque<GridRequest> next{grid};
  while (!next.empty()) {
    const GridRequest first = std::move(next.front());
    next.pop_front();
    const Outcome outcome = run_grid(first);
    if (outcome.error != cudaSuccess) return outcome.error;
    if (outcome.children == nullptr) continue;
    Children& children = *static_cast<Children*>(outcome.children.get());
    std::stable_sort(children.begin(), children.end(), [](const Child& a, const Child& b) { return a.block < b.block; });
    std::size_t tails = 0;
    for (Child& child : children) {
      if (child.is_tail) {
        next.insert(next.begin() + static_cast<std::ptrdiff_t>(tails++), std::move(child.grid));
      } else if (const cudaError_t error = run_family(child.grid)) {
        return error;
      }
    }
  }
  return cudaSuccess;
}

}  // namespace lockstep::sim
