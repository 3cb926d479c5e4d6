/// @file
/// @brief Copies and fills that kernels ask for: child grids of one thread, which touch memory as device code does.
#pragma once

#include "sim/runtime/copies/copies.hpp"

namespace lockstep::sim {

cudaError_t copy_in_kernel(const BoxCopy& box, cudaStream_t stream, const Call& call);
cudaError_t fill_in_kernel(const BoxFill& box, cudaStream_t stream, const Call& call);

}  // namespace lockstep::sim
