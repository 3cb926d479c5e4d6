/// @file
/// @brief Why a call of the API was refused, in words: the error's code alone does not tell which number was wrong.
#pragma once

#include <string_view>

#include "driver_types.h"
#include "sim/runtime/context/call.hpp"

namespace lockstep::sim {

/// Says on standard error why the call was refused, once for each place in the program: "lockstep: prog.cu:12: cudaFree: …". One that
/// expects the error is not disturbed by more. @return the error
cudaError_t refuse(cudaError_t error, const Call& call, std::string_view why);

/// The same for a launch, which is shown as `what`: "k<<<1, 2048>>>".
cudaError_t refuse(cudaError_t error, const void* pc, std::string_view what, std::string_view why);

}  // namespace lockstep::sim
