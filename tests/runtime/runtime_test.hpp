/// @file
/// @brief What the tests of the runtime API share: errors by name in messages, memory that frees itself, a quiet standard error.
#pragma once

#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "catch.hpp"

namespace Catch {
template <>
struct StringMaker<cudaError> {
  static std::string convert(cudaError error) { return cudaGetErrorName(error); }
};
}  // namespace Catch

/// `count` values on the device.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) { REQUIRE(cudaMalloc(&data_, count * sizeof(T)) == cudaSuccess); }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    REQUIRE(cudaMemcpy(data_, values.data(), bytes(), cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return data_; }
  std::size_t bytes() const { return count_ * sizeof(T); }
  std::vector<T> values() const {
    std::vector<T> all(count_);
    REQUIRE(cudaMemcpy(all.data(), data_, bytes(), cudaMemcpyDeviceToHost) == cudaSuccess);
    return all;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// While one lives, standard error goes nowhere: a launch that fails on purpose reports there.
class QuietErrors {
 public:
  QuietErrors() : saved_(dup(STDERR_FILENO)) {
    std::fflush(stderr);
    std::FILE* const nowhere = std::fopen("/dev/null", "w");
    dup2(fileno(nowhere), STDERR_FILENO);
    std::fclose(nowhere);
  }
  ~QuietErrors() {
    std::fflush(stderr);
    dup2(saved_, STDERR_FILENO);
    close(saved_);
  }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  int saved_;
};
