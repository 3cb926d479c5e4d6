/// @file
/// @brief Why processes share no memory: each has a simulated device of its own.
#include "lockstep/sim/api/ipc_functions.hpp"

#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/refusal.hpp"

using namespace lockstep::sim;

namespace {

cudaError_t refuse_sharing(Call call) {
  return api(
      [&] { return refuse(cudaErrorNotSupported, call, "processes share no device memory here: each has a simulated device of its own"); });
}

}  // namespace

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) { return refuse_sharing(Call::here()); }
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned int) { return refuse_sharing(Call::here()); }
cudaError_t cudaIpcCloseMemHandle(void*) { return refuse_sharing(Call::here()); }
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) { return refuse_sharing(Call::here()); }
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) { return refuse_sharing(Call::here()); }
