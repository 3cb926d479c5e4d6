/// @file
/// @brief Graphs: captured from streams, put together by hand, launched again and again; and what a capture forbids.
#include <thread>
#include <vector>

#include "runtime_test.hpp"

namespace {

__global__ void add(int* p, int n) { *p += n; }
__global__ void times_ten(int* p) { *p *= 10; }

struct Fixture {
  cudaStream_t stream = nullptr, other = nullptr;
  cudaEvent_t fork = nullptr, join = nullptr;
  cudaGraph_t graph = nullptr;
  int* value = nullptr;

  Fixture() {
    cudaGetLastError();
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    REQUIRE(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaEventCreate(&fork) == cudaSuccess);
    REQUIRE(cudaEventCreate(&join) == cudaSuccess);
    REQUIRE(cudaMallocManaged(&value, sizeof(int)) == cudaSuccess);
    *value = 0;
  }
  ~Fixture() {
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaGraphDestroy(graph);
    cudaFree(value);
    cudaGetLastError();
  }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) { REQUIRE(cudaStreamBeginCapture(stream, mode) == cudaSuccess); }
  cudaError_t end() {
    graph = reinterpret_cast<cudaGraph_t>(this);
    const cudaError_t error = cudaStreamEndCapture(stream, &graph);
    REQUIRE((graph == nullptr) == (error != cudaSuccess));
    return error;
  }
  cudaStreamCaptureStatus status() const {
    cudaStreamCaptureStatus s;
    REQUIRE(cudaStreamIsCapturing(stream, &s) == cudaSuccess);
    return s;
  }
  std::size_t nodes() const {
    std::size_t n = 0;
    REQUIRE(cudaGraphGetNodes(graph, nullptr, &n) == cudaSuccess);
    return n;
  }
  // Launches the graph so often, and gives the value.
  int run(int times = 1) {
    cudaGraphExec_t executable;
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    for (int i = 0; i < times; ++i) REQUIRE(cudaGraphLaunch(executable, stream) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
    REQUIRE(cudaGraphExecDestroy(executable) == cudaSuccess);
    return *value;
  }
};

}  // namespace

TEST_CASE("captured work runs at each launch of the graph, and not before") {
  Fixture f;
  f.begin();
  REQUIRE(f.status() == cudaStreamCaptureStatusActive);
  add<<<1, 1, 0, f.stream>>>(f.value, 3);
  times_ten<<<1, 1, 0, f.stream>>>(f.value);
  REQUIRE(f.end() == cudaSuccess);
  REQUIRE(f.status() == cudaStreamCaptureStatusNone);
  REQUIRE(*f.value == 0);
  REQUIRE(f.nodes() == 2);
  REQUIRE(f.run(2) == 330);
}

TEST_CASE("copies, fills and host functions are captured") {
  Fixture f;
  int source = 5, seen = 0;
  f.begin();
  REQUIRE(cudaMemsetAsync(f.value, 0, sizeof(int), f.stream) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(f.value, &source, sizeof(int), cudaMemcpyHostToDevice, f.stream) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(&seen, f.value, sizeof(int), cudaMemcpyDeviceToHost, f.stream) == cudaSuccess);
  REQUIRE(cudaLaunchHostFunc(
              f.stream, [](void* p) { *static_cast<int*>(p) += 100; }, &seen) == cudaSuccess);
  REQUIRE(f.end() == cudaSuccess);
  cudaGraphNode_t nodes[5];
  std::size_t n = 5;
  REQUIRE(cudaGraphGetNodes(f.graph, nodes, &n) == cudaSuccess);
  REQUIRE(n == 4);
  REQUIRE(nodes[4] == nullptr);
  const cudaGraphNodeType types[] = {cudaGraphNodeTypeMemset, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeHost};
  for (std::size_t i = 0; i < 4; ++i) {
    cudaGraphNodeType type;
    REQUIRE(cudaGraphNodeGetType(nodes[i], &type) == cudaSuccess);
    REQUIRE(type == types[i]);
  }
  source = 6;  // read when the graph runs
  f.run();
  REQUIRE(seen == 106);
}

