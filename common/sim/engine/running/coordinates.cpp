/// @file
/// @brief The coordinates of the running CUDA thread, under their own names.
///
/// Apart from the engine, which sees them by other names, and compiled with all debug information: so a debugger that stopped in a kernel
/// knows what `threadIdx.x` is.
#include "vector_types.h"

__thread uint3 threadIdx __attribute__((tls_model("initial-exec"))) = {};
__thread uint3 blockIdx __attribute__((tls_model("initial-exec"))) = {};
__thread uint3 blockDim __attribute__((tls_model("initial-exec"))) = {};
__thread uint3 gridDim __attribute__((tls_model("initial-exec"))) = {};
