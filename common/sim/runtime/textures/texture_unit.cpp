/// @file
/// @brief The texture unit: addressing, filtering and conversion of one read.
///
/// Source: CUDA C++ Programming Guide, "Texture Fetching": linear filtering weighs texels by fractions of 8 bits.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "lockstep/sim/engine.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/accesses/undo_log.hpp"
#include "sim/engine/running/worker.hpp"
#include "sim/runtime/textures/textures.hpp"
#include "surface_indirect_functions.h"
#include "texture_indirect_functions.h"

namespace lockstep::sim {

namespace {

// An index into `size` texels after the address mode; negative: the border.
long address(long index, long size, cudaTextureAddressMode mode) {
  if (index >= 0 && index < size) return index;
  switch (mode) {
    case cudaAddressModeWrap:
      return ((index % size) + size) % size;  // NOLINT(clang-analyzer-core.DivideZero): no texture is empty
    case cudaAddressModeMirror: {
      const long period = ((index % (2 * size)) + 2 * size) % (2 * size);
      return period < size ? period : 2 * size - 1 - period;
    }
    case cudaAddressModeBorder:
      return -1;
    case cudaAddressModeClamp:
      break;
  }
  return std::clamp(index, 0L, size - 1);
}

// One component as the bits that a read gives: an integer widened to 32 bits, or a float.
std::uint32_t component_bits(const std::byte* from, int bits, cudaChannelFormatKind kind) {
  std::uint32_t raw = 0;
  std::memcpy(&raw, from, static_cast<std::size_t>(bits) / 8);
  if (kind == cudaChannelFormatKindSigned && bits < 32) {
    const int unused = 32 - bits;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(raw << unused) >> unused);
  }
  if (kind == cudaChannelFormatKindFloat && bits == 16) {
    _Float16 half;
    const auto low = static_cast<std::uint16_t>(raw);
    std::memcpy(&half, &low, sizeof half);
    return std::bit_cast<std::uint32_t>(static_cast<float>(half));
  }
  return raw;
}

// Integers of 8 or 16 bits as numbers from 0 or -1 to 1; floats as they are.
float as_number(std::uint32_t bits, const cudaChannelFormatDesc& format) {
  if (format.f == cudaChannelFormatKindFloat) return std::bit_cast<float>(bits);
  if (format.f == cudaChannelFormatKindUnsigned) return static_cast<float>(bits) / static_cast<float>((1U << format.x) - 1);
  return std::max(-1.0F, static_cast<float>(static_cast<std::int32_t>(bits)) / static_cast<float>((1U << (format.x - 1)) - 1));
}

void tell(const void* pc, const std::byte* texel, std::size_t bytes, AccessKind kind) {
  if (kind == AccessKind::store) keep_before_write(reinterpret_cast<std::uintptr_t>(texel), bytes);
  observe([&](Observer& observer) {
    observer.texture_access(current_worker->current(),
                            {pc, reinterpret_cast<std::uintptr_t>(texel), static_cast<std::uint32_t>(bytes), kind});
  });
}

struct Index {
  long x, y, z;
};

class Reader {
 public:
  Reader(const Texture& texture, const void* pc) : texels_(texture.texels), desc_(texture.desc), pc_(pc) {
    const bool is_float = texels_.format.f == cudaChannelFormatKindFloat;
    gives_numbers_ = is_float || desc_.readMode == cudaReadModeNormalizedFloat;
  }

  Texel read(const TexturePoint& point) const {
    const float u[3] = {scaled(point.x, texels_.width), scaled(point.y, texels_.height), scaled(point.z, texels_.depth)};
    return desc_.filterMode == cudaFilterModeLinear ? linear(u, point) : nearest(u, point);
  }

  Texel fetch(std::size_t index) const { return convert(texels_.at(index, 0, 0)); }

 private:
  float scaled(float u, std::size_t size) const { return desc_.normalizedCoords != 0 ? u * static_cast<float>(size) : u; }

  // Wrapping and mirroring need normalized coordinates.
  cudaTextureAddressMode mode(int dimension) const {
    const cudaTextureAddressMode wanted = desc_.addressMode[dimension];
    const bool periodic = wanted == cudaAddressModeWrap || wanted == cudaAddressModeMirror;
    return periodic && desc_.normalizedCoords == 0 ? cudaAddressModeClamp : wanted;
  }

  Texel nearest(const float (&u)[3], const TexturePoint& point) const {
    const auto index = [&](int d) { return static_cast<long>(std::floor(u[d])); };
    return texel({index(0), index(1), index(2)}, point);
  }

  // The weighted sum of the two, four or eight texels around the point.
  Texel linear(const float (&u)[3], const TexturePoint& point) const {
    long low[3] = {0, 0, 0};
    float weight[3] = {0, 0, 0};
    for (int d = 0; d < point.dimensions; ++d) {
      // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a point has at most three dimensions
      const float fixed = std::floor((u[d] - 0.5F) * 256.0F + 0.5F) / 256.0F;
      low[d] = static_cast<long>(std::floor(fixed));
      weight[d] = fixed - std::floor(fixed);
    }
    float sum[4] = {0, 0, 0, 0};
    for (int corner = 0; corner < 1 << point.dimensions; ++corner) {
      const auto high = [&](int d) { return (corner >> d) & 1; };
      float w = 1;
      for (int d = 0; d < point.dimensions; ++d) w *= high(d) != 0 ? weight[d] : 1 - weight[d];
      const Texel at = texel({low[0] + high(0), low[1] + high(1), low[2] + high(2)}, point);
      for (int c = 0; c < 4; ++c) sum[c] += w * std::bit_cast<float>(at.bits[c]);
    }
    Texel result;
    for (int c = 0; c < 4; ++c) result.bits[c] = std::bit_cast<std::uint32_t>(sum[c]);
    return result;
  }

