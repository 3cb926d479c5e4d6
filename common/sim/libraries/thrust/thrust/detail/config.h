/// @file
/// @brief Thrust's macros, for one compilation that serves the host and the device: which side runs, only the running program knows.
#pragma once

#include <thrust/version.h>

#if THRUST_VERSION < 101700 || THRUST_VERSION >= 200000
#error "the simulator runs Thrust 1.17: install libthrust-dev of Debian 12, or name its folder with -I"
#endif

#include <cassert>  // Thrust counts on the runtime API for it

#include_next <thrust/detail/config.h>

#include "lockstep/sim/engine.hpp"

// The algorithms of Thrust's CUDA backend, which are made of inline PTX, are left out; lockstep/thrust has the simulator's own.
#undef THRUST_DEVICE_COMPILER
#define THRUST_DEVICE_COMPILER THRUST_DEVICE_COMPILER_GCC

#undef THRUST_IS_DEVICE_CODE
#undef THRUST_IS_HOST_CODE
#undef THRUST_INCLUDE_DEVICE_CODE
#undef THRUST_INCLUDE_HOST_CODE
#define THRUST_IS_DEVICE_CODE ::lockstep::sim::in_kernel()
#define THRUST_IS_HOST_CODE (!::lockstep::sim::in_kernel())
#define THRUST_INCLUDE_DEVICE_CODE 1
#define THRUST_INCLUDE_HOST_CODE 1

// Not `__device__`: the host passes these objects, too.
#undef THRUST_INLINE_CONSTANT
#define THRUST_INLINE_CONSTANT static constexpr

#ifndef CUDARTAPI
#define CUDARTAPI
#endif
