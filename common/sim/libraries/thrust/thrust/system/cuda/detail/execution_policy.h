/// @file
/// @brief Thrust's CUDA system, with the simulator's algorithms.
#pragma once

#include_next <thrust/system/cuda/detail/execution_policy.h>

#include "lockstep/thrust/ranges.hpp"
