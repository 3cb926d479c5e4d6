/// @file
/// @brief Graphs: nodes and edges.
#include "sim/runtime/graphs/graphs.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "lockstep/sim/api/graph_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/graphs/user_objects.hpp"

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

// Gives a list; `count` is in and out.
template <class Item>
cudaError_t give(const std::vector<Item>& all, Item* items, std::size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (items != nullptr) {
    const std::size_t shown = std::min(*count, all.size());
    std::copy_n(all.begin(), shown, items);
    std::fill(items + shown, items + *count, Item{});
    if (*count < all.size()) return cudaSuccess;
  }
  *count = all.size();
  return cudaSuccess;
}

// Runs `make(graph)` for a function that asks for a list.
template <class Item, class Make>
cudaError_t list(cudaGraph_t handle, Item* items, std::size_t* count, Make make) {
  return api([&] {
    const CUgraph_st* const graph = find_graph(handle);
    return graph == nullptr ? cudaErrorInvalidValue : give(make(*graph), items, count);
  });
}

std::vector<cudaGraphNode_t> dependents_of(const CUgraphNode_st& node) {
  std::vector<cudaGraphNode_t> all;
  for (const auto& other : node.graph->nodes)
    if (std::find(other->dependencies.begin(), other->dependencies.end(), &node) != other->dependencies.end()) all.push_back(other.get());
  return all;
}

// Only the plain kind of edge is known.
bool are_plain(const cudaGraphEdgeData* edges, std::size_t count) {
  constexpr cudaGraphEdgeData kPlain{};
  return edges == nullptr ||
         std::all_of(edges, edges + count, [&](const cudaGraphEdgeData& edge) { return std::memcmp(&edge, &kPlain, sizeof edge) == 0; });
}

// Runs `change(from's place in to's list, list)` for each edge.
template <class Change>
cudaError_t change_edges(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                         std::size_t count, Change change) {
  return api([&] {
    CUgraph_st* const graph = find_graph(handle);
    if (graph == nullptr || (count > 0 && (from == nullptr || to == nullptr)) || !are_plain(edges, count)) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i) {
      if (from[i] == to[i] || !has_node(*graph, from[i]) || !has_node(*graph, to[i])) return cudaErrorInvalidValue;
      auto& dependencies = to[i]->dependencies;
      const auto place = std::find(dependencies.begin(), dependencies.end(), from[i]);
      if (const cudaError_t error = change(dependencies, place, from[i])) return error;
    }
    return cudaSuccess;
  });
}

void give_plain(cudaGraphEdgeData* edges, std::size_t count) {
  if (edges != nullptr) std::fill_n(edges, count, cudaGraphEdgeData{});
}

}  // namespace

cudaGraph_t make_graph() { return graphs().make(); }
CUgraph_st* find_graph(cudaGraph_t graph) { return graphs().find(graph); }

bool destroy_graph(cudaGraph_t handle) {
  const CUgraph_st* const graph = find_graph(handle);
  if (graph == nullptr) return false;
  for (const auto& node : graph->nodes)
    for (const cudaGraph_t inside : node->inside) destroy_graph(inside);
  return graphs().destroy(handle);
}

cudaGraph_t clone_graph(const CUgraph_st& graph) {
  const cudaGraph_t clone = make_graph();
  clone->conditions = graph.conditions;
  clone->references = graph.references;
  std::map<cudaGraphNode_t, cudaGraphNode_t> became;
  for (const auto& node : graph.nodes) {
    clone->nodes.push_back(std::make_unique<CUgraphNode_st>(*node));
    CUgraphNode_st& copy = *clone->nodes.back();
    copy.graph = clone;
    copy.clone_of = node.get();
    for (cudaGraph_t& inside : copy.inside) inside = clone_graph(*inside);
    became[node.get()] = &copy;
  }
  for (const auto& node : clone->nodes)
    for (cudaGraphNode_t& dependency : node->dependencies) dependency = became[dependency];
  return clone;
}

CUgraphNode_st* find_node(cudaGraphNode_t node) {
  return std::ranges::any_of(graphs(), [&](const auto& graph) { return has_node(*graph.second, node); }) ? node : nullptr;
}

