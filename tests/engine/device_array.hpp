/// @file
/// @brief What the engine's tests share: arrays on the device, and what a launch printed.
#pragma once

#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

/// An array in managed memory, so that a test can fill and read it in one line.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count, T value = T()) : count_(count) {
    cudaMallocManaged(&data_, count * sizeof(T));
    for (std::size_t i = 0; i < count; ++i) data_[i] = value;
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* get() const { return data_; }
  T& operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// What a launch answered and printed on standard error. The context is as new afterwards.
struct Ending {
  cudaError_t error;
  std::string text;
};

template <class Launch>
Ending ending_of(Launch&& launch) {
  std::FILE* const file = std::tmpfile();
  const int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  launch();
  Ending ending{cudaDeviceSynchronize(), ""};
  std::fflush(stderr);
  dup2(saved, STDERR_FILENO);
  close(saved);
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) ending.text += static_cast<char>(c);
  std::fclose(file);
  cudaDeviceReset();
  return ending;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
