/// @file
/// @brief Nodes that are added by hand.
#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "lockstep/sim/api/graph_node_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/graphs/graphs.hpp"
#include "sim/runtime/launching/node_work.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

/// Where a node goes.
struct NodePlace {
  cudaGraphNode_t* made;
  cudaGraph_t graph;
  const cudaGraphNode_t* dependencies;
  std::size_t count;
};

cudaError_t add_described(const NodePlace& place, const cudaGraphNodeParams& params, const Call& call) {
  CUgraph_st* const graph = find_graph(place.graph);
  if (place.made == nullptr || graph == nullptr || (place.count > 0 && place.dependencies == nullptr)) return cudaErrorInvalidValue;
  NodeWork work;
  if (const cudaError_t error = make_work(params, call, &work)) return error;
  return add_node(*graph, std::vector(place.dependencies, place.dependencies + place.count), std::move(work), place.made);
}

cudaError_t add_child_graph(const NodePlace& place, const cudaGraphNodeParams& params, const Call& call) {
  CUgraph_st* const child = find_graph(params.graph.graph);
  if (child == nullptr || child == place.graph) return cudaErrorInvalidValue;
  if (const cudaError_t error = add_described(place, params, call)) return error;
  const bool moves = params.graph.ownership == cudaGraphChildGraphOwnershipMove;
  const cudaGraph_t inside = moves ? child : clone_graph(*child);
  (*place.made)->inside = {inside};
  (*place.made)->work.params.graph.graph = inside;
  return cudaSuccess;
}

bool is_condition_of(const CUgraph_st& graph, cudaGraphConditionalHandle handle) {
  return std::any_of(graph.conditions.begin(), graph.conditions.end(),
                     [&](const auto& condition) { return reinterpret_cast<cudaGraphConditionalHandle>(condition.get()) == handle; });
}

cudaError_t add_conditional(const NodePlace& place, cudaGraphNodeParams* params, const Call& call) {
  const cudaConditionalNodeParams& p = params->conditional;
  const CUgraph_st* const graph = find_graph(place.graph);
  const unsigned most = p.type == cudaGraphCondTypeWhile ? 1 : p.type == cudaGraphCondTypeIf ? 2 : ~0u;
  const bool known_type = p.type >= cudaGraphCondTypeIf && p.type <= cudaGraphCondTypeSwitch;
  if (graph == nullptr || !known_type || p.size == 0 || p.size > most || !is_condition_of(*graph, p.handle)) return cudaErrorInvalidValue;
  if (const cudaError_t error = add_described(place, *params, call)) return error;
  std::vector<cudaGraph_t>& inside = (*place.made)->inside;
  for (unsigned i = 0; i < p.size; ++i) {
    inside.push_back(make_graph());
    inside.back()->conditions = graph->conditions;  // a body may have conditional nodes, too
  }
  params->conditional.phGraph_out = (*place.made)->work.params.conditional.phGraph_out = inside.data();
  return cudaSuccess;
}

cudaError_t add_any(const NodePlace& place, cudaGraphNodeParams* params, const Call& call) {
  if (params->type == cudaGraphNodeTypeGraph) return add_child_graph(place, *params, call);
  if (params->type == cudaGraphNodeTypeConditional) return add_conditional(place, params, call);
  if (const cudaError_t error = add_described(place, *params, call)) return error;
  if (params->type == cudaGraphNodeTypeMemAlloc) params->alloc.dptr = (*place.made)->work.params.alloc.dptr;
  return cudaSuccess;
}

cudaError_t add(const NodePlace& place, cudaGraphNodeParams params, const Call& call) {
  return api([&] { return add_any(place, &params, call); }, call.name, call.pc);
}

template <class Parameters>
cudaError_t add(const NodePlace& place, const Parameters* parameters, const Call& call) {
  return parameters == nullptr ? remember(cudaErrorInvalidValue) : add(place, params_of(*parameters), call);
}

