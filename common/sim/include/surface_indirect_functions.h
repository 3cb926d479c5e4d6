/// @file
/// @brief Reading and writing surface objects in kernels. The x coordinate counts bytes, as CUDA's does.
#pragma once
#define __SURFACE_INDIRECT_FUNCTIONS_H__  // what programs ask for

#include <cstddef>

#include "surface_types.h"

namespace lockstep::sim {

/// Copies `bytes` at (x bytes, y, z) of the surface to `value`, or from it.
void read_surface(cudaSurfaceObject_t surface, int x, int y, int z, void* value, std::size_t bytes, cudaSurfaceBoundaryMode mode);
void write_surface(cudaSurfaceObject_t surface, int x, int y, int z, const void* value, std::size_t bytes, cudaSurfaceBoundaryMode mode);

}  // namespace lockstep::sim

template <class T>
T surf1Dread(cudaSurfaceObject_t surfObject, int x, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  T value;
  lockstep::sim::read_surface(surfObject, x, 0, 0, &value, sizeof value, boundaryMode);
  return value;
}
template <class T>
T surf2Dread(cudaSurfaceObject_t surfObject, int x, int y, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  T value;
  lockstep::sim::read_surface(surfObject, x, y, 0, &value, sizeof value, boundaryMode);
  return value;
}
template <class T>
T surf3Dread(cudaSurfaceObject_t surfObject, int x, int y, int z, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  T value;
  lockstep::sim::read_surface(surfObject, x, y, z, &value, sizeof value, boundaryMode);
  return value;
}
template <class T>
void surf1Dread(T* ptr, cudaSurfaceObject_t surfObject, int x, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  *ptr = surf1Dread<T>(surfObject, x, boundaryMode);
}
template <class T>
void surf2Dread(T* ptr, cudaSurfaceObject_t surfObject, int x, int y, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  *ptr = surf2Dread<T>(surfObject, x, y, boundaryMode);
}
template <class T>
void surf3Dread(T* ptr, cudaSurfaceObject_t surfObject, int x, int y, int z, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  *ptr = surf3Dread<T>(surfObject, x, y, z, boundaryMode);
}
template <class T>
void surf1Dwrite(T value, cudaSurfaceObject_t surfObject, int x, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  lockstep::sim::write_surface(surfObject, x, 0, 0, &value, sizeof value, boundaryMode);
}
template <class T>
void surf2Dwrite(T value, cudaSurfaceObject_t surfObject, int x, int y, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  lockstep::sim::write_surface(surfObject, x, y, 0, &value, sizeof value, boundaryMode);
}
template <class T>
void surf3Dwrite(T value, cudaSurfaceObject_t surfObject, int x, int y, int z,
                 cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {
  lockstep::sim::write_surface(surfObject, x, y, z, &value, sizeof value, boundaryMode);
}
