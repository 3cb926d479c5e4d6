/// @file
/// @brief CUDA's header for threadIdx, blockIdx, blockDim and gridDim.
#pragma once
#define __DEVICE_LAUNCH_PARAMETERS_H__  // what programs ask for

#include "lockstep/sim/engine.hpp"
