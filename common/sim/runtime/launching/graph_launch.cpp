/// @file
/// @brief Executable graphs: steps in an order that the edges allow, issued at each launch.
#include <algorithm>
#include <map>
#include <optional>

#include "lockstep/sim/api/graph_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/graphs/graphs.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

Handles<CUgraphExec_st>& executables() {
  static auto& executables = immortal<Handles<CUgraphExec_st>>();
  return executables;
}

// The nodes as steps, each after what it depends on; nothing where the edges form a cycle.
std::optional<std::vector<CUgraphExec_st::Step>> in_order(const CUgraph_st& graph) {
  std::vector<CUgraphExec_st::Step> steps;
  std::map<cudaGraphNode_t, std::size_t> place;
  while (steps.size() < graph.nodes.size()) {
    const std::size_t before = steps.size();
    for (const auto& node : graph.nodes) {
      const auto placed = [&](cudaGraphNode_t n) { return place.contains(n); };
      if (placed(node.get()) || !std::all_of(node->dependencies.begin(), node->dependencies.end(), placed)) continue;
      std::vector<std::size_t> after;
      for (const cudaGraphNode_t dependency : node->dependencies) after.push_back(place[dependency]);
      place[node.get()] = steps.size();
      steps.push_back({node->operation, std::move(after)});
    }
    if (steps.size() == before) return std::nullopt;
  }
  return steps;
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t handle, unsigned long long flags) {
  return api([&] {
    const CUgraph_st* const graph = find_graph(handle);
    constexpr unsigned long long kKnown =
        cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload | cudaGraphInstantiateFlagUseNodePriority;
    if (executable == nullptr || graph == nullptr || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
    auto steps = in_order(*graph);
    if (!steps) return cudaErrorInvalidValue;
    *executable = executables().make();
    (*executable)->steps = std::move(*steps);
    return cudaSuccess;
  });
}

// Into another graph: each step becomes a node after the stream's tail.
cudaError_t launch_into_capture(const CUgraphExec_st& executable, CUstream_st& stream) {
  if (stream.capture->invalid) return cudaErrorStreamCaptureInvalidated;
  const std::vector<cudaGraphNode_t> tail = stream.tail;
  std::vector<cudaGraphNode_t> nodes;
  for (const auto& step : executable.steps) {
    std::vector<cudaGraphNode_t> dependencies = tail;
    for (const std::size_t index : step.after) dependencies.push_back(nodes[index]);
    if (const cudaError_t error = add_node(*stream.capture->graph, std::move(dependencies), step.operation, &nodes.emplace_back()))
      return error;
  }
  if (!nodes.empty()) stream.tail = std::move(nodes);
  return cudaSuccess;
}

void launch_into_queue(const CUgraphExec_st& executable, CUstream_st& stream) {
  const std::vector<std::uint64_t> before = predecessors(stream);
  std::vector<std::uint64_t> ids;
  const auto push = [&](Operation operation, std::vector<std::uint64_t> after) {
    operation.stream = stream.id;
    operation.after = std::move(after);
    return queue().push(std::move(operation));
  };
  for (const auto& step : executable.steps) {
    std::vector<std::uint64_t> after;
    for (const std::size_t index : step.after) after.push_back(ids[index]);
    ids.push_back(push(step.operation, after.empty() ? before : after));
  }
  // What comes next in the stream waits for the whole graph.
  ids.insert(ids.end(), before.begin(), before.end());
  stream.last = push({.work = Work::empty, .run = [] { return cudaSuccess; }}, std::move(ids));
}

}  // namespace

void forget_all_executables() { executables().clear(); }

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(pGraphExec, graph, flags);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(pGraphExec, graph, flags);
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, cudaGraphNode_t* pErrorNode, char* pLogBuffer,
                                 std::size_t bufferSize) {
  if (pErrorNode != nullptr) *pErrorNode = nullptr;
  if (pLogBuffer != nullptr && bufferSize > 0) *pLogBuffer = '\0';
  return instantiate(pGraphExec, graph, 0);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph_handle, cudaGraphExecUpdateResultInfo* resultInfo) {
  return api([&] {
    CUgraphExec_st* const executable = executables().find(handle);
    const CUgraph_st* const graph = find_graph(graph_handle);
    if (executable == nullptr || graph == nullptr || resultInfo == nullptr) return cudaErrorInvalidValue;
    auto steps = in_order(*graph);
    const auto same = [](const CUgraphExec_st::Step& a, const CUgraphExec_st::Step& b) {
      return a.operation.work == b.operation.work && a.after == b.after;
    };
    const bool fits = steps && std::equal(steps->begin(), steps->end(), executable->steps.begin(), executable->steps.end(), same);
    *resultInfo = {fits ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    if (!fits) return cudaErrorGraphExecUpdateFailure;
    executable->steps = std::move(*steps);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t handle, cudaStream_t stream) {
  return api([&] {
    if (executables().find(handle) == nullptr) return cudaErrorInvalidValue;
    return find_stream(stream) == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream_handle) {
  return api([&] {
    const CUgraphExec_st* const executable = executables().find(handle);
    if (executable == nullptr) return cudaErrorInvalidValue;
    CUstream_st* const stream = find_stream(stream_handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream->capture) return launch_into_capture(*executable, *stream);
    if (stream == &legacy_stream())
      if (const cudaError_t error = check_legacy_call()) return error;
    launch_into_queue(*executable, *stream);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return api([&] { return executables().destroy(graphExec) ? cudaSuccess : cudaErrorInvalidValue; });
}
