/// @file
/// @brief Making texture and surface objects.
#include "sim/runtime/textures/textures.hpp"

#include "lockstep/sim/api/array_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/textures/arrays.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kMostLinearTexels = std::size_t{1} << 28;
constexpr std::size_t kPitchAlignment = 32;

Handles<Texture>& textures() {
  static auto& all = immortal<Handles<Texture>>();
  return all;
}
Handles<Surface>& surfaces() {
  static auto& all = immortal<Handles<Surface>>();
  return all;
}

// A handle is its object's address.
template <class T>
unsigned long long handle_of(const T* object) {
  return reinterpret_cast<std::uintptr_t>(object);
}
template <class T>
T* object_of(unsigned long long handle) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(handle));
}

cudaError_t texels_of_array(cudaArray_t handle, Texels* texels) {
  const cudaArray* const array = find_array(handle);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  *texels = {.format = array->format,
             .begin = array->texels,
             .width = array->extent.width,
             .height = array->rows(),
             .depth = array->slices(),
             .pitch = array->row_bytes(),
             .slice = array->slice_bytes(),
             .texel_bytes = array->texel_bytes,
             .layered = (array->flags & cudaArrayLayered) != 0};
  return cudaSuccess;
}

bool is_aligned(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % kDeviceAlignment == 0; }

// Linear memory and pitched memory are both rows; linear memory is one.
cudaError_t texels_of_rows(void* begin, const cudaChannelFormatDesc& format, std::size_t width, std::size_t height, std::size_t pitch,
                           Texels* texels) {
  const std::size_t each = texel_bytes(format);
  if (each == 0) return cudaErrorInvalidChannelDescriptor;
  if (width == 0 || height == 0 || pitch < width * each || !is_aligned(begin)) return cudaErrorInvalidValue;
  if (classify(begin, (height - 1) * pitch + width * each) != Side::known) return cudaErrorInvalidValue;
  *texels = {.format = format,
             .begin = static_cast<std::byte*>(begin),
             .width = width,
             .height = height,
             .pitch = pitch,
             .slice = pitch * height,
             .texel_bytes = each};
  return cudaSuccess;
}

cudaError_t texels_of(const cudaResourceDesc& resource, Texels* texels) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
      return texels_of_array(resource.res.array.array, texels);
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      const std::size_t each = texel_bytes(linear.desc);
      const std::size_t width = each == 0 ? 0 : linear.sizeInBytes / each;
      if (width > kMostLinearTexels) return cudaErrorInvalidValue;
      return texels_of_rows(linear.devPtr, linear.desc, width, 1, linear.sizeInBytes, texels);
    }
    case cudaResourceTypePitch2D: {
      const auto& rows = resource.res.pitch2D;
      if (rows.pitchInBytes % kPitchAlignment != 0) return cudaErrorInvalidValue;
      return texels_of_rows(rows.devPtr, rows.desc, rows.width, rows.height, rows.pitchInBytes, texels);
    }
    case cudaResourceTypeMipmappedArray:
      break;
  }
  return cudaErrorInvalidValue;
}

// What the texture unit cannot do with these texels.
cudaError_t check_modes(const Texels& texels, const cudaTextureDesc& desc) {
  const bool is_float = texels.format.f == cudaChannelFormatKindFloat;
  const bool normalizes = desc.readMode == cudaReadModeNormalizedFloat;
  const bool can_normalize = !is_float && texels.format.x < 32;
  if (desc.filterMode == cudaFilterModeLinear && !is_float && !(normalizes && can_normalize)) return cudaErrorInvalidFilterSetting;
  if (normalizes && !can_normalize) return cudaErrorInvalidNormSetting;
  for (const cudaTextureAddressMode mode : desc.addressMode)
    if (mode < cudaAddressModeWrap || mode > cudaAddressModeBorder) return cudaErrorInvalidValue;
  const bool known = desc.filterMode >= cudaFilterModePoint && desc.filterMode <= cudaFilterModeLinear;
  return known ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

const Texture* find_texture(cudaTextureObject_t handle) { return textures().find(object_of<Texture>(handle)); }
const Surface* find_surface(cudaSurfaceObject_t handle) { return surfaces().find(object_of<Surface>(handle)); }

void forget_all_textures() {
  textures().clear();
  surfaces().clear();
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc, const cudaTextureDesc* pTexDesc,
                                    const cudaResourceViewDesc* pResViewDesc) {
  return api([&] {
    if (pTexObject == nullptr || pResDesc == nullptr || pTexDesc == nullptr || pResViewDesc != nullptr) return cudaErrorInvalidValue;
    Texture texture{.desc = *pTexDesc, .resource = *pResDesc};
    if (const cudaError_t error = texels_of(*pResDesc, &texture.texels)) return error;
    if (const cudaError_t error = check_modes(texture.texels, *pTexDesc)) return error;
    *pTexObject = handle_of(textures().make(texture));
    return cudaSuccess;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
  return api([&] { return texObject == 0 || textures().destroy(object_of<Texture>(texObject)) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc, cudaTextureObject_t texObject) {
  return api([&] {
    const Texture* const texture = find_texture(texObject);
    if (texture == nullptr || pResDesc == nullptr) return cudaErrorInvalidValue;
    *pResDesc = texture->resource;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject) {
  return api([&] {
    const Texture* const texture = find_texture(texObject);
    if (texture == nullptr || pTexDesc == nullptr) return cudaErrorInvalidValue;
    *pTexDesc = texture->desc;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc*, cudaTextureObject_t) {
  return api([] { return cudaErrorInvalidValue; });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* maxWidthInElements, const cudaChannelFormatDesc* fmtDesc, int device) {
  return query_api([&] {
    if (maxWidthInElements == nullptr || fmtDesc == nullptr) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    if (texel_bytes(*fmtDesc) == 0) return cudaErrorInvalidChannelDescriptor;
    *maxWidthInElements = kMostLinearTexels;
    return cudaSuccess;
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const cudaResourceDesc* pResDesc) {
  return api([&] {
    if (pSurfObject == nullptr || pResDesc == nullptr || pResDesc->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
    Surface surface{.texels = {}, .resource = *pResDesc};
    if (const cudaError_t error = texels_of(*pResDesc, &surface.texels)) return error;
    *pSurfObject = handle_of(surfaces().make(surface));
    return cudaSuccess;
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* pResDesc, cudaSurfaceObject_t surfObject) {
  return api([&] {
    const Surface* const surface = find_surface(surfObject);
    if (surface == nullptr || pResDesc == nullptr) return cudaErrorInvalidValue;
    *pResDesc = surface->resource;
    return cudaSuccess;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
  return api([&] { return surfObject == 0 || surfaces().destroy(object_of<Surface>(surfObject)) ? cudaSuccess : cudaErrorInvalidValue; });
}