  Texel texel(Index index, const TexturePoint& point) const {
    long x = address(index.x, static_cast<long>(texels_.width), mode(0));
    long y = point.dimensions > 1 ? address(index.y, static_cast<long>(texels_.height), mode(1)) : 0;
    long z = point.dimensions > 2 ? address(index.z, static_cast<long>(texels_.depth), mode(2)) : 0;
    if (texels_.layered)
      z = std::min(static_cast<long>(static_cast<unsigned>(point.layer)),
                   static_cast<long>(texels_.depth) - 1);  // unsigned: so does the hardware
    if (x < 0 || y < 0 || z < 0) return border();
    return convert(texels_.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y), static_cast<std::size_t>(z)));
  }

  Texel border() const {
    Texel result;
    for (int c = 0; c < 4; ++c) {
      const float color = desc_.borderColor[c];
      result.bits[c] = gives_numbers_ ? std::bit_cast<std::uint32_t>(color) : static_cast<std::uint32_t>(static_cast<std::int32_t>(color));
    }
    return result;
  }

  Texel convert(const std::byte* from) const {
    const int bits[4] = {texels_.format.x, texels_.format.y, texels_.format.z, texels_.format.w};
    Texel result{};
    tell(pc_, from, texels_.texel_bytes, AccessKind::load);
    for (int c = 0; c < 4 && bits[c] != 0; ++c) {
      const std::uint32_t raw = component_bits(from, bits[c], texels_.format.f);
      result.bits[c] = gives_numbers_ ? std::bit_cast<std::uint32_t>(as_number(raw, texels_.format)) : raw;
      from += bits[c] / 8;
    }
    return result;
  }

  const Texels& texels_;
  const cudaTextureDesc& desc_;
  const void* pc_;  ///< after the kernel's call
  bool gives_numbers_;
};

const Texture& texture_of(cudaTextureObject_t handle) {
  const Texture* const texture = find_texture(handle);
  if (texture == nullptr) fail_kernel(cudaErrorTextureFetchFailed, "a read of a texture object that does not exist", Site());
  return *texture;
}

const Surface& surface_of(cudaSurfaceObject_t handle) {
  const Surface* const surface = find_surface(handle);
  if (surface == nullptr) fail_kernel(cudaErrorInvalidSurface, "an access to a surface object that does not exist", Site());
  return *surface;
}

// The place of (x bytes, y, z), or null beyond an edge that is not to be clamped to.
std::byte* surface_place(const Texels& texels, int x, int y, int z, std::size_t bytes, cudaSurfaceBoundaryMode mode) {
  const auto row = static_cast<int>(texels.pitch), width = static_cast<int>(bytes);
  const bool inside =
      x >= 0 && x + width <= row && y >= 0 && y < static_cast<int>(texels.height) && z >= 0 && z < static_cast<int>(texels.depth);
  if (inside) return texels.begin + static_cast<std::size_t>(z) * texels.slice + static_cast<std::size_t>(y) * texels.pitch + x;
  if (mode == cudaBoundaryModeTrap) fail_kernel(cudaErrorIllegalAddress, "an access beyond the edge of a surface", Site());
  return nullptr;
}

}  // namespace

Texel read_texture(cudaTextureObject_t texture, const TexturePoint& point) {
  return Reader(texture_of(texture), __builtin_return_address(0)).read(point);
}

Texel fetch_texel(cudaTextureObject_t handle, int index) {
  const Texture& texture = texture_of(handle);
  if (index < 0 || static_cast<std::size_t>(index) >= texture.texels.width) return {};
  return Reader(texture, __builtin_return_address(0)).fetch(static_cast<std::size_t>(index));
}

void read_surface(cudaSurfaceObject_t surface, int x, int y, int z, void* value, std::size_t bytes, cudaSurfaceBoundaryMode mode) {
  const Texels& texels = surface_of(surface).texels;
  const std::byte* from = surface_place(texels, x, y, z, bytes, mode);
  if (from == nullptr && mode == cudaBoundaryModeClamp) {
    const auto clamped = [](int at, std::size_t size) { return std::clamp(at, 0, static_cast<int>(size) - 1); };
    from = surface_place(texels, std::clamp(x, 0, static_cast<int>(texels.pitch - bytes)), clamped(y, texels.height),
                         clamped(z, texels.depth), bytes, mode);
  }
  if (from == nullptr) {
    std::memset(value, 0, bytes);
    return;
  }
  tell(__builtin_return_address(0), from, bytes, AccessKind::load);
  std::memcpy(value, from, bytes);
}

void write_surface(cudaSurfaceObject_t surface, int x, int y, int z, const void* value, std::size_t bytes, cudaSurfaceBoundaryMode mode) {
  std::byte* const to = surface_place(surface_of(surface).texels, x, y, z, bytes, mode);
  if (to == nullptr) return;
  tell(__builtin_return_address(0), to, bytes, AccessKind::store);
  std::memcpy(to, value, bytes);
}

}  // namespace lockstep::sim
