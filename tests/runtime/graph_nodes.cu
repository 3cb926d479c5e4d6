/// @file
/// @brief Nodes of graphs by hand: each kind, its parameters, changes before and after instantiation, clones, conditions, user objects.
#include <cstdio>
#include <fstream>
#include <vector>

#include "runtime_test.hpp"

namespace {

__device__ int variable[4];

__global__ void add(int* p, int n) { *p += n; }
__global__ void times_ten(int* p) { *p *= 10; }
__global__ void count_down(int* p, cudaGraphConditionalHandle handle) {
  *p -= 1;
  cudaGraphSetConditional(handle, *p > 0 ? 1 : 0);
}
__global__ void choose(cudaGraphConditionalHandle handle, unsigned value) { cudaGraphSetConditional(handle, value); }
__global__ void cluster_blocks(int* p) {
  if (threadIdx.x == 0 && blockIdx.x == 0) *p = static_cast<int>(gridDim.x);
}

#define OK(call) REQUIRE(call == cudaSuccess)

/// A graph, a value that kernels change, and a stream.
struct Bench {
  cudaGraph_t graph = nullptr;
  cudaStream_t stream = nullptr;
  int* value = nullptr;

  Bench() {
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaStreamCreate(&stream));
    OK(cudaMallocManaged(&value, 16 * sizeof(int)));
    for (int i = 0; i < 16; ++i) value[i] = 0;
  }
  ~Bench() {
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(value);
    cudaGetLastError();
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  cudaGraphNode_t kernel(int n, std::vector<cudaGraphNode_t> after = {}, cudaGraph_t into = nullptr) {
    void* arguments[] = {&value, &n};
    const cudaKernelNodeParams p{reinterpret_cast<void*>(add), dim3(1), dim3(1), 0, arguments, nullptr};
    cudaGraphNode_t node;
    OK(cudaGraphAddKernelNode(&node, into != nullptr ? into : graph, after.data(), after.size(), &p));
    return node;
  }
  cudaGraphExec_t executable() const {
    cudaGraphExec_t made;
    OK(cudaGraphInstantiate(&made, graph, 0));
    return made;
  }
  int run(cudaGraphExec_t which) {
    OK(cudaGraphLaunch(which, stream));
    OK(cudaStreamSynchronize(stream));
    return value[0];
  }
  int run_once() {
    const cudaGraphExec_t made = executable();
    const int result = run(made);
    OK(cudaGraphExecDestroy(made));
    return result;
  }
};

}  // namespace

TEST_CASE("a kernel node's parameters are the node's own, and can be changed in the graph or in what was made of it") {
  Bench bench;
  const cudaGraphNode_t node = bench.kernel(5);
  cudaKernelNodeParams p{};
  OK(cudaGraphKernelNodeGetParams(node, &p));
  REQUIRE(p.func == reinterpret_cast<void*>(add));
  REQUIRE(p.gridDim.x == 1);
  REQUIRE(*static_cast<int*>(p.kernelParams[1]) == 5);
  const cudaGraphExec_t executable = bench.executable();
  int seven = 7;
  void* arguments[] = {&bench.value, &seven};
  p.kernelParams = arguments;
  OK(cudaGraphKernelNodeSetParams(node, &p));
  seven = 1000;  // it was copied
  REQUIRE(bench.run(executable) == 5);
  REQUIRE(bench.run_once() == 12);
  int hundred = 100;
  arguments[1] = &hundred;
  OK(cudaGraphExecKernelNodeSetParams(executable, node, &p));
  REQUIRE(bench.run(executable) == 112);
  p.func = nullptr;
  REQUIRE(cudaGraphExecKernelNodeSetParams(executable, node, &p) != cudaSuccess);
  cudaMemsetParams fill{};
  REQUIRE(cudaGraphMemsetNodeGetParams(node, &fill) == cudaErrorInvalidValue);
  OK(cudaGraphExecDestroy(executable));
}

