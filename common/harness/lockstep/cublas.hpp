/// @file
/// @brief What the peers that call cuBLAS share: its errors as exceptions, and one handle.
#pragma once

#include <cublas_v2.h>

#include <stdexcept>
#include <string>

namespace lockstep {

/// Throws where a call of cuBLAS failed.
inline void check(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(std::string("cuBLAS: ") + cublasGetStatusString(status));
}

/// A cuBLAS context whose scalars are on the device: otherwise each call would wait for its result.
class CublasHandle {
 public:
  CublasHandle() {
    check(cublasCreate(&handle_));
    check(cublasSetPointerMode(handle_, CUBLAS_POINTER_MODE_DEVICE));
  }
  CublasHandle(const CublasHandle&) = delete;
  CublasHandle& operator=(const CublasHandle&) = delete;
  ~CublasHandle() { static_cast<void>(cublasDestroy(handle_)); }
  cublasHandle_t get() const { return handle_; }

 private:
  cublasHandle_t handle_ = nullptr;
};

/// The program's handle, for work on `stream`. Creating one takes much longer than most calls, so all runs share one, created in the first
/// run, which is not timed.
inline cublasHandle_t cublas(cudaStream_t stream) {
  static const CublasHandle handle;
  check(cublasSetStream(handle.get(), stream));
  return handle.get();
}

}  // namespace lockstep
