/// @file
/// @brief Surface objects: how writes beyond the edge are treated.
#pragma once
#define __SURFACE_TYPES_H__  // what programs ask for

#include "driver_types.h"

using cudaSurfaceObject_t = unsigned long long;

enum cudaSurfaceBoundaryMode : int {
  cudaBoundaryModeZero = 0,   ///< reads give zero, writes do nothing
  cudaBoundaryModeClamp = 1,  ///< reads give the nearest texel, writes do nothing
  cudaBoundaryModeTrap = 2    ///< the launch fails
};
