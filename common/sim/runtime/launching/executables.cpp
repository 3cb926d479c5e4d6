/// @file
/// @brief Puts a graph's nodes into an order that the edges allow, and updates what was made so.
#include "sim/runtime/launching/executables.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lockstep/sim/api/graph_functions.hpp"
#include "lockstep/sim/api/graph_node_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/graphs/user_objects.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

using Step = CUgraphExec_st::Step;

Handles<CUgraphExec_st>& executables() {
  static auto& executables = immortal<Handles<CUgraphExec_st>>();
  return executables;
}

bool build(const CUgraph_st& graph, CUgraphExec_st* made);

// The graphs inside of a node; false where one of them has a cycle.
bool build_inside(const CUgraphNode_st& node, Step* step) {
  for (const cudaGraph_t inside : node.inside) {
    step->inside.push_back(std::make_shared<CUgraphExec_st>());
    if (!build(*inside, step->inside.back().get())) return false;
  }
  return true;
}

// The nodes as steps, each after what it depends on; false where the edges form a cycle.
bool build(const CUgraph_st& graph, CUgraphExec_st* made) {
  std::map<cudaGraphNode_t, std::size_t> place;
  const auto placed = [&](cudaGraphNode_t n) { return place.contains(n); };
  while (made->steps.size() < graph.nodes.size()) {
    const std::size_t before = made->steps.size();
    for (const auto& node : graph.nodes) {
      if (placed(node.get()) || !std::all_of(node->dependencies.begin(), node->dependencies.end(), placed)) continue;
      Step step{.node = node.get(), .work = node->work, .after = {}};
      for (const cudaGraphNode_t dependency : node->dependencies) step.after.push_back(place[dependency]);
      if (!build_inside(*node, &step)) return false;
      place[node.get()] = made->steps.size();
      made->steps.push_back(std::move(step));
    }
    if (made->steps.size() == before) return false;
  }
  made->conditions = graph.conditions;
  made->references = graph.references;
  return true;
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t handle, unsigned long long flags) {
  const CUgraph_st* const graph = find_graph(handle);
  constexpr unsigned long long kKnown =
      cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload | cudaGraphInstantiateFlagUseNodePriority;
  if (executable == nullptr || graph == nullptr) return cudaErrorInvalidValue;
  if (flags == cudaGraphInstantiateFlagDeviceLaunch) return cudaErrorNotSupported;
  if ((flags & ~kKnown) != 0) return cudaErrorInvalidValue;
  CUgraphExec_st made{.flags = flags};
  if (!build(*graph, &made)) return cudaErrorInvalidValue;
  *executable = executables().make(std::move(made));
  return cudaSuccess;
}

Step* find_in(CUgraphExec_st& executable, cudaGraphNode_t node) {
  for (Step& step : executable.steps) {
    if (step.node == node) return &step;
    for (const auto& inside : step.inside)
      if (Step* const found = find_in(*inside, node)) return found;
  }
  return nullptr;
}

/// Where two graphs differ; the result is `Success` where they do not.
struct Difference {
  cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
  cudaGraphNode_t node = nullptr;
};

Difference compare(const CUgraphExec_st& have, const CUgraphExec_st& want) {
  if (have.steps.size() != want.steps.size()) return {cudaGraphExecUpdateErrorTopologyChanged, nullptr};
  for (std::size_t i = 0; i < have.steps.size(); ++i) {
    const Step &mine = have.steps[i], &other = want.steps[i];
    if (mine.work.params.type != other.work.params.type) return {cudaGraphExecUpdateErrorNodeTypeChanged, other.node};
    if (mine.after != other.after || mine.inside.size() != other.inside.size())
      return {cudaGraphExecUpdateErrorTopologyChanged, other.node};
    for (std::size_t k = 0; k < mine.inside.size(); ++k)
      if (const Difference inside = compare(*mine.inside[k], *other.inside[k]); inside.result != cudaGraphExecUpdateSuccess) return inside;
  }
  return {};
}