TEST_CASE("a second stream joins a capture through an event, and has to come back") {
  Fixture f;
  f.begin();
  add<<<1, 1, 0, f.stream>>>(f.value, 1);
  REQUIRE(cudaEventRecord(f.fork, f.stream) == cudaSuccess);
  REQUIRE(cudaStreamWaitEvent(f.other, f.fork) == cudaSuccess);
  times_ten<<<1, 1, 0, f.other>>>(f.value);
  SECTION("it does") {
    REQUIRE(cudaEventRecord(f.join, f.other) == cudaSuccess);
    REQUIRE(cudaStreamWaitEvent(f.stream, f.join) == cudaSuccess);
    add<<<1, 1, 0, f.stream>>>(f.value, 2);
    REQUIRE(f.end() == cudaSuccess);
    std::size_t roots = 0, edges = 0;
    REQUIRE(cudaGraphGetRootNodes(f.graph, nullptr, &roots) == cudaSuccess);
    REQUIRE(roots == 1);
    REQUIRE(cudaGraphGetEdges(f.graph, nullptr, nullptr, &edges) == cudaSuccess);
    REQUIRE(edges == 3);
    REQUIRE(f.run() == 12);
  }
  SECTION("it does not") { REQUIRE(f.end() == cudaErrorStreamCaptureUnjoined); }
  SECTION("it ends the capture itself") {
    cudaGraph_t g;
    REQUIRE(cudaStreamEndCapture(f.other, &g) == cudaErrorStreamCaptureUnmatched);
    REQUIRE(cudaEventRecord(f.join, f.other) == cudaErrorStreamCaptureInvalidated);
    REQUIRE(f.end() == cudaErrorStreamCaptureInvalidated);
  }
}

TEST_CASE("what waits for the device, or changes memory, makes a capture invalid") {
  Fixture f;
  void* p = nullptr;
  int local = 0;
  struct Call {
    cudaError_t expected, got;
  };
  REQUIRE(cudaEventRecord(f.join, f.other) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(f.other) == cudaSuccess);
  f.begin();
  const int which = GENERATE(range(0, 15));
  CAPTURE(which);
  const auto call = [&]() -> Call {
    constexpr auto kUnsupported = cudaErrorStreamCaptureUnsupported;
    constexpr auto kImplicit = cudaErrorStreamCaptureImplicit;
    switch (which) {
      case 0:
        return {kUnsupported, cudaMalloc(&p, 16)};
      case 1:
        return {kUnsupported, cudaFree(nullptr)};
      case 2:
        return {kUnsupported, cudaMallocHost(&p, 16)};
      case 3:
        return {kUnsupported, cudaStreamSynchronize(f.stream)};
      case 4:
        return {kUnsupported, cudaStreamQuery(f.stream)};
      case 5:
        return {kUnsupported, cudaStreamSynchronize(f.other)};
      case 6:
        return {kUnsupported, cudaDeviceSynchronize()};
      case 7:
        return {kUnsupported, cudaEventQuery(f.join)};
      case 8:
        return {kUnsupported, cudaStreamAddCallback(
                                  f.stream, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0)};
      case 9:
        return {kImplicit, cudaMemcpy(f.value, &local, 4, cudaMemcpyHostToDevice)};
      case 10:
        return {kImplicit, cudaMemset(f.value, 0, 4)};
      case 11:
        return {kImplicit, cudaStreamSynchronize(nullptr)};
      case 12:
        return {kImplicit, cudaEventRecord(f.fork, nullptr)};
      case 13:
        return {cudaErrorStreamCaptureIsolation, cudaStreamWaitEvent(f.stream, f.join)};
      default:
        add<<<1, 2000, 0, f.stream>>>(f.value, 1);
        return {cudaErrorInvalidValue, cudaGetLastError()};
    }
  }();
  REQUIRE(call.got == call.expected);
  REQUIRE(f.status() == cudaStreamCaptureStatusInvalidated);
  REQUIRE(cudaMemsetAsync(f.value, 0, 4, f.stream) == cudaErrorStreamCaptureInvalidated);
  REQUIRE(f.end() == cudaErrorStreamCaptureInvalidated);
  REQUIRE(f.status() == cudaStreamCaptureStatusNone);
}

