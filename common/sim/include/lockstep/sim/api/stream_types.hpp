/// @file
/// @brief Streams and events: handles and flags.
#pragma once

#include "lockstep/sim/api/error_codes.hpp"
#include "lockstep/sim/api/language.hpp"

typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;

#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
// For launches by kernels: after the parent and its children, and in no order with others.
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventWaitDefault 0x00

#define CUDART_CB

/// What `cudaLaunchHostFunc` and a graph's host node call.
typedef void (*cudaHostFn_t)(void* userData);
/// What `cudaStreamAddCallback` calls.
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, enum cudaError status, void* userData);

enum cudaStreamCaptureStatus LOCKSTEP_INT {
  cudaStreamCaptureStatusNone = 0,
  cudaStreamCaptureStatusActive = 1,
  cudaStreamCaptureStatusInvalidated = 2
};

enum cudaStreamCaptureMode LOCKSTEP_INT {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2
};
