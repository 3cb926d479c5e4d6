/// @file
/// @brief Errors: the calling thread's last error, and what a code means.
#pragma once

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The calling thread's last error, which is forgotten unless a kernel's fault made it sticky.
cudaError_t cudaGetLastError(void);
/// The calling thread's last error, which stays.
cudaError_t cudaPeekAtLastError(void);
/// The code's name, for example "cudaErrorInvalidValue".
const char* cudaGetErrorName(cudaError_t error);
/// What the code means, for example "invalid argument".
const char* cudaGetErrorString(cudaError_t error);

#ifdef __cplusplus
}  // extern "C"
#endif
