/// @file
/// @brief Memory by the driver API: its pointers are numbers, and the functions are the runtime API's.
#pragma once

#include "lockstep/sim/driver/devices.hpp"

namespace lockstep::sim {

inline void* pointer_of(CUdeviceptr address) { return reinterpret_cast<void*>(static_cast<uintptr_t>(address)); }

/// Fills rows of `count` values of 1, 2 or 4 bytes. (runtime/driver/fills.cpp)
cudaError_t fill_values(void* to, size_t pitch, unsigned value, unsigned size, size_t count, size_t rows, bool async, cudaStream_t stream);
/// The allocation that holds `p`. False where none does. (runtime/driver/fills.cpp)
bool allocation_range(const void* p, CUdeviceptr* begin, size_t* bytes);

/// Runs `make(&pointer)`, which makes device memory, and stores where that is.
template <class Make>
[[gnu::always_inline]] inline CUresult driver_allocation(CUdeviceptr* address, Make&& make) {
  return driver_call(
      true, [&]() __attribute__((always_inline)) {
        void* pointer = nullptr;
        if (address == nullptr) return cudaErrorInvalidValue;
        if (const cudaError_t error = make(&pointer)) return error;
        *address = reinterpret_cast<uintptr_t>(pointer);
        return cudaSuccess;
      });
}

}  // namespace lockstep::sim

