/// @file
/// @brief CUDA's header for threadIdx, blockIdx, blockDim and gridDim.
#pragma once

#include "lockstep/sim/engine.hpp"
