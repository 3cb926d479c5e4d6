/// @file
/// @brief Memory that is allocated: on the device, managed, pinned.
///
/// Device memory starts at multiples of 512 bytes, is filled with 0xFF (not-a-number; zeros in programs of `./lockstep cc`), and cannot be touched by host code.
#pragma once

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `size` bytes on the device. cudaErrorMemoryAllocation: there is not that much left. Zero bytes give a null pointer.
cudaError_t cudaMalloc(void** devPtr, size_t size);
/// `height` rows of `width` bytes; rows start `*pitch` bytes apart.
cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height);
/// Slices of rows; `extent.width` is in bytes.
cudaError_t cudaMalloc3D(struct cudaPitchedPtr* pitchedDevPtr, struct cudaExtent extent);
/// Runs all queued work, then gives the memory back. Null is accepted.
cudaError_t cudaFree(void* devPtr);

/// Memory that host and device both use.
cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned int flags LOCKSTEP_OR(cudaMemAttachGlobal));
cudaError_t cudaMallocHost(void** ptr, size_t size);
cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags);
cudaError_t cudaFreeHost(void* ptr);
/// Lets the device use the program's own host memory.
cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void* ptr);
/// The same address: addresses are unified.
cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost);

cudaError_t cudaMemGetInfo(size_t* free, size_t* total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* ptr);

/// Hints for managed memory: checked, and without effect.
cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, struct cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemAdvise(const void* devPtr, size_t count, enum cudaMemoryAdvise advice, struct cudaMemLocation location);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t length LOCKSTEP_OR(0),
                                     unsigned int flags LOCKSTEP_OR(cudaMemAttachSingle));

#ifdef __cplusplus
}  // extern "C"

cudaError_t cudaMallocHost(void** ptr, std::size_t size, unsigned int flags);
cudaError_t cudaMemPrefetchAsync(const void* devPtr, std::size_t count, int dstDevice, cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* devPtr, std::size_t count, cudaMemoryAdvise advice, int device);

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMalloc(T** devPtr, std::size_t size) {
  return cudaMalloc(reinterpret_cast<void**>(devPtr), size);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocPitch(T** devPtr, std::size_t* pitch, std::size_t width, std::size_t height) {
  return cudaMallocPitch(reinterpret_cast<void**>(devPtr), pitch, width, height);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocManaged(T** devPtr, std::size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void**>(devPtr), size, flags);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocHost(T** ptr, std::size_t size, unsigned int flags = cudaHostAllocDefault) {
  return cudaMallocHost(reinterpret_cast<void**>(ptr), size, flags);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaHostAlloc(T** ptr, std::size_t size, unsigned int flags) {
  return cudaHostAlloc(reinterpret_cast<void**>(ptr), size, flags);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaHostGetDevicePointer(T** pDevice, void* pHost, unsigned int flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void**>(pDevice), pHost, flags);
}
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* devPtr, std::size_t length = 0, unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, static_cast<void*>(devPtr), length, flags);
}

#endif