LOCKSTEP_DRIVER_FUNCTION cuMemGetInfo(size_t* free, size_t* total) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaMemGetInfo(free, total); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemAlloc(CUdeviceptr* dptr, size_t bytesize) {
  // Zero bytes are a mistake here, and not with cudaMalloc.
  return lockstep::sim::driver_allocation(
      dptr, [&](void** p) __attribute__((always_inline)) { return bytesize == 0 ? cudaErrorInvalidValue : cudaMalloc(p, bytesize); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemAllocPitch(CUdeviceptr* dptr, size_t* pPitch, size_t width, size_t height, unsigned int /*elementBytes*/) {
  return lockstep::sim::driver_allocation(
      dptr, [&](void** p) __attribute__((always_inline)) { return cudaMallocPitch(p, pPitch, width, height); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) {
  return lockstep::sim::driver_allocation(
      dptr, [&](void** p) __attribute__((always_inline)) { return cudaMallocManaged(p, bytesize, flags); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) {
  return lockstep::sim::driver_allocation(
      dptr, [&](void** p) __attribute__((always_inline)) { return cudaMallocAsync(p, bytesize, hStream); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemFree(CUdeviceptr dptr) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaFree(lockstep::sim::pointer_of(dptr)); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaFreeAsync(lockstep::sim::pointer_of(dptr), hStream); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemGetAddressRange(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) {
  if (const CUresult state = lockstep::sim::driver_state(true)) return state;
  return lockstep::sim::allocation_range(lockstep::sim::pointer_of(dptr), pbase, psize) ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

LOCKSTEP_DRIVER_FUNCTION cuMemAllocHost(void** pp, size_t bytesize) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaHostAlloc(pp, bytesize, cudaHostAllocDefault); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemHostAlloc(void** pp, size_t bytesize, unsigned int flags) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaHostAlloc(pp, bytesize, flags); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemFreeHost(void* p) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaFreeHost(p); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemHostGetDevicePointer(CUdeviceptr* pdptr, void* p, unsigned int flags) {
  return lockstep::sim::driver_allocation(
      pdptr, [&](void** device) __attribute__((always_inline)) { return cudaHostGetDevicePointer(device, p, flags); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemHostGetFlags(unsigned int* pFlags, void* p) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaHostGetFlags(pFlags, p); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemHostRegister(void* p, size_t bytesize, unsigned int flags) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaHostRegister(p, bytesize, flags); });
}
LOCKSTEP_DRIVER_FUNCTION cuMemHostUnregister(void* p) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) { return cudaHostUnregister(p); });
}

#define LOCKSTEP_DRIVER_COPY(name, To, From, to, from, kind)                                                         \
  LOCKSTEP_DRIVER_FUNCTION name(To dst, From src, size_t ByteCount) {                                                \
    return lockstep::sim::driver_call(                                                                               \
        true, [&]() __attribute__((always_inline)) { return cudaMemcpy(to, from, ByteCount, kind); });               \
  }                                                                                                                  \
  LOCKSTEP_DRIVER_FUNCTION name##Async(To dst, From src, size_t ByteCount, CUstream hStream) {                       \
    return lockstep::sim::driver_call(                                                                               \
        true, [&]() __attribute__((always_inline)) { return cudaMemcpyAsync(to, from, ByteCount, kind, hStream); }); \
  }
LOCKSTEP_DRIVER_COPY(cuMemcpy, CUdeviceptr, CUdeviceptr, lockstep::sim::pointer_of(dst), lockstep::sim::pointer_of(src), cudaMemcpyDefault)
LOCKSTEP_DRIVER_COPY(cuMemcpyHtoD, CUdeviceptr, const void*, lockstep::sim::pointer_of(dst), src, cudaMemcpyHostToDevice)
LOCKSTEP_DRIVER_COPY(cuMemcpyDtoH, void*, CUdeviceptr, dst, lockstep::sim::pointer_of(src), cudaMemcpyDeviceToHost)
LOCKSTEP_DRIVER_COPY(cuMemcpyDtoD, CUdeviceptr, CUdeviceptr, lockstep::sim::pointer_of(dst), lockstep::sim::pointer_of(src),
                     cudaMemcpyDeviceToDevice)
#undef LOCKSTEP_DRIVER_COPY

#define LOCKSTEP_DRIVER_FILL(bits, T)                                                                                                \
  LOCKSTEP_DRIVER_FUNCTION cuMemsetD##bits(CUdeviceptr dst, T value, size_t N) {                                                     \
    return lockstep::sim::driver_call(                                                                                               \
        true, [&]() __attribute__((always_inline)) {                                                                                 \
          return lockstep::sim::fill_values(lockstep::sim::pointer_of(dst), N * sizeof(T), value, sizeof(T), N, 1, false, nullptr);  \
        });                                                                                                                          \
  }                                                                                                                                  \
  LOCKSTEP_DRIVER_FUNCTION cuMemsetD##bits##Async(CUdeviceptr dst, T value, size_t N, CUstream hStream) {                            \
    return lockstep::sim::driver_call(                                                                                               \
        true, [&]() __attribute__((always_inline)) {                                                                                 \
          return lockstep::sim::fill_values(lockstep::sim::pointer_of(dst), N * sizeof(T), value, sizeof(T), N, 1, true, hStream);   \
        });                                                                                                                          \
  }                                                                                                                                  \
  LOCKSTEP_DRIVER_FUNCTION cuMemsetD2D##bits(CUdeviceptr dst, size_t pitch, T value, size_t width, size_t height) {                  \
    return lockstep::sim::driver_call(                                                                                               \
        true, [&]() __attribute__((always_inline)) {                                                                                 \
          return lockstep::sim::fill_values(lockstep::sim::pointer_of(dst), pitch, value, sizeof(T), width, height, false, nullptr); \
        });                                                                                                                          \
  }
LOCKSTEP_DRIVER_FILL(8, unsigned char)
LOCKSTEP_DRIVER_FILL(16, unsigned short)
LOCKSTEP_DRIVER_FILL(32, unsigned int)
#undef LOCKSTEP_DRIVER_FILL

LOCKSTEP_DRIVER_FUNCTION cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) {
        cudaPointerAttributes all;
        if (data == nullptr) return cudaErrorInvalidValue;
        if (const cudaError_t error = cudaPointerGetAttributes(&all, lockstep::sim::pointer_of(ptr))) return error;
        if (all.type == cudaMemoryTypeUnregistered) return cudaErrorInvalidValue;
        CUdeviceptr begin = 0;
        size_t bytes = 0;
        switch (attribute) {
          case CU_POINTER_ATTRIBUTE_CONTEXT:
            return cuCtxGetCurrent(static_cast<CUcontext*>(data)) == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
          case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
            *static_cast<unsigned*>(data) = all.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
            return cudaSuccess;
          case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
            *static_cast<void**>(data) = all.devicePointer;
            return cudaSuccess;
          case CU_POINTER_ATTRIBUTE_HOST_POINTER:
            *static_cast<void**>(data) = all.hostPointer;
            return all.hostPointer == nullptr ? cudaErrorInvalidValue : cudaSuccess;
          case CU_POINTER_ATTRIBUTE_IS_MANAGED:
            *static_cast<int*>(data) = all.type == cudaMemoryTypeManaged;
            return cudaSuccess;
          case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
            *static_cast<int*>(data) = all.device;
            return cudaSuccess;
          case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
            return lockstep::sim::allocation_range(lockstep::sim::pointer_of(ptr), static_cast<CUdeviceptr*>(data), &bytes)
                       ? cudaSuccess
                       : cudaErrorInvalidValue;
          case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
            return lockstep::sim::allocation_range(lockstep::sim::pointer_of(ptr), &begin, static_cast<size_t*>(data))
                       ? cudaSuccess
                       : cudaErrorInvalidValue;
          default:
            return cudaErrorNotSupported;
        }
      });
}
