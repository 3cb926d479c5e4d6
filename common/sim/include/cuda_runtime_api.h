/// @file
/// @brief The CUDA runtime API: what host code calls.
#pragma once
#define __CUDA_RUNTIME_API_H__  // what programs ask for

#include "driver_types.h"
#include "lockstep/sim/api/array_functions.hpp"
#include "lockstep/sim/api/copy_functions.hpp"
#include "lockstep/sim/api/device_functions.hpp"
#include "lockstep/sim/api/error_functions.hpp"
#include "lockstep/sim/api/graph_functions.hpp"
#include "lockstep/sim/api/graph_node_functions.hpp"
#include "lockstep/sim/api/ipc_functions.hpp"
#include "lockstep/sim/api/launch_functions.hpp"
#include "lockstep/sim/api/memory_functions.hpp"
#include "lockstep/sim/api/older_functions.hpp"
#include "lockstep/sim/api/pool_functions.hpp"
#include "lockstep/sim/api/stream_functions.hpp"
#include "lockstep/sim/host_qualifiers.hpp"

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
extern "C" void lockstep_use_per_thread_default_streams(void);
/// For the whole program, and not for this unit alone: a program is compiled with the option, or without.
__attribute__((constructor)) static void lockstep_start_with_per_thread_default_streams(void) { lockstep_use_per_thread_default_streams(); }
#endif

#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif
