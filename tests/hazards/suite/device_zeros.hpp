/// @file
/// @brief Device memory for a case that is not about memory.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

/// An array of zeros that kernels take as a pointer.
template <class T>
class DeviceZeros {
 public:
  explicit DeviceZeros(std::size_t count) {
    cudaMalloc(&data_, count * sizeof(T));
    cudaMemset(data_, 0, count * sizeof(T));
  }
  DeviceZeros(const DeviceZeros&) = delete;
  DeviceZeros& operator=(const DeviceZeros&) = delete;
  ~DeviceZeros() { cudaFree(data_); }
  operator T*() const { return data_; }

 private:
  T* data_ = nullptr;
};