TEST_CASE("copies, fills and host functions: parameters, changes, variables of the device") {
  Bench bench;
  int* const v = bench.value;
  cudaGraphNode_t copy, fill, host, to, from;
  OK(cudaGraphAddMemcpyNode1D(&copy, bench.graph, nullptr, 0, v + 1, v, sizeof(int), cudaMemcpyDefault));
  const cudaMemsetParams zeros{v + 2, 0, 0, 4, 2, 1};
  OK(cudaGraphAddMemsetNode(&fill, bench.graph, &copy, 1, &zeros));
  cudaHostNodeParams function{[](void* p) { ++*static_cast<int*>(p); }, v + 2};
  OK(cudaGraphAddHostNode(&host, bench.graph, &fill, 1, &function));
  OK(cudaGraphAddMemcpyNodeToSymbol(&to, bench.graph, &host, 1, variable, v + 2, sizeof(int), sizeof(int), cudaMemcpyDefault));
  OK(cudaGraphAddMemcpyNodeFromSymbol(&from, bench.graph, &to, 1, v + 4, variable, sizeof(int), sizeof(int), cudaMemcpyDefault));
  cudaGraphNode_t wrong;
  REQUIRE(cudaGraphAddMemcpyNodeToSymbol(&wrong, bench.graph, &host, 1, variable, v, 4, 16, cudaMemcpyDefault) == cudaErrorInvalidValue);

  const cudaGraphExec_t executable = bench.executable();
  v[0] = 3;
  v[2] = v[3] = 9;
  bench.run(executable);
  REQUIRE(v[1] == 3);
  REQUIRE(v[2] == 1);
  REQUIRE(v[3] == 0);
  REQUIRE(v[4] == 1);

  cudaMemcpy3DParms copied{};
  OK(cudaGraphMemcpyNodeGetParams(copy, &copied));
  REQUIRE(copied.extent.width == sizeof(int));
  REQUIRE(copied.srcPtr.ptr == v);
  cudaMemsetParams filled{};
  OK(cudaGraphMemsetNodeGetParams(fill, &filled));
  REQUIRE(filled.dst == v + 2);
  cudaHostNodeParams called{};
  OK(cudaGraphHostNodeGetParams(host, &called));
  REQUIRE(called.userData == v + 2);

  OK(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, v + 6, v, sizeof(int), cudaMemcpyDefault));
  filled.value = 8;
  OK(cudaGraphExecMemsetNodeSetParams(executable, fill, &filled));
  called.userData = v + 3;
  OK(cudaGraphExecHostNodeSetParams(executable, host, &called));
  OK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(executable, from, v + 5, variable, sizeof(int), sizeof(int), cudaMemcpyDefault));
  bench.run(executable);
  REQUIRE(v[6] == 3);
  REQUIRE(v[2] == 8);
  REQUIRE(v[3] == 9);
  REQUIRE(v[5] == 8);
  OK(cudaGraphNodeSetEnabled(executable, copy, 0));
  unsigned enabled = 7;
  OK(cudaGraphNodeGetEnabled(executable, copy, &enabled));
  REQUIRE(enabled == 0);
  v[6] = 0;
  bench.run(executable);
  REQUIRE(v[6] == 0);
  REQUIRE(cudaGraphNodeSetEnabled(executable, host, 0) == cudaErrorInvalidValue);
  OK(cudaGraphExecDestroy(executable));
}

TEST_CASE("a child graph is the node's own, and runs between what is before and after it") {
  Bench bench;
  cudaGraph_t child;
  OK(cudaGraphCreate(&child, 0));
  const cudaGraphNode_t first = bench.kernel(1, {}, child);
  bench.kernel(2, {first}, child);
  const cudaGraphNode_t before = bench.kernel(10);
  cudaGraphNode_t node;
  OK(cudaGraphAddChildGraphNode(&node, bench.graph, &before, 1, child));
  void* arguments[] = {&bench.value};
  const cudaKernelNodeParams p{reinterpret_cast<void*>(times_ten), dim3(1), dim3(1), 0, arguments, nullptr};
  cudaGraphNode_t last;
  OK(cudaGraphAddKernelNode(&last, bench.graph, &node, 1, &p));
  bench.kernel(1000, {}, child);  // too late: it was cloned
  REQUIRE(bench.run_once() == 130);

  cudaGraph_t inside = nullptr;
  OK(cudaGraphChildGraphNodeGetGraph(node, &inside));
  REQUIRE(inside != child);
  std::size_t count = 0;
  OK(cudaGraphGetNodes(inside, nullptr, &count));
  REQUIRE(count == 2);
  const cudaGraphExec_t executable = bench.executable();
  REQUIRE(cudaGraphExecChildGraphNodeSetParams(executable, node, child) == cudaErrorInvalidValue);  // of another shape
  OK(cudaGraphDestroy(child));
  OK(cudaGraphCreate(&child, 0));
  const cudaGraphNode_t other = bench.kernel(4, {}, child);
  bench.kernel(5, {other}, child);
  OK(cudaGraphExecChildGraphNodeSetParams(executable, node, child));
  bench.value[0] = 0;
  REQUIRE(bench.run(executable) == 190);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(child));
}

