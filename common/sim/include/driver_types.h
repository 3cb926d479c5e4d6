/// @file
/// @brief The types of the CUDA runtime API, with CUDA 13's names, values and layouts.
///
/// Enumerations have a fixed type, so that any other value, which a program may pass by mistake, is well-defined.
/// Only what the simulator supports is declared, so that a program that needs more fails to compile with the name of what is missing.
#pragma once
#define __DRIVER_TYPES_H__  // what programs ask for

#include "lockstep/sim/api/device_types.hpp"
#include "lockstep/sim/api/error_codes.hpp"
#include "lockstep/sim/api/graph_node_types.hpp"
#include "lockstep/sim/api/graph_types.hpp"
#include "lockstep/sim/api/launch_types.hpp"
#include "lockstep/sim/api/memory_types.hpp"
#include "lockstep/sim/api/pool_types.hpp"
#include "lockstep/sim/api/resource_types.hpp"
#include "lockstep/sim/api/stream_types.hpp"
