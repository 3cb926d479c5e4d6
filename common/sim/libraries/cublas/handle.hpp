/// @file
/// @brief What a cublasHandle_t points to, and how each function begins and ends.
#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "libraries/cublas_api.h"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/issuing/library_call.hpp"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  int multiprocessors = 0;
};

namespace lockstep::sim::blas {

/// The handle's object; null: it is not one.
cublasContext* find(cublasHandle_t handle);

cublasStatus_t status_of(cudaError_t error);

/// The memory that is touched, as `Operand`s are collected.
using Operands = std::vector<Operand>;

/// A scalar argument: its value, or where the device has it.
template <class T>
class Scalar {
 public:
  Scalar(const cublasContext& context, const T* p) : at_(context.pointers == CUBLAS_POINTER_MODE_DEVICE ? p : nullptr) {
    if (at_ == nullptr && p != nullptr) value_ = *p;
  }
  /// Only when the call runs.
  T operator*() const { return at_ == nullptr ? value_ : *at_; }
  /// May its value be asked for?
  bool is_reached() const { return at_ == nullptr || device_reaches(at_, sizeof(T)); }
  void add_to(Operands& operands, const char* name) const {
    if (at_ != nullptr) operands.push_back({name, {Box{reinterpret_cast<std::byte*>(const_cast<T*>(at_)), sizeof(T)}}});
  }

 private:
  const T* at_;
  T value_{};
};

/// Queues the call for the handle's stream. `result`: where a result goes on the host; called once the call has run.
cublasStatus_t submit(cublasContext& context, Call call, std::function<Operands()> operands, std::function<void()> work,
                      const std::function<void()>& result = nullptr);

/// Ends the process where a result on the host is to go to memory that only the device has.
void check_result(const Call& call, const void* result);

/// Runs `body(context)` for a function of the API.
template <class Body>
cublasStatus_t with(cublasHandle_t handle, Body&& body) {
  cublasContext* const context = find(handle);
  return context == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : std::forward<Body>(body)(*context);
}

}  // namespace lockstep::sim::blas
