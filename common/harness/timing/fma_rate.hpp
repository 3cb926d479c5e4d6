/// @file
/// @brief How many floating-point operations a GPU can do.
#pragma once

namespace lockstep {

/// Single-precision operations per nanosecond (GFLOP/s) of independent fused multiply-adds on all multiprocessors; an FMA is two.
/// @throws CudaError
double measure_fma_gflop_per_s();

}  // namespace lockstep
