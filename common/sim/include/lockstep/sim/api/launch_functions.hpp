/// @file
/// @brief Kernels as values: launching, attributes, occupancy.
///
/// A kernel may be given as a function pointer or as `const void*`. Null gives cudaErrorInvalidDeviceFunction.
#pragma once

#include "driver_types.h"
#include "lockstep/sim/api/device_functions.hpp"

#ifdef __cplusplus
extern "C" {
#endif

/// `args[i]` points to the i-th argument, which is copied at the call.
cudaError_t cudaLaunchKernel(const void* func, dim3 grid, dim3 block, void** args, size_t sharedMem LOCKSTEP_OR(0),
                             cudaStream_t stream LOCKSTEP_OR(nullptr));
/// All blocks are resident at once, so that the grid can synchronize. cudaErrorCooperativeLaunchTooLarge: there are too many.
cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 grid, dim3 block, void** args, size_t sharedMem LOCKSTEP_OR(0),
                                        cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args);

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, const void* func);
cudaError_t cudaFuncSetAttribute(const void* func, enum cudaFuncAttribute attr, int value);
cudaError_t cudaFuncSetCacheConfig(const void* func, enum cudaFuncCache cacheConfig);
cudaError_t cudaFuncSetSharedMemConfig(const void* func, enum cudaSharedMemConfig config);
/// The kernel's handle for the driver API.
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr);
/// The name as written in the source.
cudaError_t cudaFuncGetName(const char** name, const void* func);

/// How many blocks of `blockSize` threads and `dynamicSMemSize` bytes fit on a multiprocessor.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize,
                                                                   unsigned int flags);
/// The most dynamic shared memory, in bytes, that lets `numBlocks` blocks share a multiprocessor.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func, int numBlocks, int blockSize);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func, const cudaLaunchConfig_t* launchConfig);
cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func, const cudaLaunchConfig_t* launchConfig);

#ifdef __cplusplus
}  // extern "C"

namespace lockstep::sim {

/// A kernel's address as the API takes it.
template <class R, class... P>
const void* kernel_pointer(R (*function)(P...)) {
  return reinterpret_cast<const void*>(function);
}
inline const void* kernel_pointer(const void* function) { return function; }
/// What `cudaGetFuncBySymbol` was given.
inline const void* symbol_of_function(cudaFunction_t function) { return function; }

/// The block size with the most resident threads, among multiples of a warp; the largest where several have as many.
/// @param most_threads  in a block; also what the kernel itself allows
template <class BytesOfBlock>
cudaError_t best_block_size(int* grid, int* block, const void* function, BytesOfBlock bytes_of_block, int most_threads) {
  if (!grid || !block) return cudaErrorInvalidValue;
  cudaFuncAttributes attributes;
  if (cudaError_t error = cudaFuncGetAttributes(&attributes, function)) return error;
  int multiprocessors = 0;
  if (cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0)) return error;
  const int own = attributes.maxThreadsPerBlock;
  const int limit = most_threads > 0 && most_threads < own ? most_threads : own;
  int most_resident = 0;
  for (int size = (limit + 31) / 32 * 32; size > 0; size -= 32) {
    const int threads = size < limit ? size : limit;
    int blocks = 0;
    if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, bytes_of_block(threads)))
      return error;
    if (blocks * threads <= most_resident) continue;
    most_resident = blocks * threads;
    *block = threads;
    *grid = blocks * multiprocessors;
  }
  return cudaSuccess;
}

}  // namespace lockstep::sim

