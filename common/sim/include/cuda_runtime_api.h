/// @file
/// @brief The CUDA runtime API: what host code calls.
#pragma once

#include "driver_types.h"
#include "lockstep/sim/api/array_functions.hpp"
#include "lockstep/sim/api/copy_functions.hpp"
#include "lockstep/sim/api/device_functions.hpp"
#include "lockstep/sim/api/error_functions.hpp"
#include "lockstep/sim/api/graph_functions.hpp"
#include "lockstep/sim/api/launch_functions.hpp"
#include "lockstep/sim/api/memory_functions.hpp"
#include "lockstep/sim/api/pool_functions.hpp"
#include "lockstep/sim/api/stream_functions.hpp"

#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif
