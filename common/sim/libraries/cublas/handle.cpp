/// @file
/// @brief cuBLAS's handles and their settings.
#include "sim/libraries/cublas/handle.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "sim/engine/failures/faults.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/memory/address_text.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim::blas {

namespace {

Handles<cublasContext>& contexts() {
  static auto& all = immortal<Handles<cublasContext>>();
  return all;
}

template <class T>
cublasStatus_t get(cublasHandle_t handle, T* value, T cublasContext::*member) {
  return with(handle, [&](cublasContext& context) {
    if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *value = context.*member;
    return CUBLAS_STATUS_SUCCESS;
  });
}

template <class T>
cublasStatus_t set(cublasHandle_t handle, T value, T cublasContext::*member, bool is_good) {
  return with(handle, [&](cublasContext& context) {
    if (!is_good) return CUBLAS_STATUS_INVALID_VALUE;
    context.*member = value;
    return CUBLAS_STATUS_SUCCESS;
  });
}

struct StatusName {
  cublasStatus_t status;
  const char *name, *meaning;
};
constexpr StatusName kStatuses[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE", "an invalid value was used as an argument"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH", "an absent device architectural feature is required"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the requested functionality is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "the functionality requested requires some license"},
};

const StatusName* find_status(cublasStatus_t status) {
  const auto* const found = std::ranges::find(kStatuses, status, &StatusName::status);
  return found == std::end(kStatuses) ? nullptr : found;
}

}  // namespace

cublasContext* find(cublasHandle_t handle) {
  const ApiCall call;
  return contexts().find(handle);
}

cublasStatus_t status_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation:
      return CUBLAS_STATUS_ALLOC_FAILED;
    case cudaErrorInvalidValue:
      return CUBLAS_STATUS_INVALID_VALUE;
    default:
      return CUBLAS_STATUS_EXECUTION_FAILED;
  }
}

cublasStatus_t submit(cublasContext& context, Call call, std::function<Operands()> operands, std::function<void()> work,
                      const std::function<void()>& result) {
  const Waits waits = result ? Waits::yes : Waits::no;
  const cudaError_t error = api([&] { return issue(context.stream, {call, std::move(operands), std::move(work)}, waits); });
  if (error == cudaSuccess && result) result();
  return status_of(error);
}

void check_result(const Call& call, const void* result) {
  const Allocation* const allocation = find_allocation(result);
  if (allocation == nullptr || !allocation->on_device()) return;
  std::fflush(stdout);
  fmt::print(stderr,
             "lockstep: error: {} writes its result to {}, but the handle's pointer mode says that it is on the host\n  in {}\n"
             "  call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) before, or give it the address of a variable of the host\n",
             call.name, describe_address(result), source_line(call.pc));
  if (before_host_fault != nullptr) before_host_fault();
  _exit(1);
}

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return status_of(api([&] {
    *handle = contexts().make();
    return cudaSuccess;
  }));
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  const ApiCall call;
  return contexts().destroy(handle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUBLAS_STATUS_INVALID_VALUE;
  *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : type == MINOR_VERSION ? CUBLAS_VER_MINOR : CUBLAS_VER_PATCH;
  return CUBLAS_STATUS_SUCCESS;
}
std::size_t cublasGetCudartVersion() { return CUDART_VERSION; }
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, std::size_t) {
  return with(handle, [](cublasContext&) { return CUBLAS_STATUS_SUCCESS; });
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t streamId) { return set(handle, streamId, &cublasContext::stream, true); }
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* streamId) { return get(handle, streamId, &cublasContext::stream); }
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  return set(handle, mode, &cublasContext::pointers, mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return get(handle, mode, &cublasContext::pointers);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return set(handle, mode, &cublasContext::atomics, mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) { return get(handle, mode, &cublasContext::atomics); }
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) { return set(handle, mode, &cublasContext::math, true); }
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) { return get(handle, mode, &cublasContext::math); }
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget) {
  return set(handle, smCountTarget, &cublasContext::multiprocessors, smCountTarget >= 0);
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* smCountTarget) {
  return get(handle, smCountTarget, &cublasContext::multiprocessors);
}
const char* cublasGetStatusName(cublasStatus_t status) {
  const StatusName* const found = find_status(status);
  return found == nullptr ? "CUBLAS_STATUS_UNKNOWN" : found->name;
}
const char* cublasGetStatusString(cublasStatus_t status) {
  const StatusName* const found = find_status(status);
  return found == nullptr ? "unknown status" : found->meaning;
}
