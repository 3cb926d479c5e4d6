/// @file
/// @brief Owners of device memory, page-locked host memory, streams and events.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "lockstep/cuda_error.hpp"

namespace lockstep {

/// Where a Buffer takes its memory from.
struct DeviceMemory {
  static cudaError_t allocate(void** memory, std::size_t bytes) { return cudaMalloc(memory, bytes); }
  static cudaError_t release(void* memory) { return cudaFree(memory); }
};
struct PinnedMemory {
  static cudaError_t allocate(void** memory, std::size_t bytes) { return cudaHostAlloc(memory, bytes, cudaHostAllocDefault); }
  static cudaError_t release(void* memory) { return cudaFreeHost(memory); }
};

/// Uninitialised memory for `size()` elements. Movable; freed at the end of its life.
template <class Element, class Memory>
class Buffer {
 public:
  Buffer() = default;
  /// @throws CudaError where the memory cannot be had
  explicit Buffer(std::size_t count) : size_(count) {
    void* memory = nullptr;
    if (count > 0) check(Memory::allocate(&memory, count * sizeof(Element)));
    data_ = static_cast<Element*>(memory);
  }
  Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() {
    if (data_ != nullptr) static_cast<void>(Memory::release(data_));  // after a sticky error this fails, too; the first error was reported
  }

  Element* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t bytes() const noexcept { return size_ * sizeof(Element); }

 private:
  Element* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class Element>
using DeviceBuffer = Buffer<Element, DeviceMemory>;
/// Page-locked host memory: the device reads and writes it while the host goes on.
template <class Element>
using PinnedBuffer = Buffer<Element, PinnedMemory>;

/// A stream that does not wait for the default stream.
class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { static_cast<void>(cudaStreamDestroy(stream_)); }

  cudaStream_t get() const noexcept { return stream_; }
  /// Waits for all that was queued. @throws CudaError for an error of that work
  void synchronize() const { check(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

/// A point in a stream's work, with its time.
class Event {
 public:
  Event() { check(cudaEventCreate(&event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { static_cast<void>(cudaEventDestroy(event_)); }

  cudaEvent_t get() const noexcept { return event_; }
  void record(cudaStream_t stream) const { check(cudaEventRecord(event_, stream)); }
  void synchronize() const { check(cudaEventSynchronize(event_)); }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Milliseconds from one recorded event to a later one that has happened.
inline double milliseconds(const Event& from, const Event& to) {
  float elapsed = 0;
  check(cudaEventElapsedTime(&elapsed, from.get(), to.get()));
  return static_cast<double>(elapsed);
}

}  // namespace lockstep
