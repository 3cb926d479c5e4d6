/// @file
/// @brief What the tests of device functions share: memory that both sides see, random bits that both sides compute, launches that must
/// succeed.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "catch.hpp"

/// An array that host and device share.
template <class T>
class Shared {
 public:
  explicit Shared(std::size_t count) : count_(count) {
    REQUIRE(cudaMallocManaged(&data_, count * sizeof(T)) == cudaSuccess);
    for (std::size_t i = 0; i < count; ++i) data_[i] = T{};
  }
  ~Shared() {
    cudaFree(data_);
    cudaGetLastError();  // a reset has freed it already: no error of the next launch
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  T& operator[](std::size_t i) { return data_[i]; }
  T* data() { return data_; }
  std::size_t size() const { return count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// The kernel just launched ran to its end.
inline void finish() {
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

/// The kernel just launched ended with `expected`; clears the error.
inline void fail_with(cudaError_t expected) {
  CHECK(cudaDeviceSynchronize() == expected);
  cudaDeviceReset();
  cudaGetLastError();
}

/// Random bits from a number (the finaliser of MurmurHash3, as in SplitMix64).
__host__ __device__ inline std::uint64_t random_bits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// The same bits as another type of the same or smaller size.
template <class To>
__host__ __device__ To from_bits(std::uint64_t bits) {
  To value;
  memcpy(&value, &bits, sizeof(To));
  return value;
}
template <class From>
__host__ __device__ std::uint64_t to_bits(From value) {
  std::uint64_t bits = 0;
  memcpy(&bits, &value, sizeof(From));
  return bits;
}
