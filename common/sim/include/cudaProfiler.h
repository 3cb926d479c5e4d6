/// @file
/// @brief The driver API's profiler calls.
#pragma once

#include "cuda.h"

[[gnu::always_inline]] inline CUresult cuProfilerStart() { return lockstep::sim::driver_result(cudaProfilerStart()); }
[[gnu::always_inline]] inline CUresult cuProfilerStop() { return lockstep::sim::driver_result(cudaProfilerStop()); }
