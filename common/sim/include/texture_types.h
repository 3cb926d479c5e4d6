/// @file
/// @brief Texture objects: how coordinates and texels are treated.
#pragma once
#define __TEXTURE_TYPES_H__  // what programs ask for

#include "driver_types.h"

using cudaTextureObject_t = unsigned long long;

enum cudaTextureAddressMode : int {
  cudaAddressModeWrap = 0,  ///< only with normalized coordinates; clamps otherwise
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,  ///< only with normalized coordinates; clamps otherwise
  cudaAddressModeBorder = 3
};

enum cudaTextureFilterMode : int { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };

enum cudaTextureReadMode : int { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};