TEST_CASE("a clone knows which of its nodes was which, and nodes and edges can be taken away") {
  Bench bench;
  const cudaGraphNode_t one = bench.kernel(1);
  const cudaGraphNode_t two = bench.kernel(2, {one});
  cudaGraph_t clone;
  OK(cudaGraphClone(&clone, bench.graph));
  cudaGraphNode_t mine = nullptr;
  OK(cudaGraphNodeFindInClone(&mine, two, clone));
  REQUIRE(mine != two);
  std::size_t count = 1;
  cudaGraphNode_t before = nullptr;
  OK(cudaGraphNodeGetDependencies(mine, &before, &count));
  REQUIRE(count == 1);
  REQUIRE(before != one);
  OK(cudaGraphNodeGetDependentNodes(one, nullptr, &count));
  REQUIRE(count == 1);
  REQUIRE(cudaGraphNodeFindInClone(&mine, two, bench.graph) == cudaErrorInvalidValue);

  OK(cudaGraphRemoveDependencies(bench.graph, &one, &two, 1));
  REQUIRE(cudaGraphRemoveDependencies(bench.graph, &one, &two, 1) == cudaErrorInvalidValue);
  OK(cudaGraphDestroyNode(one));
  cudaGraphNodeType type;
  REQUIRE(cudaGraphNodeGetType(one, &type) == cudaErrorInvalidValue);
  REQUIRE(bench.run_once() == 2);
  std::swap(bench.graph, clone);
  REQUIRE(bench.run_once() == 5);
  OK(cudaGraphDestroy(clone));
}

TEST_CASE("an event in a graph is recorded at each launch") {
  Bench bench;
  cudaEvent_t event, other;
  OK(cudaEventCreate(&event));
  OK(cudaEventCreate(&other));
  const cudaGraphNode_t one = bench.kernel(1);
  cudaGraphNode_t record, wait;
  OK(cudaGraphAddEventRecordNode(&record, bench.graph, &one, 1, event));
  OK(cudaGraphAddEventWaitNode(&wait, bench.graph, &record, 1, event));
  cudaEvent_t known = nullptr;
  OK(cudaGraphEventRecordNodeGetEvent(record, &known));
  REQUIRE(known == event);
  const cudaGraphExec_t executable = bench.executable();
  OK(cudaGraphLaunch(executable, bench.stream));
  REQUIRE(cudaEventQuery(event) == cudaErrorNotReady);
  OK(cudaEventSynchronize(event));
  REQUIRE(bench.value[0] == 1);
  OK(cudaGraphExecEventRecordNodeSetEvent(executable, record, other));
  bench.run(executable);
  float ms = -1;
  OK(cudaEventElapsedTime(&ms, event, other));
  REQUIRE(ms >= 0);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaEventDestroy(event));
  OK(cudaEventDestroy(other));
}

