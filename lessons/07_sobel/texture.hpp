/// @file
/// @brief The picture as a texture object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"
#include "problem.hpp"

/// A texture object over a picture's rows: reading beyond the border gives the nearest pixel, and no pixel is mixed with another.
class Texture {
 public:
  /// @throws MachineError where the picture is larger than a texture over linear memory can be
  explicit Texture(const Sobel::Device& p) : picture_(p) {
    const int widest = lockstep::device_attribute(cudaDevAttrMaxTexture2DLinearWidth);
    const int highest = lockstep::device_attribute(cudaDevAttrMaxTexture2DLinearHeight);
    if (p.width > widest || p.height > highest)
      throw lockstep::MachineError("a texture over linear memory has " + std::to_string(widest) + "x" + std::to_string(highest) +
                                   " texels at most");
    cudaResourceDesc rows{};
    rows.resType = cudaResourceTypePitch2D;
    rows.res.pitch2D.devPtr = const_cast<std::uint8_t*>(p.image);  // the API has no const; textures are only read
    rows.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    rows.res.pitch2D.width = static_cast<std::size_t>(p.width);
    rows.res.pitch2D.height = static_cast<std::size_t>(p.height);
    rows.res.pitch2D.pitchInBytes = static_cast<std::size_t>(p.pitch);
    cudaTextureDesc reading{};
    reading.addressMode[0] = reading.addressMode[1] = cudaAddressModeClamp;
    reading.filterMode = cudaFilterModePoint;
    reading.readMode = cudaReadModeElementType;
    lockstep::check(cudaCreateTextureObject(&object_, &rows, &reading, nullptr));
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() { static_cast<void>(cudaDestroyTextureObject(object_)); }

  cudaTextureObject_t object() const { return object_; }
  bool is_of(const Sobel::Device& p) const {
    return p.image == picture_.image && p.width == picture_.width && p.height == picture_.height && p.pitch == picture_.pitch;
  }

 private:
  Sobel::Device picture_;
  cudaTextureObject_t object_ = 0;
};

/// The texture of this picture. Making one takes longer than a small kernel: it is kept until another picture comes.
inline cudaTextureObject_t texture_of(const Sobel::Device& p) {
  static std::optional<Texture> texture;
  if (!texture || !texture->is_of(p)) {
    lockstep::check(cudaDeviceSynchronize());  // a kernel may still read the old one
    texture.emplace(p);
  }
  return texture->object();
}

/// Pixel (x, y) covers the square from (x, y) to (x + 1, y + 1): its centre is half a pixel on.
inline __device__ unsigned pixel(cudaTextureObject_t texture, std::int64_t x, std::int64_t y) {
  return tex2D<unsigned char>(texture, static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
}
