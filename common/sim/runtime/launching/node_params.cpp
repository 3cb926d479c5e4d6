/// @file
/// @brief Asks a node for its parameters, and changes them: of a graph's node, or of its copy in an executable graph.
#include <utility>

#include "lockstep/sim/api/graph_node_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/launching/executables.hpp"
#include "sim/runtime/launching/node_work.hpp"

namespace lockstep::sim {

namespace {

// Gives `part(params)` of a node of this kind.
template <class Answer, class Part>
cudaError_t get(cudaGraphNode_t handle, cudaGraphNodeType type, Answer* answer, Part part) {
  return api([&] {
    const CUgraphNode_st* const node = find_node(handle);
    if (node == nullptr || answer == nullptr || node->work.params.type != type) return cudaErrorInvalidValue;
    if (!node->work.is_described) return cudaErrorNotSupported;  // it was captured
    *answer = part(node->work.params);
    return cudaSuccess;
  });
}

cudaError_t remake(NodeWork& work, const cudaGraphNodeParams& params, const Call& call) {
  const cudaGraphNodeType type = params.type;
  const bool has_inside = type == cudaGraphNodeTypeGraph || type == cudaGraphNodeTypeConditional;
  if (work.params.type != type || has_inside || type == cudaGraphNodeTypeMemAlloc) return cudaErrorInvalidValue;
  NodeWork fresh;
  fresh.attributes = work.attributes;
  if (const cudaError_t error = make_work(params, call, &fresh)) return error;
  work = std::move(fresh);
  return cudaSuccess;
}

cudaError_t set(cudaGraphNode_t handle, const cudaGraphNodeParams& params, const Call& call) {
  return api(
      [&] {
        CUgraphNode_st* const node = find_node(handle);
        return node == nullptr ? cudaErrorInvalidValue : remake(node->work, params, call);
      },
      call.name, call.pc);
}

cudaError_t set(cudaGraphExec_t executable, cudaGraphNode_t node, const cudaGraphNodeParams& params, const Call& call) {
  return api(
      [&] {
        CUgraphExec_st::Step* const step = find_step(executable, node);
        return step == nullptr ? cudaErrorInvalidValue : remake(step->work, params, call);
      },
      call.name, call.pc);
}

template <class Parameters>
cudaError_t set(cudaGraphNode_t node, const Parameters* parameters, const Call& call) {
  return parameters == nullptr ? remember(cudaErrorInvalidValue) : set(node, params_of(*parameters), call);
}

template <class Parameters>
cudaError_t set(cudaGraphExec_t executable, cudaGraphNode_t node, const Parameters* parameters, const Call& call) {
  return parameters == nullptr ? remember(cudaErrorInvalidValue) : set(executable, node, params_of(*parameters), call);
}

cudaError_t with_attributes(NodeWork& work, decltype(NodeWork::attributes) attributes, const Call& call) {
  NodeWork fresh;
  fresh.attributes = std::move(attributes);
  if (const cudaError_t error = make_work(work.params, call, &fresh)) return error;
  work = std::move(fresh);
  return cudaSuccess;
}

// Runs `body(node)` for a function about a kernel node's attributes.
template <class Body>
cudaError_t with_kernel_node(cudaGraphNode_t handle, const void* value, Body body) {
  return api([&] {
    CUgraphNode_st* const node = find_node(handle);
    if (node == nullptr || value == nullptr || node->work.params.type != cudaGraphNodeTypeKernel) return cudaErrorInvalidValue;
    return body(node->work);
  });
}

}  // namespace

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
  return get(node, cudaGraphNodeTypeKernel, pNodeParams, [](const auto& p) { return p.kernel; });
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
  return get(node, cudaGraphNodeTypeMemcpy, pNodeParams, [](const auto& p) { return p.memcpy.copyParams; });
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) {
  return get(node, cudaGraphNodeTypeMemset, pNodeParams, [](const auto& p) { return p.memset; });
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) {
  return get(node, cudaGraphNodeTypeHost, pNodeParams, [](const auto& p) { return p.host; });
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
  return get(node, cudaGraphNodeTypeGraph, pGraph, [&](const auto&) { return node->inside.front(); });
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return get(node, cudaGraphNodeTypeEventRecord, event_out, [](const auto& p) { return p.eventRecord.event; });
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return get(node, cudaGraphNodeTypeWaitEvent, event_out, [](const auto& p) { return p.eventWait.event; });
}
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params_out) {
  return get(node, cudaGraphNodeTypeMemAlloc, params_out, [](const auto& p) { return p.alloc; });
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* dptr_out) {
  return get(node, cudaGraphNodeTypeMemFree, static_cast<void**>(dptr_out), [](const auto& p) { return p.free.dptr; });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  return nodeParams == nullptr ? remember(cudaErrorInvalidValue) : set(node, *nodeParams, Call::here());
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* p) { return set(node, p, Call::here()); }
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* p) { return set(node, p, Call::here()); }
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
  return set(node, params_of(row(dst, src, count, kind)), Call::here());
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* p) { return set(node, p, Call::here()); }
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* p) { return set(node, p, Call::here()); }
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set(node, params_of(cudaGraphNodeTypeEventRecord, event), Call::here());
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set(node, params_of(cudaGraphNodeTypeWaitEvent, event), Call::here());
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  return nodeParams == nullptr ? remember(cudaErrorInvalidValue) : set(graphExec, node, *nodeParams, Call::here());
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaKernelNodeParams* p) {
  return set(hGraphExec, node, p, Call::here());
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaMemcpy3DParms* p) {
  return set(hGraphExec, node, p, Call::here());
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst, const void* src,
                                               std::size_t count, cudaMemcpyKind kind) {
  return set(hGraphExec, node, params_of(row(dst, src, count, kind)), Call::here());
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaMemsetParams* p) {
  return set(hGraphExec, node, p, Call::here());
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaHostNodeParams* p) {
  return set(hGraphExec, node, p, Call::here());
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) {
  return set(hGraphExec, hNode, params_of(cudaGraphNodeTypeEventRecord, event), Call::here());
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) {
  return set(hGraphExec, hNode, params_of(cudaGraphNodeTypeWaitEvent, event), Call::here());
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue* value) {
  return with_kernel_node(hNode, value, [&, call = Call::here()](NodeWork& work) {
    if (!work.is_described) return cudaErrorNotSupported;
    auto attributes = work.attributes;
    attributes[attr] = *value;
    return with_attributes(work, std::move(attributes), call);
  });
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr, cudaLaunchAttributeValue* value_out) {
  return with_kernel_node(hNode, value_out, [&](const NodeWork& work) {
    const auto found = work.attributes.find(attr);
    *value_out = found == work.attributes.end() ? cudaLaunchAttributeValue{} : found->second;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
  return with_kernel_node(hDst, hSrc, [&, call = Call::here()](NodeWork& work) {
    const CUgraphNode_st* const source = find_node(hSrc);
    if (source == nullptr || source->work.params.type != cudaGraphNodeTypeKernel || !work.is_described) return cudaErrorInvalidValue;
    return with_attributes(work, source->work.attributes, call);
  });
}
