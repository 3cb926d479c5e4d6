/// @file
/// @brief What every .cu file gets without asking.
#pragma once
#define __CUDA_RUNTIME_H__  // what programs ask for

#ifdef __CUDACC__
#include "lockstep/sim/device/heap.hpp"
#include "lockstep/sim/device/printing.hpp"
#endif

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_types.h"
#include "library_types.h"
#include "lockstep/sim/host_qualifiers.hpp"
#include "vector_types.h"

#ifdef __cplusplus
#include "lockstep/sim/engine.hpp"
#include "lockstep/sim/launch.hpp"
#include "surface_indirect_functions.h"
#include "texture_indirect_functions.h"
#endif

#ifdef __CUDACC__
#include "lockstep/sim/device/all.hpp"
#else
#include "vector_functions.h"
#endif