TEST_CASE("what a capture allows") {
  Fixture f;
  f.begin();
  cudaEvent_t event;
  std::size_t free = 0, total = 0;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  REQUIRE(cudaEventDestroy(event) == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  add<<<1, 1, 0, f.other>>>(f.value, 1);  // a stream beside it, which does not block
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(f.end() == cudaSuccess);
  REQUIRE(f.nodes() == 0);
}

TEST_CASE("modes of capture and of threads") {
  Fixture f;
  void* p = nullptr;
  SECTION("a relaxed capture allows all") {
    f.begin(cudaStreamCaptureModeRelaxed);
    REQUIRE(cudaMalloc(&p, 16) == cudaSuccess);
    REQUIRE(f.end() == cudaSuccess);
    REQUIRE(cudaFree(p) == cudaSuccess);
  }
  SECTION("a relaxed thread may do all") {
    auto mode = cudaStreamCaptureModeRelaxed;
    REQUIRE(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
    REQUIRE(mode == cudaStreamCaptureModeGlobal);
    f.begin();
    REQUIRE(cudaMalloc(&p, 16) == cudaSuccess);
    REQUIRE(f.end() == cudaSuccess);
    REQUIRE(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
    REQUIRE(cudaThreadExchangeStreamCaptureMode(nullptr) == cudaErrorInvalidValue);
    REQUIRE(cudaFree(p) == cudaSuccess);
  }
  SECTION("other threads are restricted by a global capture only") {
    const auto mode = GENERATE(cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal);
    f.begin(mode);
    cudaError_t error = cudaErrorUnknown;
    std::thread([&] { error = cudaMalloc(&p, 16); }).join();
    const bool global = mode == cudaStreamCaptureModeGlobal;
    REQUIRE(error == (global ? cudaErrorStreamCaptureUnsupported : cudaSuccess));
    REQUIRE(f.end() == (global ? cudaErrorStreamCaptureInvalidated : cudaSuccess));
    REQUIRE(cudaFree(p) == cudaSuccess);
  }
  SECTION("another thread cannot end a capture that is not relaxed") {
    f.begin();
    cudaError_t error = cudaErrorUnknown;
    std::thread([&] { error = cudaStreamEndCapture(f.stream, &f.graph); }).join();
    REQUIRE(error == cudaErrorStreamCaptureWrongThread);
    REQUIRE(f.end() == cudaErrorIllegalState);
  }
}

TEST_CASE("errors of beginning and ending a capture") {
  Fixture f;
  REQUIRE(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) == cudaErrorStreamCaptureUnsupported);
  REQUIRE(cudaStreamBeginCapture(f.stream, static_cast<cudaStreamCaptureMode>(9)) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamEndCapture(f.stream, nullptr) == cudaErrorInvalidValue);
  REQUIRE(f.end() == cudaErrorIllegalState);
  REQUIRE(cudaStreamIsCapturing(f.stream, nullptr) == cudaErrorInvalidValue);
  f.begin();
  REQUIRE(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal) == cudaErrorIllegalState);
  add<<<1, 1, 0, f.stream>>>(f.value, 1);
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* dependencies = nullptr;
  std::size_t count = 0;
  REQUIRE(cudaStreamGetCaptureInfo(f.stream, &status, &id, &graph, &dependencies, &count) == cudaSuccess);
  REQUIRE(status == cudaStreamCaptureStatusActive);
  REQUIRE(id != 0);
  REQUIRE(count == 1);
  REQUIRE(f.end() == cudaSuccess);
  REQUIRE(f.graph == graph);
}

TEST_CASE("events and captures") {
  Fixture f;
  f.begin();
  REQUIRE(cudaEventRecord(f.fork, f.stream) == cudaSuccess);
  SECTION("the time of a captured event cannot be asked for") {
    REQUIRE(cudaEventQuery(f.fork) == cudaErrorCapturedEvent);
    REQUIRE(f.end() == cudaErrorStreamCaptureInvalidated);
  }
  SECTION("nor waited for") {
    REQUIRE(cudaEventSynchronize(f.fork) == cudaErrorCapturedEvent);
    REQUIRE(f.end() == cudaErrorStreamCaptureInvalidated);
  }
  SECTION("and it means nothing once the capture has ended, until it is recorded again") {
    REQUIRE(f.end() == cudaSuccess);
    REQUIRE(cudaEventQuery(f.fork) == cudaErrorInvalidValue);
    REQUIRE(cudaStreamWaitEvent(f.stream, f.fork) == cudaErrorInvalidValue);
    REQUIRE(cudaEventRecord(f.fork, f.stream) == cudaSuccess);
    REQUIRE(cudaEventSynchronize(f.fork) == cudaSuccess);
  }
  SECTION("two captures cannot merge") {
    REQUIRE(cudaStreamBeginCapture(f.other, cudaStreamCaptureModeGlobal) == cudaSuccess);
    REQUIRE(cudaStreamWaitEvent(f.other, f.fork) == cudaErrorStreamCaptureMerge);
    cudaGraph_t g;
    REQUIRE(cudaStreamEndCapture(f.other, &g) == cudaErrorStreamCaptureInvalidated);
    REQUIRE(f.end() == cudaErrorStreamCaptureInvalidated);
  }
}

TEST_CASE("destroying a stream drops its capture") {
  Fixture f;
  f.begin();
  REQUIRE(cudaStreamDestroy(f.stream) == cudaSuccess);
  void* p = nullptr;
  REQUIRE(cudaMalloc(&p, 16) == cudaSuccess);
  REQUIRE(cudaFree(p) == cudaSuccess);
}

TEST_CASE("memory that is allocated and freed in a graph") {
  Fixture f;
  std::size_t before = 0, after = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&before, &total) == cudaSuccess);
  int* scratch = nullptr;
  f.begin();
  REQUIRE(cudaMallocAsync(&scratch, 1024, f.stream) == cudaSuccess);
  REQUIRE(cudaMemsetAsync(scratch, 0, 1024, f.stream) == cudaSuccess);
  add<<<1, 1, 0, f.stream>>>(scratch, 7);
  REQUIRE(cudaMemcpyAsync(f.value, scratch, sizeof(int), cudaMemcpyDeviceToDevice, f.stream) == cudaSuccess);
  REQUIRE(cudaFreeAsync(scratch, f.stream) == cudaSuccess);
  REQUIRE(cudaFreeAsync(scratch, f.stream) == cudaErrorInvalidValue);
  REQUIRE(f.end() == cudaSuccess);
  REQUIRE(f.nodes() == 5);
  REQUIRE(f.run(2) == 7);
  REQUIRE(cudaGraphDestroy(f.graph) == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&after, &total) == cudaSuccess);
  REQUIRE(after == before);
}