// Steps keep their names, by which the program knows them.
void take_work(CUgraphExec_st& have, CUgraphExec_st& want) {
  for (std::size_t i = 0; i < have.steps.size(); ++i) {
    have.steps[i].work = std::move(want.steps[i].work);
    for (std::size_t k = 0; k < have.steps[i].inside.size(); ++k) take_work(*have.steps[i].inside[k], *want.steps[i].inside[k]);
  }
  have.conditions = std::move(want.conditions);
  have.references = std::move(want.references);
}

// Runs `body(step)` for a function about a node that can be switched off.
template <class Body>
cudaError_t with_switch(cudaGraphExec_t executable, cudaGraphNode_t node, Body body) {
  return api([&] {
    Step* const step = find_step(executable, node);
    if (step == nullptr || step->work.params.type > cudaGraphNodeTypeMemset) return cudaErrorInvalidValue;
    return body(*step);
  });
}

}  // namespace

void forget_all_executables() { executables().clear(); }

CUgraphExec_st* find_executable(cudaGraphExec_t handle) { return executables().find(handle); }

Step* find_step(cudaGraphExec_t handle, cudaGraphNode_t node) {
  CUgraphExec_st* const executable = find_executable(handle);
  return executable == nullptr ? nullptr : find_in(*executable, node);
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return api([&] { return instantiate(pGraphExec, graph, flags); });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return api([&] { return instantiate(pGraphExec, graph, flags); });
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, cudaGraphInstantiateParams* instantiateParams) {
  return api([&] {
    if (instantiateParams == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error = instantiate(pGraphExec, graph, instantiateParams->flags);
    instantiateParams->errNode_out = nullptr;
    instantiateParams->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
    return error;
  });
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, cudaGraphNode_t* pErrorNode, char* pLogBuffer,
                                 std::size_t bufferSize) {
  if (pErrorNode != nullptr) *pErrorNode = nullptr;
  if (pLogBuffer != nullptr && bufferSize > 0) *pLogBuffer = '\0';
  return api([&] { return instantiate(pGraphExec, graph, 0); });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long* flags) {
  return api([&] {
    const CUgraphExec_st* const executable = find_executable(graphExec);
    if (executable == nullptr || flags == nullptr) return cudaErrorInvalidValue;
    *flags = executable->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph_handle, cudaGraphExecUpdateResultInfo* resultInfo) {
  return api([&] {
    CUgraphExec_st* const executable = find_executable(handle);
    const CUgraph_st* const graph = find_graph(graph_handle);
    if (executable == nullptr || graph == nullptr || resultInfo == nullptr) return cudaErrorInvalidValue;
    CUgraphExec_st fresh;
    const Difference difference =
        build(*graph, &fresh) ? compare(*executable, fresh) : Difference{cudaGraphExecUpdateErrorTopologyChanged, nullptr};
    *resultInfo = {difference.result, difference.node, nullptr};
    if (difference.result != cudaGraphExecUpdateSuccess) return cudaErrorGraphExecUpdateFailure;
    take_work(*executable, fresh);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, cudaGraph_t childGraph) {
  return api([&] {
    Step* const step = find_step(hGraphExec, node);
    const CUgraph_st* const child = find_graph(childGraph);
    if (step == nullptr || child == nullptr || step->work.params.type != cudaGraphNodeTypeGraph) return cudaErrorInvalidValue;
    CUgraphExec_st fresh;
    if (!build(*child, &fresh) || compare(*step->inside.front(), fresh).result != cudaGraphExecUpdateSuccess) return cudaErrorInvalidValue;
    take_work(*step->inside.front(), fresh);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled) {
  return with_switch(hGraphExec, hNode, [&](Step& step) {
    step.enabled = isEnabled != 0;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int* isEnabled) {
  return with_switch(hGraphExec, hNode, [&](const Step& step) {
    if (isEnabled == nullptr) return cudaErrorInvalidValue;
    *isEnabled = step.enabled ? 1 : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t handle, cudaStream_t stream) {
  return api([&] {
    if (find_executable(handle) == nullptr) return cudaErrorInvalidValue;
    return find_stream(stream) == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return api([&] { return executables().destroy(graphExec) ? cudaSuccess : cudaErrorInvalidValue; });
}
