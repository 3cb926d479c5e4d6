/// @file
/// @brief What texture and surface objects read.
#pragma once

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"

namespace lockstep::sim {

/// A resource as texels in rows and slices, whatever it was made of.
struct Texels {
  cudaChannelFormatDesc format{};
  std::byte* begin = nullptr;
  std::size_t width = 0, height = 1, depth = 1;  ///< texels
  std::size_t pitch = 0, slice = 0;              ///< bytes
  std::size_t texel_bytes = 0;
  bool layered = false;  ///< the depth counts layers

  std::byte* at(std::size_t x, std::size_t y, std::size_t z) const { return begin + z * slice + y * pitch + x * texel_bytes; }
};

struct Texture {
  Texels texels{};
  cudaTextureDesc desc;
  cudaResourceDesc resource;
};

struct Surface {
  Texels texels;
  cudaResourceDesc resource;
};

/// The object, or null where it was not made or is gone.
const Texture* find_texture(cudaTextureObject_t handle);
const Surface* find_surface(cudaSurfaceObject_t handle);
void forget_all_textures();

}  // namespace lockstep::sim
