/// @file
/// @brief Surface objects: how writes beyond the edge are treated.
#pragma once
#define __SURFACE_TYPES_H__  // what programs ask for

#include "driver_types.h"
#include "lockstep/sim/api/language.hpp"

typedef unsigned long long cudaSurfaceObject_t;

enum cudaSurfaceBoundaryMode LOCKSTEP_INT {
  cudaBoundaryModeZero = 0,   ///< reads give zero, writes do nothing
  cudaBoundaryModeClamp = 1,  ///< reads give the nearest texel, writes do nothing
  cudaBoundaryModeTrap = 2    ///< the launch fails
};