TEST_CASE("allocation nodes give their address at once, and free nodes take it back") {
  Bench bench;
  cudaMemAllocNodeParams p{};
  p.poolProps.allocType = cudaMemAllocationTypePinned;
  p.poolProps.location = {cudaMemLocationTypeDevice, 0};
  p.bytesize = 64;
  cudaGraphNode_t made, fill, copy, gone;
  OK(cudaGraphAddMemAllocNode(&made, bench.graph, nullptr, 0, &p));
  REQUIRE(p.dptr != nullptr);
  const cudaMemsetParams ones{p.dptr, 0, 1, 4, 16, 1};
  OK(cudaGraphAddMemsetNode(&fill, bench.graph, &made, 1, &ones));
  OK(cudaGraphAddMemcpyNode1D(&copy, bench.graph, &fill, 1, bench.value, p.dptr, 4, cudaMemcpyDefault));
  OK(cudaGraphAddMemFreeNode(&gone, bench.graph, &copy, 1, p.dptr));
  cudaGraphNode_t twice;
  REQUIRE(cudaGraphAddMemFreeNode(&twice, bench.graph, &copy, 1, p.dptr) == cudaErrorInvalidValue);
  void* freed = nullptr;
  OK(cudaGraphMemFreeNodeGetParams(gone, &freed));
  REQUIRE(freed == p.dptr);
  const cudaGraphExec_t executable = bench.executable();
  REQUIRE(bench.run(executable) == 1);
  REQUIRE(bench.run(executable) == 1);
  OK(cudaGraphExecDestroy(executable));
}

