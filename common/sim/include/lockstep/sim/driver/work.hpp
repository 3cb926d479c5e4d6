/// @file
/// @brief Streams, events, functions and launches by the driver API. A function is a kernel of the program (`cudaGetFuncBySymbol`): there
/// are no modules, because there is no code of a GPU to load.
#pragma once

#include "lockstep/sim/driver/devices.hpp"

// One line each: the same function of the runtime API.
#define LOCKSTEP_DRIVER_SAME(name, parameters, call)                  \
  LOCKSTEP_DRIVER_FUNCTION name parameters {                          \
    return lockstep::sim::driver_call(                                \
        true, [&]() __attribute__((always_inline)) { return call; }); \
  }
LOCKSTEP_DRIVER_SAME(cuStreamCreate, (CUstream * phStream, unsigned int flags), cudaStreamCreateWithFlags(phStream, flags))
LOCKSTEP_DRIVER_SAME(cuStreamCreateWithPriority, (CUstream * phStream, unsigned int flags, int priority),
                     cudaStreamCreateWithPriority(phStream, flags, priority))
LOCKSTEP_DRIVER_SAME(cuStreamDestroy, (CUstream hStream), cudaStreamDestroy(hStream))
LOCKSTEP_DRIVER_SAME(cuStreamSynchronize, (CUstream hStream), cudaStreamSynchronize(hStream))
LOCKSTEP_DRIVER_SAME(cuStreamQuery, (CUstream hStream), cudaStreamQuery(hStream))
LOCKSTEP_DRIVER_SAME(cuStreamWaitEvent, (CUstream hStream, CUevent hEvent, unsigned int flags), cudaStreamWaitEvent(hStream, hEvent, flags))
LOCKSTEP_DRIVER_SAME(cuStreamGetFlags, (CUstream hStream, unsigned int* flags), cudaStreamGetFlags(hStream, flags))
LOCKSTEP_DRIVER_SAME(cuStreamGetPriority, (CUstream hStream, int* priority), cudaStreamGetPriority(hStream, priority))
LOCKSTEP_DRIVER_SAME(cuStreamGetId, (CUstream hStream, unsigned long long* streamId), cudaStreamGetId(hStream, streamId))
LOCKSTEP_DRIVER_SAME(cuStreamAddCallback, (CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags),
                     cudaStreamAddCallback(hStream, reinterpret_cast<cudaStreamCallback_t>(callback), userData, flags))
LOCKSTEP_DRIVER_SAME(cuLaunchHostFunc, (CUstream hStream, CUhostFn fn, void* userData), cudaLaunchHostFunc(hStream, fn, userData))

LOCKSTEP_DRIVER_SAME(cuEventCreate, (CUevent * phEvent, unsigned int flags), cudaEventCreateWithFlags(phEvent, flags))
LOCKSTEP_DRIVER_SAME(cuEventRecord, (CUevent hEvent, CUstream hStream), cudaEventRecord(hEvent, hStream))
LOCKSTEP_DRIVER_SAME(cuEventQuery, (CUevent hEvent), cudaEventQuery(hEvent))
LOCKSTEP_DRIVER_SAME(cuEventSynchronize, (CUevent hEvent), cudaEventSynchronize(hEvent))
LOCKSTEP_DRIVER_SAME(cuEventDestroy, (CUevent hEvent), cudaEventDestroy(hEvent))
LOCKSTEP_DRIVER_SAME(cuEventElapsedTime, (float* pMilliseconds, CUevent hStart, CUevent hEnd),
                     cudaEventElapsedTime(pMilliseconds, hStart, hEnd))

LOCKSTEP_DRIVER_SAME(cuFuncSetAttribute, (CUfunction hfunc, CUfunction_attribute attrib, int value),
                     cudaFuncSetAttribute(lockstep::sim::symbol_of_function(hfunc), static_cast<cudaFuncAttribute>(attrib), value))
LOCKSTEP_DRIVER_SAME(cuFuncSetCacheConfig, (CUfunction hfunc, CUfunc_cache config),
                     cudaFuncSetCacheConfig(lockstep::sim::symbol_of_function(hfunc), static_cast<cudaFuncCache>(config)))