// The variable's address from the host, as a copy's side; null where it has no such bytes.
void* address_in(const SymbolCopy& copy) {
  const Symbol& symbol = copy.symbol;
  if (find_variables(symbol.address) == nullptr || copy.offset > symbol.bytes || copy.count > symbol.bytes - copy.offset) return nullptr;
  give_address(symbol.address, symbol.bytes);
  return const_cast<std::byte*>(static_cast<const std::byte*>(symbol.address) + copy.offset);
}

cudaMemcpy3DParms parms_of(const SymbolCopy& copy) {
  void* const variable = address_in(copy);
  return row(copy.to != nullptr ? copy.to : variable, copy.from != nullptr ? copy.from : variable, copy.count, copy.kind);
}

}  // namespace

cudaError_t add_node(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t n, const SymbolCopy& copy) {
  return add({made, graph, after, n}, params_of(parms_of(copy)), Call::here());
}

cudaError_t set_node(cudaGraphExec_t executable, cudaGraphNode_t node, const SymbolCopy& copy) {
  const cudaMemcpy3DParms parms = parms_of(copy);
  return executable == nullptr ? cudaGraphMemcpyNodeSetParams(node, &parms) : cudaGraphExecMemcpyNodeSetParams(executable, node, &parms);
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                             const cudaGraphEdgeData* dependencyData, std::size_t numDependencies, cudaGraphNodeParams* nodeParams) {
  return api([&, call = Call::here()] {
    if (nodeParams == nullptr || dependencyData != nullptr) return cudaErrorInvalidValue;
    return add_any({pGraphNode, graph, pDependencies, numDependencies}, nodeParams, call);
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaKernelNodeParams* p) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, p, Call::here());
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, pCopyParams, Call::here());
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                     std::size_t numDependencies, void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, params_of(row(dst, src, count, kind)), Call::here());
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaMemsetParams* p) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, p, Call::here());
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                 std::size_t numDependencies, const cudaHostNodeParams* p) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, p, Call::here());
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                  std::size_t numDependencies) {
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeEmpty;
  return add({pGraphNode, graph, pDependencies, numDependencies}, params, Call::here());
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                       std::size_t numDependencies, cudaGraph_t childGraph) {
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeGraph;
  params.graph = {childGraph, cudaGraphChildGraphOwnershipClone};
  return add({pGraphNode, graph, pDependencies, numDependencies}, params, Call::here());
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                        std::size_t numDependencies, cudaEvent_t event) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, params_of(cudaGraphNodeTypeEventRecord, event), Call::here());
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                      std::size_t numDependencies, cudaEvent_t event) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, params_of(cudaGraphNodeTypeWaitEvent, event), Call::here());
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                     std::size_t numDependencies, cudaMemAllocNodeParams* nodeParams) {
  return api([&, call = Call::here()] {
    if (nodeParams == nullptr) return cudaErrorInvalidValue;
    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeMemAlloc;
    params.alloc = *nodeParams;
    const cudaError_t error = add_any({pGraphNode, graph, pDependencies, numDependencies}, &params, call);
    nodeParams->dptr = error == cudaSuccess ? params.alloc.dptr : nullptr;
    return error;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                    std::size_t numDependencies, void* dptr) {
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeMemFree;
  params.free = {dptr};
  return add({pGraphNode, graph, pDependencies, numDependencies}, params, Call::here());
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* pHandle_out, cudaGraph_t handle, unsigned defaultLaunchValue,
                                             unsigned flags) {
  return api([&] {
    CUgraph_st* const graph = find_graph(handle);
    if (pHandle_out == nullptr || graph == nullptr || (flags & ~1U) != 0) return cudaErrorInvalidValue;
    graph->conditions.push_back(
        std::make_shared<Condition>(Condition{defaultLaunchValue, defaultLaunchValue, flags == cudaGraphCondAssignDefault}));
    *pHandle_out = reinterpret_cast<cudaGraphConditionalHandle>(graph->conditions.back().get());
    return cudaSuccess;
  });
}

// For device code. Several threads may set it, as on a GPU: the last wins.
void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  std::atomic_ref(reinterpret_cast<Condition*>(handle)->value).store(value);
}
