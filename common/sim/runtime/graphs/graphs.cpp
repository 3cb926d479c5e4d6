/// @file
/// @brief Graphs: nodes and edges.
#include "sim/runtime/graphs/graphs.hpp"

#include <algorithm>
#include <set>

#include "lockstep/sim/api/graph_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"

namespace lockstep::sim {

namespace {

Handles<CUgraph_st>& graphs() {
  static auto& graphs = immortal<Handles<CUgraph_st>>();
  return graphs;
}

bool has_node(const CUgraph_st& graph, cudaGraphNode_t node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& mine) { return mine.get() == node; });
}

cudaGraphNodeType type_of(Work work) {
  switch (work) {
    case Work::kernel:
    case Work::library:
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
    case Work::host_code:
      break;
  }
  return cudaGraphNodeTypeEmpty;
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

cudaGraph_t make_graph() { return graphs().make(); }
CUgraph_st* find_graph(cudaGraph_t graph) { return graphs().find(graph); }
void destroy_graph(cudaGraph_t graph) { graphs().destroy(graph); }

void forget_all_graphs() {
  graphs().clear();
  forget_all_executables();
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
  return api([&] { return graphs().destroy(graph) ? cudaSuccess : cudaErrorInvalidValue; });
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
    const bool known = std::ranges::any_of(graphs(), [&](const auto& graph) { return has_node(*graph.second, node); });
    if (!known || pType == nullptr) return cudaErrorInvalidValue;
    *pType = type_of(node->operation.work);
    return cudaSuccess;
  });
}
