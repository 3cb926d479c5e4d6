/// @file
/// @brief Formats of texels: `cudaCreateChannelDesc<float4>()`.
#pragma once
#define __CHANNEL_DESCRIPTOR_H__  // what programs ask for

#include "driver_types.h"

static inline struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f) {
  struct cudaChannelFormatDesc made = {x, y, z, w, f};
  return made;
}

#ifdef __cplusplus
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return {16, 16, 0, 0, cudaChannelFormatKindFloat}; }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return {16, 16, 16, 16, cudaChannelFormatKindFloat}; }

#include <type_traits>

#include "lockstep/sim/dialect.hpp"
#include "vector_types.h"

namespace lockstep::sim {

/// A texel type's component and how many it has: a number is one of itself, a vector type up to four.
template <class T, class = void>
struct TexelType {
  using Component = T;
  static constexpr int kComponents = 1;
};
template <class T>
struct TexelType<T, decltype(void(T::x))> {
  using Component = RemoveCvref<decltype(T::x)>;
  static constexpr int kComponents = static_cast<int>(sizeof(T) / sizeof(T::x));
};

}  // namespace lockstep::sim

template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Texel = lockstep::sim::TexelType<T>;
  using Component = typename Texel::Component;
  static_assert(sizeof(Component) <= 4 && Texel::kComponents != 3, "a texel has 1, 2 or 4 components of at most 32 bits");
  constexpr int kBits = 8 * static_cast<int>(sizeof(Component));
  constexpr auto kKind = std::is_floating_point<Component>::value ? cudaChannelFormatKindFloat
                         : std::is_signed<Component>::value       ? cudaChannelFormatKindSigned
                                                                  : cudaChannelFormatKindUnsigned;
  const auto bits = [](int component) { return component < Texel::kComponents ? kBits : 0; };
  return {bits(0), bits(1), bits(2), bits(3), kKind};
}

#endif