LOCKSTEP_DRIVER_SAME(cuFuncGetName, (const char** name, CUfunction hfunc), cudaFuncGetName(name, lockstep::sim::symbol_of_function(hfunc)))
LOCKSTEP_DRIVER_SAME(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int* numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize),
                     cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, lockstep::sim::symbol_of_function(func), blockSize,
                                                                   dynamicSMemSize))
#undef LOCKSTEP_DRIVER_SAME

LOCKSTEP_DRIVER_FUNCTION cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) {
        cudaFuncAttributes all;
        if (pi == nullptr) return cudaErrorInvalidValue;
        if (const cudaError_t error = cudaFuncGetAttributes(&all, lockstep::sim::symbol_of_function(hfunc))) return error;
        const int values[] = {all.maxThreadsPerBlock,
                              static_cast<int>(all.sharedSizeBytes),
                              static_cast<int>(all.constSizeBytes),
                              static_cast<int>(all.localSizeBytes),
                              all.numRegs,
                              all.ptxVersion,
                              all.binaryVersion,
                              all.cacheModeCA,
                              all.maxDynamicSharedSizeBytes,
                              all.preferredShmemCarveout,
                              all.clusterDimMustBeSet,
                              all.requiredClusterWidth,
                              all.requiredClusterHeight,
                              all.requiredClusterDepth,
                              all.nonPortableClusterSizeAllowed,
                              all.clusterSchedulingPolicyPreference};
        if (attrib < 0 || attrib >= static_cast<int>(sizeof values / sizeof *values)) return cudaErrorInvalidValue;
        *pi = values[attrib];
        return cudaSuccess;
      });
}

/// `extra`, the arguments as one block of bytes, is not supported: the simulator does not know where a kernel's parameters are in it.
LOCKSTEP_DRIVER_FUNCTION cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                        unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes,
                                        CUstream hStream, void** kernelParams, void** extra) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) {
        if (extra != nullptr) return cudaErrorNotSupported;
        return cudaLaunchKernel(lockstep::sim::symbol_of_function(f), dim3(gridDimX, gridDimY, gridDimZ),
                                dim3(blockDimX, blockDimY, blockDimZ), kernelParams, sharedMemBytes, hStream);
      });
}
LOCKSTEP_DRIVER_FUNCTION cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                                   unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                                                   unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) {
  return lockstep::sim::driver_call(
      true, [&]() __attribute__((always_inline)) {
        return cudaLaunchCooperativeKernel(lockstep::sim::symbol_of_function(f), dim3(gridDimX, gridDimY, gridDimZ),
                                           dim3(blockDimX, blockDimY, blockDimZ), kernelParams, sharedMemBytes, hStream);
      });
}

// What loads code of a GPU does not compile, where it is called.
#define LOCKSTEP_NO_MODULES(name, parameters)                                                                                             \
  [[gnu::error(                                                                                                                           \
      #name " loads PTX or machine code of a GPU, which the simulator does not run: call the kernel by its name instead")]] CUresult name \
      parameters;
LOCKSTEP_NO_MODULES(cuModuleLoad, (CUmodule * module, const char* fname))
LOCKSTEP_NO_MODULES(cuModuleLoadData, (CUmodule * module, const void* image))
LOCKSTEP_NO_MODULES(cuModuleLoadDataEx,
                    (CUmodule * module, const void* image, unsigned int numOptions, CUjit_option* options, void** optionValues))
LOCKSTEP_NO_MODULES(cuModuleLoadFatBinary, (CUmodule * module, const void* fatCubin))
LOCKSTEP_NO_MODULES(cuModuleUnload, (CUmodule hmod))
LOCKSTEP_NO_MODULES(cuModuleGetFunction, (CUfunction * hfunc, CUmodule hmod, const char* name))
LOCKSTEP_NO_MODULES(cuModuleGetGlobal, (CUdeviceptr * dptr, size_t* bytes, CUmodule hmod, const char* name))
LOCKSTEP_NO_MODULES(cuLinkCreate, (unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut))
#undef LOCKSTEP_NO_MODULES
#undef LOCKSTEP_DRIVER_FUNCTION
