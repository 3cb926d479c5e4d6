/// @file
/// @brief Graphs: nodes and edges, and running them.
#include "runtime/graphs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lockstep/sim/api/graph_functions.hpp"
#include "runtime/api.hpp"
#include "runtime/capture.hpp"
#include "runtime/handles.hpp"
#include "runtime/streams.hpp"

namespace lockstep::sim {

namespace {

struct Tables {
  Handles<CUgraph_st> graphs;
  Handles<CUgraphExec_st> executables;
};

Tables& tables() {
  static Tables all;
  return all;
}

bool has_node(const CUgraph_st& graph, cudaGraphNode_t node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& mine) { return mine.get() == node; });
}

cudaGraphNodeType type_of(Work work) {
  switch (work) {
    case Work::kernel:
      return cudaGraphNodeTypeKernel;
    case Work::copy:
      return cudaGraphNodeTypeMemcpy;
    case Work::fill:
      return cudaGraphNodeTypeMemset;
    case Work::host_function:
      return cudaGraphNodeTypeHost;
    case Work::event_record:
      return cudaGraphNodeTypeEventRecord;
    case Work::allocate:
      return cudaGraphNodeTypeMemAlloc;
    case Work::free:
      return cudaGraphNodeTypeMemFree;
    case Work::empty:
      break;
  }
  return cudaGraphNodeTypeEmpty;
}

// The nodes as steps, each behind what it depends on; nothing where the edges form a circle.
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
    *executable = tables().executables.make();
    (*executable)->steps = std::move(*steps);
    return cudaSuccess;
  });
}

// Into another graph: each step becomes a node behind the stream's tail.
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
  stream.last = push({Work::empty, [] { return cudaSuccess; }}, std::move(ids));
}

// Runs `body(graph)` for a function that asks for a list; `count` is in and out.
template <class Item, class Make>
cudaError_t list(cudaGraph_t handle, Item* items, std::size_t* count, Make make) {
  return api([&] {
    const CUgraph_st* const graph = find_graph(handle);
    if (graph == nullptr || count == nullptr) return cudaErrorInvalidValue;
    const std::vector<Item> all = make(*graph);
    if (items != nullptr) {
      const std::size_t shown = std::min(*count, all.size());
      std::copy_n(all.begin(), shown, items);
      std::fill(items + shown, items + *count, Item{});
      if (*count < all.size()) return cudaSuccess;
    }
    *count = all.size();
    return cudaSuccess;
  });
}

}  // namespace

cudaGraph_t make_graph() { return tables().graphs.make(); }
CUgraph_st* find_graph(cudaGraph_t graph) { return tables().graphs.find(graph); }
void destroy_graph(cudaGraph_t graph) { tables().graphs.destroy(graph); }

void forget_all_graphs() {
  tables().graphs.clear();
  tables().executables.clear();
}

cudaError_t add_node(CUgraph_st& graph, std::vector<cudaGraphNode_t> dependencies, Operation operation, cudaGraphNode_t* made) {
  if (made == nullptr) return cudaErrorInvalidValue;
  for (const cudaGraphNode_t dependency : dependencies)
    if (!has_node(graph, dependency)) return cudaErrorInvalidValue;
  graph.nodes.push_back(std::make_unique<CUgraphNode_st>(CUgraphNode_st{&graph, std::move(operation), std::move(dependencies)}));
  *made = graph.nodes.back().get();
  return cudaSuccess;
}

bool reaches_all(const CUgraph_st& graph, const std::vector<cudaGraphNode_t>& ends) {
  std::set<cudaGraphNode_t> reached;
  std::vector<cudaGraphNode_t> open = ends;
  while (!open.empty()) {
    const cudaGraphNode_t node = open.back();
    open.pop_back();
    if (reached.insert(node).second) open.insert(open.end(), node->dependencies.begin(), node->dependencies.end());
  }
  return reached.size() == graph.nodes.size();
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return api([&] {
    if (pGraph == nullptr || flags != 0) return cudaErrorInvalidValue;
    *pGraph = make_graph();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api([&] { return tables().graphs.destroy(graph) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edgeData, std::size_t numDependencies) {
  return api([&] {
    CUgraph_st* const graph = find_graph(handle);
    if (graph == nullptr || edgeData != nullptr) return cudaErrorInvalidValue;
    if (numDependencies > 0 && (from == nullptr || to == nullptr)) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < numDependencies; ++i) {
      if (from[i] == to[i] || !has_node(*graph, from[i]) || !has_node(*graph, to[i])) return cudaErrorInvalidValue;
      auto& dependencies = to[i]->dependencies;
      if (std::find(dependencies.begin(), dependencies.end(), from[i]) != dependencies.end()) return cudaErrorInvalidValue;
      dependencies.push_back(from[i]);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* numNodes) {
  return list(graph, nodes, numNodes, [](const CUgraph_st& g) {
    std::vector<cudaGraphNode_t> all;
    for (const auto& node : g.nodes) all.push_back(node.get());
    return all;
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes, std::size_t* pNumRootNodes) {
  return list(graph, pRootNodes, pNumRootNodes, [](const CUgraph_st& g) {
    std::vector<cudaGraphNode_t> roots;
    for (const auto& node : g.nodes)
      if (node->dependencies.empty()) roots.push_back(node.get());
    return roots;
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* edgeData,
                              std::size_t* numEdges) {
  return api([&] {
    const CUgraph_st* const graph = find_graph(handle);
    if (graph == nullptr || numEdges == nullptr || (from == nullptr) != (to == nullptr)) return cudaErrorInvalidValue;
    std::size_t edges = 0;
    for (const auto& node : graph->nodes) {
      for (const cudaGraphNode_t dependency : node->dependencies) {
        if (from != nullptr && edges < *numEdges) {
          from[edges] = dependency;
          to[edges] = node.get();
          if (edgeData != nullptr) edgeData[edges] = {};
        }
        ++edges;
      }
    }
    if (from == nullptr || edges < *numEdges) *numEdges = edges;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return api([&] {
    const auto& graphs = tables().graphs;
    const bool known = std::any_of(graphs.begin(), graphs.end(), [&](const auto& graph) { return has_node(*graph.second, node); });
    if (!known || pType == nullptr) return cudaErrorInvalidValue;
    *pType = type_of(node->operation.work);
    return cudaSuccess;
  });
}

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
    CUgraphExec_st* const executable = tables().executables.find(handle);
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
    if (tables().executables.find(handle) == nullptr) return cudaErrorInvalidValue;
    return find_stream(stream) == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream_handle) {
  return api([&] {
    const CUgraphExec_st* const executable = tables().executables.find(handle);
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
  return api([&] { return tables().executables.destroy(graphExec) ? cudaSuccess : cudaErrorInvalidValue; });
}
