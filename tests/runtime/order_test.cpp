/// @file
/// @brief Which operation has to wait for which, as streams, events and graphs ask for it.
#include <algorithm>
#include <vector>

#include "runtime_test.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace {

using lockstep::sim::Operation;
using Ids = std::vector<std::uint64_t>;

const Operation& newest() { return lockstep::sim::queue().waiting().back(); }

// Queues a small fill, and gives its id.
std::uint64_t work(char* memory, cudaStream_t stream) {
  REQUIRE(cudaMemsetAsync(memory, 0, 1, stream) == cudaSuccess);
  return newest().id;
}

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

struct Streams {
  cudaStream_t blocking = nullptr, other = nullptr, free = nullptr;
  Streams() {
    REQUIRE(cudaDeviceReset() == cudaSuccess);  // no work before this
    REQUIRE(cudaMalloc(&target, 1) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&blocking) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&other) == cudaSuccess);
    REQUIRE(cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking) == cudaSuccess);
  }
  ~Streams() {
    cudaDeviceReset();
    cudaGetLastError();
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  char* target = nullptr;
};

}  // namespace

TEST_CASE("work waits for its own stream, and for no other") {
  Streams s;
  const std::uint64_t first = work(s.target, s.blocking);
  REQUIRE(newest().after.empty());
  work(s.target, s.other);
  REQUIRE(newest().after.empty());
  work(s.target, s.blocking);
  REQUIRE(newest().after == Ids{first});
}

TEST_CASE("the legacy stream and blocking streams wait for each other") {
  Streams s;
  const std::uint64_t a = work(s.target, s.blocking), b = work(s.target, s.other);
  work(s.target, s.free);
  const std::uint64_t legacy = work(s.target, nullptr);
  REQUIRE(sorted(newest().after) == Ids{a, b});
  work(s.target, s.blocking);
  REQUIRE(sorted(newest().after) == Ids{a, legacy});
  const std::uint64_t before = newest().id;
  work(s.target, s.free);
  REQUIRE(newest().after == Ids{before - 2});  // its own first, not the legacy stream's
}

TEST_CASE("an event makes the next work of a stream wait, once") {
  Streams s;
  cudaEvent_t event;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  work(s.target, s.free);
  REQUIRE(cudaEventRecord(event, s.free) == cudaSuccess);
  const std::uint64_t record = newest().id;
  REQUIRE(cudaStreamWaitEvent(s.other, event) == cudaSuccess);
  const std::uint64_t waiting = work(s.target, s.other);
  REQUIRE(newest().after == Ids{record});
  work(s.target, s.other);
  REQUIRE(newest().after == Ids{waiting});
}

TEST_CASE("a graph's nodes wait for each other, and what follows for all of them") {
  Streams s;
  cudaGraph_t graph;
  cudaGraphNode_t root, left, right;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&root, graph, nullptr, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&left, graph, &root, 1) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&right, graph, &root, 1) == cudaSuccess);
  cudaGraphExec_t executable;
  REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
  const std::uint64_t before = work(s.target, s.free);
  REQUIRE(cudaGraphLaunch(executable, s.free) == cudaSuccess);
  const auto& queue = lockstep::sim::queue().waiting();
  REQUIRE(queue.size() == 5);
  REQUIRE(queue[1].after == Ids{before});
  REQUIRE(queue[2].after == Ids{queue[1].id});
  REQUIRE(queue[3].after == Ids{queue[1].id});
  REQUIRE(sorted(queue[4].after) == Ids{before, queue[1].id, queue[2].id, queue[3].id});
  work(s.target, s.free);
  REQUIRE(newest().after == Ids{queue[4].id});
}