TEST_CASE("a graph that is put together by hand") {
  Fixture f;
  cudaGraphNode_t fill, kernel, copy, host, empty, volume;
  int seen = 0;
  REQUIRE(cudaGraphCreate(&f.graph, 0) == cudaSuccess);
  cudaMemsetParams fill_params{};
  fill_params.dst = f.value;
  fill_params.value = 1;
  fill_params.elementSize = 4;
  fill_params.width = fill_params.height = 1;
  REQUIRE(cudaGraphAddMemsetNode(&fill, f.graph, nullptr, 0, &fill_params) == cudaSuccess);
  int n = 41;
  void* arguments[] = {&f.value, &n};
  cudaKernelNodeParams kernel_params{};
  kernel_params.func = reinterpret_cast<void*>(&add);
  kernel_params.gridDim = kernel_params.blockDim = dim3(1);
  kernel_params.kernelParams = arguments;
  REQUIRE(cudaGraphAddKernelNode(&kernel, f.graph, &fill, 1, &kernel_params) == cudaSuccess);
  n = 0;  // it was copied
  REQUIRE(cudaGraphAddMemcpyNode1D(&copy, f.graph, &kernel, 1, &seen, f.value, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  cudaHostNodeParams host_params{[](void* p) { *static_cast<int*>(p) += 1000; }, &seen};
  REQUIRE(cudaGraphAddHostNode(&host, f.graph, &copy, 1, &host_params) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&empty, f.graph, nullptr, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddDependencies(f.graph, &host, &empty, 1) == cudaSuccess);
  f.run();
  REQUIRE(seen == 1042);

  SECTION("edges") {
    REQUIRE(cudaGraphAddDependencies(f.graph, &host, &empty, 1) == cudaErrorInvalidValue);
    REQUIRE(cudaGraphAddDependencies(f.graph, &host, &host, 1) == cudaErrorInvalidValue);
    REQUIRE(cudaGraphAddDependencies(f.graph, &host, nullptr, 1) == cudaErrorInvalidValue);
    cudaGraphNode_t from[9], to[9];
    std::size_t edges = 9;
    REQUIRE(cudaGraphGetEdges(f.graph, from, to, &edges) == cudaSuccess);
    REQUIRE(edges == 4);
    REQUIRE(from[3] == host);
    REQUIRE(to[3] == empty);
    REQUIRE(cudaGraphAddDependencies(f.graph, &empty, &fill, 1) == cudaSuccess);  // a circle
    cudaGraphExec_t executable;
    REQUIRE(cudaGraphInstantiate(&executable, f.graph, 0) == cudaErrorInvalidValue);
  }
  SECTION("bad nodes") {
    cudaGraphNode_t bad;
    kernel_params.blockDim = dim3(2000);
    REQUIRE(cudaGraphAddKernelNode(&bad, f.graph, nullptr, 0, &kernel_params) == cudaErrorInvalidValue);
    kernel_params.func = nullptr;
    REQUIRE(cudaGraphAddKernelNode(&bad, f.graph, nullptr, 0, &kernel_params) == cudaErrorInvalidDeviceFunction);
    fill_params.elementSize = 3;
    REQUIRE(cudaGraphAddMemsetNode(&bad, f.graph, nullptr, 0, &fill_params) == cudaErrorInvalidValue);
    host_params.fn = nullptr;
    REQUIRE(cudaGraphAddHostNode(&bad, f.graph, nullptr, 0, &host_params) == cudaErrorInvalidValue);
    REQUIRE(cudaGraphAddMemcpyNode1D(&bad, f.graph, nullptr, 0, nullptr, f.value, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    REQUIRE(cudaGraphAddMemcpyNode(&bad, f.graph, nullptr, 0, nullptr) == cudaErrorInvalidValue);
    cudaGraph_t other;
    REQUIRE(cudaGraphCreate(&other, 0) == cudaSuccess);
    REQUIRE(cudaGraphAddEmptyNode(&bad, other, &host, 1) == cudaErrorInvalidValue);
    REQUIRE(cudaGraphDestroy(other) == cudaSuccess);
  }
  SECTION("a copy of a box") {
    int target = 0;
    cudaMemcpy3DParms box{};
    box.srcPtr = make_cudaPitchedPtr(f.value, sizeof(int), sizeof(int), 1);
    box.dstPtr = make_cudaPitchedPtr(&target, sizeof(int), sizeof(int), 1);
    box.extent = make_cudaExtent(sizeof(int), 1, 1);
    box.kind = cudaMemcpyDeviceToHost;
    REQUIRE(cudaGraphAddMemcpyNode(&volume, f.graph, &host, 1, &box) == cudaSuccess);
    f.run();
    REQUIRE(target == 42);
  }
}

TEST_CASE("updating an executable graph") {
  Fixture f;
  const auto capture = [&](int n, int kernels) {
    f.begin();
    for (int i = 0; i < kernels; ++i) add<<<1, 1, 0, f.stream>>>(f.value, n);
    REQUIRE(f.end() == cudaSuccess);
    return f.graph;
  };
  cudaGraphExec_t executable;
  REQUIRE(cudaGraphInstantiateWithFlags(&executable, capture(1, 2), 0) == cudaSuccess);
  REQUIRE(cudaGraphUpload(executable, f.stream) == cudaSuccess);
  cudaGraphExecUpdateResultInfo info;
  REQUIRE(cudaGraphExecUpdate(executable, capture(10, 2), &info) == cudaSuccess);
  REQUIRE(info.result == cudaGraphExecUpdateSuccess);
  REQUIRE(cudaGraphExecUpdate(executable, capture(10, 3), &info) == cudaErrorGraphExecUpdateFailure);
  REQUIRE(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  REQUIRE(cudaGraphLaunch(executable, f.stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(f.stream) == cudaSuccess);
  REQUIRE(*f.value == 20);

  f.begin();  // a graph within a graph
  REQUIRE(cudaGraphLaunch(executable, f.stream) == cudaSuccess);
  REQUIRE(f.end() == cudaSuccess);
  REQUIRE(f.nodes() == 2);
  REQUIRE(cudaGraphExecDestroy(executable) == cudaSuccess);
  REQUIRE(cudaGraphExecDestroy(executable) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphLaunch(executable, f.stream) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphUpload(executable, f.stream) == cudaErrorInvalidValue);
}

TEST_CASE("errors of graphs") {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable;
  std::size_t n = 0;
  REQUIRE(cudaGraphCreate(&graph, 3) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphCreate(nullptr, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphDestroy(nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(nullptr, graph, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphInstantiate(&executable, nullptr, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphInstantiate(&executable, graph, 999) == cudaErrorInvalidValue);
  cudaGraphNode_t error_node = nullptr;
  char log[8] = "x";
  REQUIRE(cudaGraphInstantiate(&executable, graph, &error_node, log, sizeof log) == cudaSuccess);
  REQUIRE(cudaGraphExecDestroy(executable) == cudaSuccess);
  REQUIRE(cudaGraphGetNodes(nullptr, nullptr, &n) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphGetNodes(graph, nullptr, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphNodeGetType(nullptr, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphAddHostNode(nullptr, graph, nullptr, 0, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
  cudaGetLastError();
}
