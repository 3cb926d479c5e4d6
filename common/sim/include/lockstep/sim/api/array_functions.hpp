/// @file
/// @brief Arrays, texture objects and surface objects.
#pragma once

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Texels of `desc`'s format; height 0 makes it one-dimensional.
/// cudaErrorInvalidValue: no width, or too large. cudaErrorInvalidChannelDescriptor: a format other than 1, 2 or 4 components of 8, 16 or
/// 32 bits.
cudaError_t cudaMallocArray(cudaArray_t* array, const struct cudaChannelFormatDesc* desc, size_t width, size_t height LOCKSTEP_OR(0),
                            unsigned int flags LOCKSTEP_OR(0));
/// As above with a depth; with cudaArrayLayered the depth counts layers.
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const struct cudaChannelFormatDesc* desc, struct cudaExtent extent,
                              unsigned int flags LOCKSTEP_OR(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc* desc, struct cudaExtent* extent, unsigned int* flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc* desc, cudaArray_const_t array);

/// @param pResViewDesc  must be null: there are no other views
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const struct cudaResourceDesc* pResDesc,
                                    const struct cudaTextureDesc* pTexDesc, const struct cudaResourceViewDesc* pResViewDesc);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* pResDesc, cudaTextureObject_t texObject);
/// cudaErrorInvalidValue: it has no other view, as none has.
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc* pResViewDesc, cudaTextureObject_t texObject);
/// How many texels of linear memory a texture may have.
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements, const struct cudaChannelFormatDesc* fmtDesc, int device);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject);

/// CUDA asks for an array that was made with cudaArraySurfaceLoadStore, but does not check.
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const struct cudaResourceDesc* pResDesc);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc* pResDesc, cudaSurfaceObject_t surfObject);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject);

#ifdef __cplusplus
}  // extern "C"
#endif
