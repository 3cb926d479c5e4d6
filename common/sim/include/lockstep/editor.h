/// @file
/// @brief Lets clangd read a .cu file as CUDA, with these headers and no CUDA Toolkit: `.clangd` includes this file in front of each.
///
/// An editor needs names, types and positions, not machine code. So kernels are clang's own kernels, which `<<<…>>>` requires; every
/// unqualified function is for host and device, as the simulator's headers and the C++ library mean theirs; and the
/// words that the translator understands are attributes, or nothing. No compiler of the course reads this file.
#pragma once

// What replaces `operator new` may not be a function of both sides. In front of the words below, clang's own <new> has the host's alone;
// after them it would add the device's.
#pragma clang force_cuda_host_device begin
#if __has_include(<bits/exception.h>)
#include <bits/exception.h>
#endif
#pragma clang force_cuda_host_device end
#include <new>
#define __CLANG_CUDA_WRAPPERS_NEW

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#if __clang_major__ < 15  // then it became a word of clang's own
#define __noinline__      // and no attribute, which libraries call by this name
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __cluster_dims__(...)
#define __maxnreg__(n)
#define __grid_constant__

#pragma clang force_cuda_host_device begin  // to the end of the .cu file

// Before clang 16, the C++ library has none for it.
#if __clang_major__ < 16
#include <cstdint>
#define _GLIBCXX_SRCLOC
namespace std {
struct source_location {
  static constexpr source_location current(std::uint_least32_t line = __builtin_LINE()) noexcept { return {line}; }
  constexpr std::uint_least32_t line() const noexcept { return line_; }
  constexpr std::uint_least32_t column() const noexcept { return 0; }
  constexpr const char* file_name() const noexcept { return ""; }
  constexpr const char* function_name() const noexcept { return ""; }
  std::uint_least32_t line_ = 0;
};
}  // namespace std
#endif

// nvcc accepts `__shared__ alignas(16) float tile[32]`, but for clang `alignas` is an attribute, and may not follow another
// one.
#include <cstddef>
namespace lockstep::editor {
template <std::size_t bytes>
consteval std::size_t alignment() {
  return bytes;
}
template <class T>
consteval std::size_t alignment() {
  return alignof(T);
}
}  // namespace lockstep::editor
#define alignas(...) __attribute__((aligned(::lockstep::editor::alignment<__VA_ARGS__>())))

#include "cuda_runtime.h"

/// What clang looks for behind `kernel<<<grid, block, shared_bytes, stream>>>`, under the second name where it finds no CUDA Toolkit.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr);
unsigned cudaConfigureCall(dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr);
