/// @file
/// @brief Makes a node's operation; one function for each kind.
#include "sim/runtime/launching/node_work.hpp"

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "sim/runtime/context/api.hpp"
#include "sim/runtime/copies/copies.hpp"
#include "sim/runtime/copies/pools.hpp"
#include "sim/runtime/launching/functions.hpp"
#include "sim/runtime/launching/launch.hpp"
#include "sim/runtime/streams/events.hpp"

namespace lockstep::sim {

namespace {

/// A kernel's arguments, and pointers to them.
struct Arguments {
  std::vector<std::vector<std::byte>> values;
  std::vector<void*> pointers;

  Arguments(const std::size_t* bytes, void** from) {
    for (; *bytes != 0; ++bytes, ++from) {
      const auto* const first = static_cast<const std::byte*>(*from);
      values.emplace_back(first, first + *bytes);
    }
    for (std::vector<std::byte>& value : values) pointers.push_back(value.data());
  }
};

LaunchSpec spec_of(const NodeWork& work, const Call& call) {
  const cudaKernelNodeParams& p = work.params.kernel;
  LaunchSpec spec{.grid = p.gridDim, .block = p.blockDim, .dynamic_shared = p.sharedMemBytes, .launched_at = call.pc};
  for (const auto& [id, value] : work.attributes) {
    if (id == cudaLaunchAttributeClusterDimension) spec.cluster = {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
    if (id == cudaLaunchAttributeCooperative) spec.cooperative = value.cooperative != 0;
  }
  return spec;
}

cudaError_t make_kernel(const Call& call, NodeWork* work) {
  cudaKernelNodeParams& p = work->params.kernel;
  if (p.extra != nullptr) return cudaErrorInvalidValue;
  KernelEntry* kernel = nullptr;
  if (const cudaError_t error = find_kernel(p.func, &kernel)) return error;
  if (p.kernelParams == nullptr && *kernel->parameter_bytes != 0) return cudaErrorInvalidValue;
  const auto arguments = std::make_shared<Arguments>(kernel->parameter_bytes, p.kernelParams);
  if (const cudaError_t error = prepare_launch(p.func, spec_of(*work, call), p.kernelParams, &work->operation)) return error;
  p.kernelParams = arguments->pointers.data();  // the caller's own may be gone when the node is asked for them
  work->arguments = arguments;
  return cudaSuccess;
}

cudaError_t make_copy(const Call& call, NodeWork* work) {
  BoxCopy box;
  if (const cudaError_t error = box_of(&work->params.memcpy.copyParams, &box)) return error;
  return prepare_copy(box, call, &work->operation);
}

cudaError_t make_fill(const Call& call, NodeWork* work) {
  const cudaMemsetParams& p = work->params.memset;
  if (p.width == 0 || p.height == 0) return cudaErrorInvalidValue;
  return prepare_fill({.dst = {static_cast<std::byte*>(p.dst), p.pitch, 0},
                       .value = p.value,
                       .element = p.elementSize,
                       .width = p.width * p.elementSize,
                       .height = p.height},
                      call, &work->operation);
}

cudaError_t make_host(NodeWork* work) {
  const cudaHostNodeParams& p = work->params.host;
  if (p.fn == nullptr) return cudaErrorInvalidValue;
  work->operation = {.work = Work::host_function, .run = [p] {
                       const InCallback guard;
                       p.fn(p.userData);
                       return cudaSuccess;
                     }};
  return cudaSuccess;
}

cudaError_t nothing() { return cudaSuccess; }

// The launch gives each record its own (graph_launch.cpp).
cudaError_t make_event(cudaEvent_t event, Work kind, NodeWork* work) {
  if (find_event(event) == nullptr) return cudaErrorInvalidResourceHandle;
  work->operation = {.work = kind, .run = nothing};
  return cudaSuccess;
}

}  // namespace

cudaGraphNodeParams params_of(const cudaKernelNodeParams& kernel) {
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel = kernel;
  return params;
}
cudaGraphNodeParams params_of(const cudaMemcpy3DParms& copy) {
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeMemcpy;
  params.memcpy = {0, {}, copy};
  return params;
}
cudaGraphNodeParams params_of(const cudaMemsetParams& fill) {
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeMemset;
  params.memset = fill;
  return params;
}
cudaGraphNodeParams params_of(const cudaHostNodeParams& host) {
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeHost;
  params.host = host;
  return params;
}
cudaGraphNodeParams params_of(cudaGraphNodeType type, cudaEvent_t event) {
  cudaGraphNodeParams params{};
  params.type = type;
  if (type == cudaGraphNodeTypeEventRecord) {
    params.eventRecord = {event};
  } else {
    params.eventWait = {event};
  }
  return params;
}

cudaMemcpy3DParms row(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy{};
  copy.dstPtr = {dst, count, count, 1};
  copy.srcPtr = {const_cast<void*>(src), count, count, 1};
  copy.extent = {count, 1, 1};
  copy.kind = kind;
  return copy;
}

cudaError_t make_work(const cudaGraphNodeParams& params, const Call& call, NodeWork* work) {
  work->params = params;
  work->is_described = true;
  switch (params.type) {
    case cudaGraphNodeTypeKernel:
      return make_kernel(call, work);
    case cudaGraphNodeTypeMemcpy:
      return make_copy(call, work);
    case cudaGraphNodeTypeMemset:
      return make_fill(call, work);
    case cudaGraphNodeTypeHost:
      return make_host(work);
    case cudaGraphNodeTypeEventRecord:
      return make_event(params.eventRecord.event, Work::event_record, work);
    case cudaGraphNodeTypeWaitEvent:
      return make_event(params.eventWait.event, Work::empty, work);
    case cudaGraphNodeTypeMemAlloc:
      return prepare_allocation(&work->params.alloc, call, &work->operation);
    case cudaGraphNodeTypeMemFree:
      return prepare_free(params.free.dptr, call, &work->operation);
    case cudaGraphNodeTypeGraph:
    case cudaGraphNodeTypeConditional:  // what they do is inside of them
    case cudaGraphNodeTypeEmpty:
      work->operation = {.work = Work::empty, .run = nothing};
      return cudaSuccess;
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
      break;
  }
  return cudaErrorNotSupported;
}

}  // namespace lockstep::sim