template <class... P>
cudaError_t cudaLaunchKernel(void (*func)(P...), dim3 grid, dim3 block, void** args, std::size_t sharedMem = 0,
                             cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(lockstep::sim::kernel_pointer(func), grid, block, args, sharedMem, stream);
}
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*func)(P...), dim3 grid, dim3 block, void** args, std::size_t sharedMem = 0,
                                        cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(lockstep::sim::kernel_pointer(func), grid, block, args, sharedMem, stream);
}
/// Launches with attributes (a cluster, cooperation); the arguments are converted to the kernel's parameters.
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "cudaLaunchKernelEx needs one argument for each parameter of the kernel");
  return [&](P... converted) {
    void* pointers[] = {const_cast<void*>(static_cast<const volatile void*>(&converted))..., nullptr};
    return cudaLaunchKernelExC(config, lockstep::sim::kernel_pointer(kernel), pointers);
  }(static_cast<A&&>(arguments)...);
}

template <class... P>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, void (*entry)(P...)) {
  return cudaFuncGetAttributes(attr, lockstep::sim::kernel_pointer(entry));
}
template <class... P>
cudaError_t cudaFuncSetAttribute(void (*func)(P...), cudaFuncAttribute attr, int value) {
  return cudaFuncSetAttribute(lockstep::sim::kernel_pointer(func), attr, value);
}
template <class... P>
cudaError_t cudaFuncSetCacheConfig(void (*func)(P...), cudaFuncCache cacheConfig) {
  return cudaFuncSetCacheConfig(lockstep::sim::kernel_pointer(func), cacheConfig);
}
template <class... P>
cudaError_t cudaFuncSetSharedMemConfig(void (*func)(P...), cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig(lockstep::sim::kernel_pointer(func), config);
}
template <class... P>
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, void (*symbolPtr)(P...)) {
  return cudaGetFuncBySymbol(functionPtr, lockstep::sim::kernel_pointer(symbolPtr));
}
template <class... P>
cudaError_t cudaFuncGetName(const char** name, void (*func)(P...)) {
  return cudaFuncGetName(name, lockstep::sim::kernel_pointer(func));
}

template <class... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, void (*func)(P...), int blockSize, std::size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, lockstep::sim::kernel_pointer(func), blockSize, dynamicSMemSize);
}
template <class... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, void (*func)(P...), int blockSize,
                                                                   std::size_t dynamicSMemSize, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, lockstep::sim::kernel_pointer(func), blockSize, dynamicSMemSize,
                                                                flags);
}
template <class... P>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* dynamicSmemSize, void (*func)(P...), int numBlocks, int blockSize) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, lockstep::sim::kernel_pointer(func), numBlocks, blockSize);
}
template <class... P>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, void (*func)(P...), const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(clusterSize, lockstep::sim::kernel_pointer(func), config);
}
template <class... P>
cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, void (*func)(P...), const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(numClusters, lockstep::sim::kernel_pointer(func), config);
}
/// The block size with the most resident threads, and the grid that fills the device with such blocks.
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, F func, std::size_t dynamicSMemSize = 0,
                                               int blockSizeLimit = 0) {
  return lockstep::sim::best_block_size(
      minGridSize, blockSize, lockstep::sim::kernel_pointer(func), [=](int) { return dynamicSMemSize; }, blockSizeLimit);
}
/// As above, with `blockSizeToDynamicSMemSize(threads)` bytes of dynamic shared memory in a block.
template <class Unary, class F>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* minGridSize, int* blockSize, F func, Unary blockSizeToDynamicSMemSize,
                                                           int blockSizeLimit = 0) {
  return lockstep::sim::best_block_size(minGridSize, blockSize, lockstep::sim::kernel_pointer(func), blockSizeToDynamicSMemSize,
                                        blockSizeLimit);
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, F func, std::size_t dynamicSMemSize = 0,
                                                        int blockSizeLimit = 0, unsigned int flags = 0) {
  if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
  return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, func, dynamicSMemSize, blockSizeLimit);
}
template <class Unary, class F>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* minGridSize, int* blockSize, F func,
                                                                    Unary blockSizeToDynamicSMemSize, int blockSizeLimit = 0,
                                                                    unsigned int flags = 0) {
  if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit);
}

#endif
