/// @file
/// @brief Launches that failed, as `<<<…>>>` cannot tell: which of their errors did the program never ask for?
#pragma once

#include <vector>

#include "driver_types.h"
#include "sim/runtime/context/call.hpp"

namespace lockstep::sim {

struct UnseenError {
  cudaError_t error = cudaSuccess;
  Call launch{};  ///< the kernel, and where it was launched
};

/// A launch by `<<<…>>>` was refused. No later call returns its error but cudaGetLastError and cudaPeekAtLastError.
void note_unseen(cudaError_t error, Call launch);
/// The calling thread asked for its last error.
void forget_unseen();
/// What no thread has asked for so far, oldest first.
const std::vector<UnseenError>& unseen_errors();

}  // namespace lockstep::sim
