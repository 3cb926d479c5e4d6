/// @file
/// @brief The driver API's profiler calls.
#pragma once
#define cuda_profiler_H  // what programs ask for

#include "cuda.h"

#ifdef __cplusplus
[[gnu::always_inline]] inline CUresult cuProfilerStart() { return lockstep::sim::driver_result(cudaProfilerStart()); }
[[gnu::always_inline]] inline CUresult cuProfilerStop() { return lockstep::sim::driver_result(cudaProfilerStop()); }
#endif
