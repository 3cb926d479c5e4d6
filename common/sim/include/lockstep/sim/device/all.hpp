/// @file
/// @brief What every .cu file gets without asking: CUDA's intrinsics.
#pragma once

#include "lockstep/sim/device/atomics.hpp"
#include "lockstep/sim/device/barriers.hpp"
#include "lockstep/sim/device/bits.hpp"
#include "lockstep/sim/device/control.hpp"
#include "lockstep/sim/device/dpx.hpp"
#include "lockstep/sim/device/fast_math.hpp"
#include "lockstep/sim/device/loads.hpp"
#include "lockstep/sim/device/math.hpp"
#include "lockstep/sim/device/memory_calls.hpp"
#include "lockstep/sim/device/packed.hpp"
#include "lockstep/sim/device/rounding.hpp"
#include "lockstep/sim/device/warp.hpp"
#include "lockstep/sim/device/warp_without_mask.hpp"
#include "vector_functions.h"
