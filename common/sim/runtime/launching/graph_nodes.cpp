/// @file
/// @brief Nodes that are added by hand.
#include <vector>

#include "lockstep/sim/api/graph_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/copies/copies.hpp"
#include "sim/runtime/graphs/graphs.hpp"
#include "sim/runtime/launching/launch.hpp"

using namespace lockstep::sim;

namespace {

// Adds the operation that `prepare(&operation)` makes, where it succeeds.
template <class Prepare>
cudaError_t add(cudaGraphNode_t* made, cudaGraph_t handle, const cudaGraphNode_t* dependencies, std::size_t count, const void* parameters,
                Prepare prepare) {
  return api([&] {
    CUgraph_st* const graph = find_graph(handle);
    if (made == nullptr || graph == nullptr || parameters == nullptr || (count > 0 && dependencies == nullptr))
      return cudaErrorInvalidValue;
    Operation operation;
    if (const cudaError_t error = prepare(&operation)) return error;
    return add_node(*graph, std::vector(dependencies, dependencies + count), std::move(operation), made);
  });
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaKernelNodeParams* p) {
  return add(pGraphNode, graph, pDependencies, numDependencies, p, [&](Operation* operation) {
    if (p->extra != nullptr) return cudaErrorInvalidValue;
    return prepare_launch(p->func, {.grid = p->gridDim, .block = p->blockDim, .dynamic_shared = p->sharedMemBytes}, p->kernelParams,
                          operation);
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                     std::size_t numDependencies, void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
  return add(pGraphNode, graph, pDependencies, numDependencies, graph, [&, call = Call::here()](Operation* operation) {
    const auto plane = [&](const void* p) { return Plane{static_cast<std::byte*>(const_cast<void*>(p)), count, count}; };
    return prepare_copy({.dst = plane(dst), .src = plane(src), .width = count, .kind = kind}, call, operation);
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) {
  return add(pGraphNode, graph, pDependencies, numDependencies, pCopyParams, [&, call = Call::here()](Operation* operation) {
    BoxCopy box;
    if (const cudaError_t error = box_of(pCopyParams, &box)) return error;
    return prepare_copy(box, call, operation);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaMemsetParams* p) {
  return add(pGraphNode, graph, pDependencies, numDependencies, p, [&, call = Call::here()](Operation* operation) {
    if (p->width == 0 || p->height == 0) return cudaErrorInvalidValue;
    return prepare_fill({.dst = {static_cast<std::byte*>(p->dst), p->pitch, 0},
                         .value = p->value,
                         .element = p->elementSize,
                         .width = p->width * p->elementSize,
                         .height = p->height},
                        call, operation);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                 std::size_t numDependencies, const cudaHostNodeParams* p) {
  return add(pGraphNode, graph, pDependencies, numDependencies, p, [&](Operation* operation) {
    if (p->fn == nullptr) return cudaErrorInvalidValue;
    *operation = {.work = Work::host_function, .run = [node = *p] {
                    const InCallback guard;
                    node.fn(node.userData);
                    return cudaSuccess;
                  }};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                  std::size_t numDependencies) {
  return add(pGraphNode, graph, pDependencies, numDependencies, graph, [](Operation* operation) {
    *operation = {.work = Work::empty, .run = [] { return cudaSuccess; }};
    return cudaSuccess;
  });
}