NodeWork undescribed(Operation operation) {
  NodeWork work{.operation = std::move(operation), .is_described = false};
  work.params.type = type_of(work.operation.work);
  return work;
}

void forget_all_graphs() {
  graphs().clear();
  forget_all_executables();
}

cudaError_t add_node(CUgraph_st& graph, std::vector<cudaGraphNode_t> dependencies, NodeWork work, cudaGraphNode_t* made) {
  if (made == nullptr) return cudaErrorInvalidValue;
  for (const cudaGraphNode_t dependency : dependencies)
    if (!has_node(graph, dependency)) return cudaErrorInvalidValue;
  graph.nodes.push_back(std::make_unique<CUgraphNode_st>(CUgraphNode_st{&graph, std::move(work), std::move(dependencies)}));
  *made = graph.nodes.back().get();
  return cudaSuccess;
}

bool reaches_all(const CUgraph_st& graph, std::size_t first, const std::vector<cudaGraphNode_t>& ends) {
  std::set<cudaGraphNode_t> reached;
  std::vector<cudaGraphNode_t> open = ends;
  while (!open.empty()) {
    const cudaGraphNode_t node = open.back();
    open.pop_back();
    if (reached.insert(node).second) open.insert(open.end(), node->dependencies.begin(), node->dependencies.end());
  }
  return std::all_of(graph.nodes.begin() + static_cast<std::ptrdiff_t>(first), graph.nodes.end(),
                     [&](const auto& node) { return reached.contains(node.get()); });
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
  return api([&] { return destroy_graph(graph) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  return api([&] {
    const CUgraph_st* const graph = find_graph(originalGraph);
    if (graph == nullptr || pGraphClone == nullptr) return cudaErrorInvalidValue;
    *pGraphClone = clone_graph(*graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph) {
  return api([&] {
    const CUgraph_st* const clone = find_graph(clonedGraph);
    if (clone == nullptr || pNode == nullptr) return cudaErrorInvalidValue;
    for (const auto& node : clone->nodes) {
      if (node->clone_of != originalNode) continue;
      *pNode = node.get();
      return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  return api([&] {
    CUgraphNode_st* const node = find_node(handle);
    if (node == nullptr) return cudaErrorInvalidValue;
    CUgraph_st& graph = *node->graph;
    for (const cudaGraph_t inside : node->inside) destroy_graph(inside);
    for (const auto& other : graph.nodes) std::erase(other->dependencies, node);
    std::erase_if(graph.nodes, [&](const auto& mine) { return mine.get() == node; });
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edgeData, std::size_t numDependencies) {
  return change_edges(graph, from, to, edgeData, numDependencies, [](auto& dependencies, auto place, cudaGraphNode_t node) {
    if (place != dependencies.end()) return cudaErrorInvalidValue;
    dependencies.push_back(node);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* edgeData, std::size_t numDependencies) {
  return change_edges(graph, from, to, edgeData, numDependencies, [](auto& dependencies, auto place, cudaGraphNode_t) {
    if (place == dependencies.end()) return cudaErrorInvalidValue;
    dependencies.erase(place);
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

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t handle, cudaGraphNode_t* pDependencies, cudaGraphEdgeData* edgeData,
                                         std::size_t* pNumDependencies) {
  return api([&] {
    const CUgraphNode_st* const node = find_node(handle);
    if (node == nullptr || pNumDependencies == nullptr) return cudaErrorInvalidValue;
    give_plain(edgeData, *pNumDependencies);
    return give(node->dependencies, pDependencies, pNumDependencies);
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle, cudaGraphNode_t* pDependentNodes, cudaGraphEdgeData* edgeData,
                                           std::size_t* pNumDependentNodes) {
  return api([&] {
    const CUgraphNode_st* const node = find_node(handle);
    if (node == nullptr || pNumDependentNodes == nullptr) return cudaErrorInvalidValue;
    give_plain(edgeData, *pNumDependentNodes);
    return give(dependents_of(*node), pDependentNodes, pNumDependentNodes);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, cudaGraphNodeType* pType) {
  return api([&] {
    const CUgraphNode_st* const node = find_node(handle);
    if (node == nullptr || pType == nullptr) return cudaErrorInvalidValue;
    *pType = node->work.params.type;
    return cudaSuccess;
  });
}
