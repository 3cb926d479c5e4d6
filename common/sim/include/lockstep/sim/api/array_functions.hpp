/// @file
/// @brief Arrays, texture objects and surface objects.
#pragma once

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"

/// Texels of `desc`'s format; height 0 makes it one-dimensional.
/// cudaErrorInvalidValue: no width, or too large. cudaErrorInvalidChannelDescriptor: a format other than 1, 2 or 4 components of 8, 16 or
/// 32 bits.
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, std::size_t width, std::size_t height = 0,
                            unsigned int flags = 0);
/// As above with a depth; with cudaArrayLayered the depth counts layers.
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent, unsigned int flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array);

/// @param pResViewDesc  must be null: there are no other views
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc, const cudaTextureDesc* pTexDesc,
                                    const cudaResourceViewDesc* pResViewDesc);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc, cudaTextureObject_t texObject);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject);

/// CUDA asks for an array that was made with cudaArraySurfaceLoadStore, but does not check.
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const cudaResourceDesc* pResDesc);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject);
