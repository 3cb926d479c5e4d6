/// @file
/// @brief Runs inline PTX in a warp, and gives what it left.
#pragma once

#include <cuda_runtime.h>
#include <lockstep/sim/ptx/all.hpp>

#include <cstdint>
#include <cstring>
#include <vector>

#include "catch.hpp"

namespace lockstep::testing {

template <class T, class F>
__global__ void run_ptx(T* results, F function) {
  function(results);
}

/// What each of the first `count` elements is after `function(results)` in each thread of a block.
template <class T = std::uint32_t, class F>
std::vector<T> after(F function, unsigned count = 1, unsigned threads = 1) {
  T* results = nullptr;
  REQUIRE(cudaMallocManaged(&results, count * sizeof(T)) == cudaSuccess);
  std::memset(results, 0, count * sizeof(T));
  run_ptx<<<1, threads>>>(results, function);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const std::vector<T> all(results, results + count);
  cudaFree(results);
  return all;
}

template <class To, class From>
To bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace lockstep::testing

/// The register that one instruction leaves; of `text`, %0 is the result, and the other operands are those given. What only computes needs
/// no kernel.
#define PTX(T, letter, text, ...)                          \
  [&] __device__() {                                       \
    T result = T();                                        \
    asm volatile(text : "+" letter(result) : __VA_ARGS__); \
    return result;                                         \
  }()
#define PTX_U32(text, ...) PTX(std::uint32_t, "r", text, __VA_ARGS__)
#define PTX_S32(text, ...) PTX(std::int32_t, "r", text, __VA_ARGS__)
#define PTX_U64(text, ...) PTX(std::uint64_t, "l", text, __VA_ARGS__)
#define PTX_U16(text, ...) PTX(std::uint16_t, "h", text, __VA_ARGS__)
#define PTX_F32(text, ...) PTX(float, "f", text, __VA_ARGS__)
#define PTX_F64(text, ...) PTX(double, "d", text, __VA_ARGS__)
