/// @file
/// @brief Reading texture objects in kernels: `tex1Dfetch`, `tex1D`, `tex2D`, `tex3D`, and layers.
///
/// Filtering follows the CUDA C++ Programming Guide, "Texture Fetching". The access is the hardware's own, not one of the
/// kernel's loads, so the functions are calls into the library. They are inlined, so that the line of an access is the kernel's.
#pragma once
#define __TEXTURE_INDIRECT_FUNCTIONS_H__  // what programs ask for

#include <cstdint>
#include <cstring>

#include "channel_descriptor.h"
#include "texture_types.h"

namespace lockstep::sim {

/// What a read gives: the bits of up to four components; smaller integers are widened, what was filtered or normalized is float.
struct Texel {
  std::uint32_t bits[4];
};

/// Where to read. Coordinates are in texels, or from 0 to 1 for a texture with normalized ones.
struct TexturePoint {
  int dimensions;
  float x, y, z;
  int layer = 0;
};

Texel read_texture(cudaTextureObject_t texture, const TexturePoint& point);
/// The `index`-th texel of linear memory; zero beyond its ends.
Texel fetch_texel(cudaTextureObject_t texture, int index);

template <class T>
T texel_as(const Texel& texel) {
  using Component = typename TexelType<T>::Component;
  T value{};
  for (int i = 0; i < TexelType<T>::kComponents; ++i)  // little-endian: the low bytes of a word are the small integer
    std::memcpy(reinterpret_cast<char*>(&value) + i * static_cast<int>(sizeof(Component)), &texel.bits[i], sizeof(Component));
  return value;
}

}  // namespace lockstep::sim

template <class T>
[[gnu::always_inline]] inline T tex1Dfetch(cudaTextureObject_t texObject, int x) {
  return lockstep::sim::texel_as<T>(lockstep::sim::fetch_texel(texObject, x));
}
template <class T>
[[gnu::always_inline]] inline T tex1D(cudaTextureObject_t texObject, float x) {
  return lockstep::sim::texel_as<T>(lockstep::sim::read_texture(texObject, {1, x, 0, 0}));
}
template <class T>
[[gnu::always_inline]] inline T tex2D(cudaTextureObject_t texObject, float x, float y) {
  return lockstep::sim::texel_as<T>(lockstep::sim::read_texture(texObject, {2, x, y, 0}));
}
template <class T>
[[gnu::always_inline]] inline T tex3D(cudaTextureObject_t texObject, float x, float y, float z) {
  return lockstep::sim::texel_as<T>(lockstep::sim::read_texture(texObject, {3, x, y, z}));
}
template <class T>
[[gnu::always_inline]] inline T tex1DLayered(cudaTextureObject_t texObject, float x, int layer) {
  return lockstep::sim::texel_as<T>(lockstep::sim::read_texture(texObject, {1, x, 0, 0, layer}));
}
template <class T>
[[gnu::always_inline]] inline T tex2DLayered(cudaTextureObject_t texObject, float x, float y, int layer) {
  return lockstep::sim::texel_as<T>(lockstep::sim::read_texture(texObject, {2, x, y, 0, layer}));
}

template <class T>
[[gnu::always_inline]] inline void tex1Dfetch(T* ptr, cudaTextureObject_t obj, int x) {
  *ptr = tex1Dfetch<T>(obj, x);
}
template <class T>
[[gnu::always_inline]] inline void tex1D(T* ptr, cudaTextureObject_t obj, float x) {
  *ptr = tex1D<T>(obj, x);
}
template <class T>
[[gnu::always_inline]] inline void tex2D(T* ptr, cudaTextureObject_t obj, float x, float y) {
  *ptr = tex2D<T>(obj, x, y);
}
template <class T>
[[gnu::always_inline]] inline void tex3D(T* ptr, cudaTextureObject_t obj, float x, float y, float z) {
  *ptr = tex3D<T>(obj, x, y, z);
}