TEST_CASE("conditional nodes: while, if with an else, switch") {
  Bench bench;
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, bench.graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams p{};
  p.type = cudaGraphNodeTypeConditional;
  p.conditional.handle = handle;
  SECTION("while") {
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 1;
    cudaGraphNode_t node;
    OK(cudaGraphAddNode(&node, bench.graph, nullptr, nullptr, 0, &p));
    OK(cudaStreamBeginCaptureToGraph(bench.stream, p.conditional.phGraph_out[0], nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
    count_down<<<1, 1, 0, bench.stream>>>(bench.value, handle);
    add<<<1, 1, 0, bench.stream>>>(bench.value + 1, 1);
    cudaGraph_t body;
    OK(cudaStreamEndCapture(bench.stream, &body));
    REQUIRE(body == p.conditional.phGraph_out[0]);
    const cudaGraphExec_t executable = bench.executable();
    for (int launch = 1; launch <= 2; ++launch) {  // the second begins with 1 again
      bench.value[0] = 6;
      REQUIRE(bench.run(executable) == 0);
      REQUIRE(bench.value[1] == 6 * launch);
    }
    OK(cudaGraphExecDestroy(executable));
  }
  SECTION("if") {
    unsigned value = GENERATE(0u, 1u, 5u);
    void* arguments[] = {&handle, &value};
    const cudaKernelNodeParams chooser{reinterpret_cast<void*>(choose), dim3(1), dim3(1), 0, arguments, nullptr};
    cudaGraphNode_t before, node;
    OK(cudaGraphAddKernelNode(&before, bench.graph, nullptr, 0, &chooser));
    p.conditional.type = cudaGraphCondTypeIf;
    p.conditional.size = 2;
    OK(cudaGraphAddNode(&node, bench.graph, &before, 1, &p));
    bench.kernel(3, {}, p.conditional.phGraph_out[0]);
    bench.kernel(4, {}, p.conditional.phGraph_out[1]);
    bench.kernel(100, {node});
    REQUIRE(bench.run_once() == (value != 0 ? 103 : 104));
  }
  SECTION("switch") {
    unsigned value = GENERATE(0u, 2u, 3u);
    void* arguments[] = {&handle, &value};
    const cudaKernelNodeParams chooser{reinterpret_cast<void*>(choose), dim3(1), dim3(1), 0, arguments, nullptr};
    cudaGraphNode_t before, node;
    OK(cudaGraphAddKernelNode(&before, bench.graph, nullptr, 0, &chooser));
    p.conditional.type = cudaGraphCondTypeSwitch;
    p.conditional.size = 3;
    OK(cudaGraphAddNode(&node, bench.graph, &before, 1, &p));
    for (int i = 0; i < 3; ++i) bench.kernel(i + 1, {}, p.conditional.phGraph_out[i]);
    REQUIRE(bench.run_once() == (value < 3 ? static_cast<int>(value) + 1 : 0));
  }
  SECTION("what cannot be") {
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 2;
    cudaGraphNode_t node;
    REQUIRE(cudaGraphAddNode(&node, bench.graph, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue);
    p.conditional.size = 1;
    p.conditional.handle = 0;
    REQUIRE(cudaGraphAddNode(&node, bench.graph, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue);
  }
}

TEST_CASE("an update tells what differs, and keeps the nodes' names") {
  Bench bench;
  const cudaGraphNode_t one = bench.kernel(1);
  const cudaGraphNode_t two = bench.kernel(2, {one});
  const cudaGraphExec_t executable = bench.executable();
  Bench other;
  const cudaGraphNode_t first = other.kernel(10);
  cudaGraphExecUpdateResultInfo info{};
  REQUIRE(cudaGraphExecUpdate(executable, other.graph, &info) == cudaErrorGraphExecUpdateFailure);
  REQUIRE(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGraphNode_t empty;
  OK(cudaGraphAddEmptyNode(&empty, other.graph, &first, 1));
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t wrong = nullptr;
  REQUIRE(cudaGraphExecUpdate(executable, other.graph, &wrong, &result) == cudaErrorGraphExecUpdateFailure);
  REQUIRE(result == cudaGraphExecUpdateErrorNodeTypeChanged);
  REQUIRE(wrong == empty);
  OK(cudaGraphDestroyNode(empty));
  other.kernel(20, {first});
  OK(cudaGraphExecUpdate(executable, other.graph, &wrong, &result));
  bench.run(executable);
  REQUIRE(other.value[0] == 30);
  OK(cudaGraphNodeSetEnabled(executable, two, 0));
  bench.run(executable);
  REQUIRE(other.value[0] == 40);
  OK(cudaGraphExecDestroy(executable));
}

TEST_CASE("a user object lives until the last graph that holds it is gone") {
  int destroyed = 0;
  cudaUserObject_t object;
  REQUIRE(cudaUserObjectCreate(
              &object, &destroyed, [](void* p) { ++*static_cast<int*>(p); }, 1, 0) == cudaErrorInvalidValue);
  OK(cudaUserObjectCreate(
      &object, &destroyed, [](void* p) { ++*static_cast<int*>(p); }, 1, cudaUserObjectNoDestructorSync));
  cudaGraphExec_t executable;
  {
    Bench bench;
    bench.kernel(1);
    OK(cudaGraphRetainUserObject(bench.graph, object, 1, cudaGraphUserObjectMove));
    REQUIRE(cudaGraphReleaseUserObject(bench.graph, object, 2) == cudaErrorInvalidValue);
    executable = bench.executable();
  }
  REQUIRE(destroyed == 0);
  OK(cudaGraphExecDestroy(executable));
  REQUIRE(destroyed == 1);
  REQUIRE(cudaUserObjectRelease(object, 1) == cudaErrorInvalidValue);
}

TEST_CASE("attributes of kernel nodes, and a drawing") {
  Bench bench;
  void* arguments[] = {&bench.value};
  const cudaKernelNodeParams p{reinterpret_cast<void*>(cluster_blocks), dim3(4), dim3(32), 0, arguments, nullptr};
  cudaGraphNode_t node;
  OK(cudaGraphAddKernelNode(&node, bench.graph, nullptr, 0, &p));
  cudaLaunchAttributeValue value{};
  value.clusterDim = {3, 1, 1};
  REQUIRE(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeClusterDimension, &value) == cudaErrorInvalidClusterSize);
  value.clusterDim = {2, 1, 1};
  OK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeClusterDimension, &value));
  cudaLaunchAttributeValue read{};
  OK(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeClusterDimension, &read));
  REQUIRE(read.clusterDim.x == 2);
  REQUIRE(bench.run_once() == 4);

  char path[] = "/tmp/lockstep_graph_XXXXXX";
  close(mkstemp(path));
  OK(cudaGraphDebugDotPrint(bench.graph, path, cudaGraphDebugDotFlagsVerbose));
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::remove(path);
  REQUIRE(text.find("digraph") == 0);
  REQUIRE(text.find("cluster_blocks") != std::string::npos);
}
