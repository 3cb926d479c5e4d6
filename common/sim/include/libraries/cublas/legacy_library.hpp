/// @file
/// @brief cuBLAS without handles: its start and end, its memory, and what stands for a handle.
#pragma once

namespace lockstep::sim::legacy_cublas {

struct Library {
  cublasHandle_t handle = nullptr;
  cublasStatus_t last = CUBLAS_STATUS_SUCCESS;  ///< the last error since it was asked for
};
inline Library& library() {
  static Library the;
  return the;
}
inline cublasHandle_t handle() { return library().handle; }

inline cublasStatus_t noted(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) library().last = status;
  return status;
}

/// An option. A letter that stands for none becomes a value that the functions refuse.
struct Letter {
  char letter;

  template <class Option>
  Option among(char first, Option first_option, char second, Option second_option) const {
    const int upper = letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter;
    return upper == first ? first_option : upper == second ? second_option : static_cast<Option>(0x7f);
  }
  operator cublasFillMode_t() const { return among('L', CUBLAS_FILL_MODE_LOWER, 'U', CUBLAS_FILL_MODE_UPPER); }
  operator cublasSideMode_t() const { return among('L', CUBLAS_SIDE_LEFT, 'R', CUBLAS_SIDE_RIGHT); }
  operator cublasDiagType_t() const { return among('N', CUBLAS_DIAG_NON_UNIT, 'U', CUBLAS_DIAG_UNIT); }
  operator cublasOperation_t() const { return among('N', CUBLAS_OP_N, 'T', CUBLAS_OP_T, 'C', CUBLAS_OP_C); }

 private:
  template <class Option>
  Option among(char first, Option first_option, char second, Option second_option, char third, Option third_option) const {
    return letter == third || letter == third - 'A' + 'a' ? third_option : among(first, first_option, second, second_option);
  }
};

}  // namespace lockstep::sim::legacy_cublas

#define LOCKSTEP_CUBLAS_LEGACY __attribute__((always_inline)) inline

LOCKSTEP_CUBLAS_LEGACY cublasStatus_t cublasInit() {
  auto& handle = lockstep::sim::legacy_cublas::library().handle;
  return handle == nullptr ? cublasCreate(&handle) : CUBLAS_STATUS_SUCCESS;
}
LOCKSTEP_CUBLAS_LEGACY cublasStatus_t cublasShutdown() {
  const cublasHandle_t handle = lockstep::sim::legacy_cublas::handle();
  lockstep::sim::legacy_cublas::library() = {};
  return cublasDestroy(handle);
}
LOCKSTEP_CUBLAS_LEGACY cublasStatus_t cublasGetError() {
  const cublasStatus_t last = lockstep::sim::legacy_cublas::library().last;
  lockstep::sim::legacy_cublas::library().last = CUBLAS_STATUS_SUCCESS;
  return last;
}
LOCKSTEP_CUBLAS_LEGACY cublasStatus_t cublasGetVersion(int* version) {
  return cublasGetVersion(lockstep::sim::legacy_cublas::handle(), version);
}
LOCKSTEP_CUBLAS_LEGACY cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  return lockstep::sim::legacy_cublas::noted(cublasSetStream(lockstep::sim::legacy_cublas::handle(), stream));
}
LOCKSTEP_CUBLAS_LEGACY cublasStatus_t cublasAlloc(int n, int elemSize, void** devicePtr) {
  if (lockstep::sim::legacy_cublas::handle() == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (n <= 0 || elemSize <= 0 || devicePtr == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const bool is_made = cudaMalloc(devicePtr, static_cast<size_t>(n) * static_cast<size_t>(elemSize)) == cudaSuccess;
  return is_made ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
LOCKSTEP_CUBLAS_LEGACY cublasStatus_t cublasFree(void* devicePtr) {
  if (lockstep::sim::legacy_cublas::handle() == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  return cudaFree(devicePtr) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
