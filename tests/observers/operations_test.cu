/// @file
/// @brief The list of what a program queues: what each operation is, where its bytes are, and what it waits for.
#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "lockstep/sim/operations.hpp"

using namespace lockstep::sim;

namespace {

__global__ void work(int* out) { *out = 1; }

bool waits_for(const QueuedOperation& operation, const QueuedOperation& before) {
  return std::ranges::find(operation.after, before.id) != operation.after.end();
}

/// The kernels, copies and fills.
std::vector<QueuedOperation> listed() {
  std::vector<QueuedOperation> all = stop_operations();
  std::erase_if(all, [](const QueuedOperation& operation) { return operation.kind == OperationKind::other; });
  return all;
}

struct Memory {
  Memory() {
    REQUIRE(cudaMalloc(&device, 4096) == cudaSuccess);
    REQUIRE(cudaHostAlloc(&pinned, 4096, cudaHostAllocDefault) == cudaSuccess);
  }
  ~Memory() {
    cudaFree(device);
    cudaFreeHost(pinned);
  }
  int *device = nullptr, *pinned = nullptr;
  int pageable[1024] = {};
};

struct Streams {
  Streams() {
    for (cudaStream_t* stream : {&a, &b}) REQUIRE(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  }
  ~Streams() {
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(event);
  }
  cudaStream_t a{}, b{};
  cudaEvent_t event{};
};

}  // namespace

TEST_CASE("Each operation is listed with its kind, name, bytes and places", "[operations]") {
  Memory memory;
  const Streams streams;
  start_operations();
  cudaMemcpyAsync(memory.device, memory.pinned, 400, cudaMemcpyHostToDevice, streams.a);
  work<<<1, 1, 0, streams.a>>>(memory.device);
  cudaMemcpyAsync(memory.pinned, memory.device, 4, cudaMemcpyDeviceToHost, streams.a);
  cudaMemsetAsync(memory.device, 0, 100, streams.a);
  cudaMemcpyAsync(memory.device + 100, memory.device, 40, cudaMemcpyDeviceToDevice, streams.a);
  cudaMemcpyAsync(memory.device, memory.pageable, 8, cudaMemcpyHostToDevice, streams.a);
  cudaMemcpyAsync(memory.pageable, memory.device, 12, cudaMemcpyDeviceToHost, streams.a);
  const std::vector<QueuedOperation> all = listed();
  REQUIRE(all.size() == 7);

  const std::vector<OperationKind> kinds = {OperationKind::copy, OperationKind::kernel, OperationKind::copy, OperationKind::fill,
                                            OperationKind::copy, OperationKind::copy,   OperationKind::copy};
  const std::vector<std::uint64_t> bytes = {400, 0, 4, 100, 40, 8, 12};
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    CHECK(all[i].kind == kinds[i]);
    CHECK(all[i].bytes == bytes[i]);
    CHECK(all[i].stream == all[0].stream);
    if (i > 0) CHECK(waits_for(all[i], all[i - 1]));
  }
  CHECK(all[1].name == "work");
  CHECK((all[0].from == Place::pinned && all[0].to == Place::device));
  CHECK((all[2].from == Place::device && all[2].to == Place::pinned));
  CHECK((all[4].from == Place::device && all[4].to == Place::device));
  CHECK((all[5].from == Place::pageable && all[5].to == Place::device));
  CHECK((all[6].from == Place::device && all[6].to == Place::pageable));
}

TEST_CASE("Streams wait for events only", "[operations]") {
  const Memory memory;
  const Streams streams;
  start_operations();
  work<<<1, 1, 0, streams.a>>>(memory.device);
  work<<<1, 1, 0, streams.b>>>(memory.device + 1);
  cudaEventRecord(streams.event, streams.a);
  cudaStreamWaitEvent(streams.b, streams.event);
  work<<<1, 1, 0, streams.b>>>(memory.device + 1);
  const std::vector<QueuedOperation> all = stop_operations();
  REQUIRE(all.size() == 4);  // with the event
  CHECK(all[0].stream != all[1].stream);
  CHECK_FALSE(waits_for(all[1], all[0]));
  CHECK(waits_for(all[2], all[0]));
  CHECK(waits_for(all[3], all[1]));
  CHECK((waits_for(all[3], all[2]) || waits_for(all[3], all[0])));
}

TEST_CASE("What host code issues after it waited comes behind what it waited for", "[operations]") {
  const Memory memory;
  const Streams streams;
  start_operations();
  work<<<1, 1, 0, streams.a>>>(memory.device);
  work<<<1, 1, 0, streams.b>>>(memory.device + 1);
  cudaStreamSynchronize(streams.a);
  work<<<1, 1, 0, streams.b>>>(memory.device + 1);
  cudaDeviceSynchronize();
  work<<<1, 1, 0, streams.a>>>(memory.device);
  const std::vector<QueuedOperation> all = listed();
  REQUIRE(all.size() == 4);
  CHECK_FALSE(waits_for(all[1], all[0]));
  CHECK(waits_for(all[2], all[0]));
  CHECK(waits_for(all[3], all[2]));
  CHECK(waits_for(all[2], all[1]));  // so all[3] comes after that, too
}

TEST_CASE("However often host code waits, the list stays short", "[operations]") {
  const Memory memory;
  start_operations();
  for (int i = 0; i < 100; ++i) {
    work<<<1, 1>>>(memory.device);
    if (i % 2 == 0)
      cudaDeviceSynchronize();
    else
      cudaStreamSynchronize(nullptr);
  }
  const std::vector<QueuedOperation> all = listed();
  REQUIRE(all.size() == 100);
  for (std::size_t i = 1; i < all.size(); ++i) {
    CHECK(waits_for(all[i], all[i - 1]));
    CHECK(all[i].after.size() <= 3);
  }
}

TEST_CASE("Only what is queued between begin and end is listed", "[operations]") {
  const Memory memory;
  work<<<1, 1>>>(memory.device);
  start_operations();
  CHECK(stop_operations().empty());
  work<<<1, 1>>>(memory.device);
  cudaDeviceSynchronize();
  CHECK(stop_operations().empty());
}
