/// @file
/// @brief Texture objects: how coordinates and texels are treated.
#pragma once
#define __TEXTURE_TYPES_H__  // what programs ask for

#include "driver_types.h"
#include "lockstep/sim/api/language.hpp"

typedef unsigned long long cudaTextureObject_t;

enum cudaTextureAddressMode LOCKSTEP_INT {
  cudaAddressModeWrap = 0,  ///< only with normalized coordinates; clamps otherwise
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,  ///< only with normalized coordinates; clamps otherwise
  cudaAddressModeBorder = 3
};

enum cudaTextureFilterMode LOCKSTEP_INT { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };

enum cudaTextureReadMode LOCKSTEP_INT { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

struct cudaTextureDesc {
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};
