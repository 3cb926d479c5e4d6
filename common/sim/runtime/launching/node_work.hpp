/// @file
/// @brief From a node's parameters to what it does.
#pragma once

#include "sim/runtime/graphs/graphs.hpp"

namespace lockstep::sim {

/// What a node with these parameters does. Kernel arguments are copied. For kernels, `work->attributes` are heeded.
cudaError_t make_work(const cudaGraphNodeParams& params, const Call& call, NodeWork* work);

/// The parameters of the kinds of nodes.
cudaGraphNodeParams params_of(const cudaKernelNodeParams& kernel);
cudaGraphNodeParams params_of(const cudaMemcpy3DParms& copy);
cudaGraphNodeParams params_of(const cudaMemsetParams& fill);
cudaGraphNodeParams params_of(const cudaHostNodeParams& host);
cudaGraphNodeParams params_of(cudaGraphNodeType type, cudaEvent_t event);
/// A copy of `count` bytes in a row.
cudaMemcpy3DParms row(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind);

}  // namespace lockstep::sim
