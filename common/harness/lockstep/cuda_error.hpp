/// @file
/// @brief CUDA's error codes as exceptions.
#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <stdexcept>
#include <string>

namespace lockstep {

/// A CUDA call that failed. The message is `dot.cu:12: cudaErrorName: description`.
class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const std::source_location& where);
  cudaError_t code() const noexcept { return code_; }

 private:
  cudaError_t code_;
};

/// Throws CudaError, with the caller's line, where `code` is not cudaSuccess.
inline void check(cudaError_t code, const std::source_location& where = std::source_location::current()) {
  if (code != cudaSuccess) throw CudaError(code, where);
}

/// The same for the launch just before it. Errors inside the kernel show at the next synchronisation.
inline void check_launch(const std::source_location& where = std::source_location::current()) { check(cudaGetLastError(), where); }

}  // namespace lockstep
