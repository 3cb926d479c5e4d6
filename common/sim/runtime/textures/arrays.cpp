/// @file
/// @brief Arrays, and copies to and from them.
#include "sim/runtime/textures/arrays.hpp"

#include <algorithm>

#include "lockstep/sim/api/array_functions.hpp"
#include "lockstep/sim/api/copy_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/copies/copies.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kMostWidth = 131072, kMostHeight = 65536, kMostDepth = 16384;

Handles<cudaArray>& arrays() {
  static auto& arrays = immortal<Handles<cudaArray>>();
  return arrays;
}

bool is_extent(const cudaExtent& extent, unsigned flags) {
  const bool layered = (flags & cudaArrayLayered) != 0;
  if (extent.width == 0 || (layered && extent.depth == 0) || (!layered && extent.height == 0 && extent.depth > 0)) return false;
  return extent.width <= kMostWidth && extent.height <= kMostHeight && extent.depth <= kMostDepth;
}

cudaError_t make_array(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags, Call call) {
  constexpr unsigned kKnown = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather;
  if (array == nullptr || format == nullptr || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
  const std::size_t each = texel_bytes(*format);
  if (each == 0) return cudaErrorInvalidChannelDescriptor;
  if (!is_extent(extent, flags)) return cudaErrorInvalidValue;
  if (const cudaError_t error = check_unsafe_call()) return error;
  cudaArray made{.format = *format, .extent = extent, .flags = flags, .texel_bytes = each};
  made.texels = allocate(made.slice_bytes() * made.slices(), Origin::device, call).begin;
  *array = arrays().make(made);
  return cudaSuccess;
}

// A copy's region in an array: x in bytes.
struct Region {
  std::size_t x, y, z, width, height, depth;
};

cudaError_t plane_in(cudaArray_const_t handle, const Region& region, Plane* plane) {
  const cudaArray* const array = find_array(handle);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  const auto fits = [](std::size_t at, std::size_t size, std::size_t all) { return at <= all && size <= all - at; };
  if (!fits(region.x, region.width, array->row_bytes()) || !fits(region.y, region.height, array->rows()) ||
      !fits(region.z, region.depth, array->slices()))
    return cudaErrorInvalidValue;
  *plane = {array->texels + region.z * array->slice_bytes() + region.y * array->row_bytes() + region.x, array->row_bytes(),
            array->slice_bytes(), true};
  return cudaSuccess;
}

cudaError_t plane_of(const cudaPitchedPtr& p, const cudaPos& at, std::size_t x_bytes, const BoxCopy& box, Plane* plane) {
  if (box.width + x_bytes > p.pitch || box.height + at.y > std::max<std::size_t>(p.ysize, 1)) return cudaErrorInvalidPitchValue;
  if (p.ptr == nullptr) return cudaErrorInvalidValue;
  const std::size_t slice = p.pitch * p.ysize;
  *plane = {static_cast<std::byte*>(p.ptr) + at.z * slice + at.y * p.pitch + x_bytes, p.pitch, slice};
  return cudaSuccess;
}

Plane rows(const void* p, std::size_t pitch) { return {static_cast<std::byte*>(const_cast<void*>(p)), pitch, 0}; }

}  // namespace

std::size_t texel_bytes(const cudaChannelFormatDesc& format) {
  const int bits[4] = {format.x, format.y, format.z, format.w};
  const auto components = static_cast<std::size_t>(std::find(bits, bits + 4, 0) - bits);
  const bool same = std::all_of(bits, bits + components, [&](int b) { return b == format.x; });
  const bool rest_empty = std::all_of(bits + components, bits + 4, [](int b) { return b == 0; });
  const bool size = format.x == 8 || format.x == 16 || format.x == 32;
  const bool kind = format.f == cudaChannelFormatKindSigned || format.f == cudaChannelFormatKindUnsigned ||
                    (format.f == cudaChannelFormatKindFloat && format.x != 8);
  const bool number = components == 1 || components == 2 || components == 4;
  return same && rest_empty && size && kind && number ? components * static_cast<std::size_t>(format.x) / 8 : 0;
}

cudaArray* find_array(cudaArray_const_t array) { return arrays().find(array); }
void forget_all_arrays() { arrays().clear(); }

cudaError_t box_of(const cudaMemcpy3DParms* p, BoxCopy* box) {
  if (p == nullptr) return cudaErrorInvalidValue;
  const cudaArray* const measure = find_array(p->srcArray != nullptr ? p->srcArray : p->dstArray);
  const std::size_t unit = measure == nullptr ? 1 : measure->texel_bytes;  // where an array takes part, widths are in its texels
  *box = {.width = p->extent.width * unit, .height = p->extent.height, .depth = p->extent.depth, .kind = p->kind};
  if (box->width == 0 || box->height == 0 || box->depth == 0) return cudaSuccess;
  const auto side = [&](cudaArray_t array, const cudaPitchedPtr& pointer, const cudaPos& at, Plane* plane) {
    if (array == nullptr) return plane_of(pointer, at, at.x * unit, *box, plane);
    return plane_in(array, {at.x * unit, at.y, at.z, box->width, box->height, box->depth}, plane);
  };
  if (const cudaError_t error = side(p->srcArray, p->srcPtr, p->srcPos, &box->src)) return error;
  return side(p->dstArray, p->dstPtr, p->dstPos, &box->dst);
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

namespace {

// A copy to an array goes to the device, and one from an array comes from there.
bool goes(cudaMemcpyKind kind, cudaMemcpyKind host_kind) {
  return kind == host_kind || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

cudaError_t copy_to(cudaArray_t dst, const Region& region, const void* src, std::size_t pitch, cudaMemcpyKind kind, Blocking blocking,
                    cudaStream_t stream, Call call) {
  BoxCopy box{.src = rows(src, pitch), .width = region.width, .height = region.height, .kind = kind};
  if (!goes(kind, cudaMemcpyHostToDevice)) return cudaErrorInvalidMemcpyDirection;
  if (region.width > pitch) return cudaErrorInvalidPitchValue;
  if (const cudaError_t error = plane_in(dst, region, &box.dst)) return error;
  return submit_copy(box, blocking, stream, call);
}

cudaError_t copy_from(cudaArray_const_t src, const Region& region, void* dst, std::size_t pitch, cudaMemcpyKind kind, Blocking blocking,
                      cudaStream_t stream, Call call) {
  BoxCopy box{.dst = rows(dst, pitch), .width = region.width, .height = region.height, .kind = kind};
  if (!goes(kind, cudaMemcpyDeviceToHost)) return cudaErrorInvalidMemcpyDirection;
  if (region.width > pitch) return cudaErrorInvalidPitchValue;
  if (const cudaError_t error = plane_in(src, region, &box.src)) return error;
  return submit_copy(box, blocking, stream, call);
}

// `count` bytes from an offset on: whole rows, as the deprecated functions take them.
cudaError_t region_of(cudaArray_const_t handle, std::size_t x, std::size_t y, std::size_t count, Region* region) {
  const cudaArray* const array = find_array(handle);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  const bool one_row = x + count <= array->row_bytes();
  if (!one_row && (x != 0 || count % array->row_bytes() != 0)) return cudaErrorInvalidValue;
  *region = one_row ? Region{x, y, 0, count, 1, 1} : Region{0, y, 0, array->row_bytes(), count / array->row_bytes(), 1};
  return cudaSuccess;
}

cudaError_t copy_rows_to(cudaArray_t dst, std::size_t x, std::size_t y, const void* src, std::size_t count, cudaMemcpyKind kind,
                         Blocking blocking, cudaStream_t stream, Call call) {
  Region region;
  if (const cudaError_t error = region_of(dst, x, y, count, &region)) return error;
  return copy_to(dst, region, src, region.width, kind, blocking, stream, call);
}

cudaError_t copy_rows_from(cudaArray_const_t src, std::size_t x, std::size_t y, void* dst, std::size_t count, cudaMemcpyKind kind,
                           Blocking blocking, cudaStream_t stream, Call call) {
  Region region;
  if (const cudaError_t error = region_of(src, x, y, count, &region)) return error;
  return copy_from(src, region, dst, region.width, kind, blocking, stream, call);
}

// The two regions are of one shape: rows of arrays of different widths do not correspond.
cudaError_t copy_between(cudaArray_t dst, const Region& to, cudaArray_const_t src, const Region& from, cudaMemcpyKind kind, Call call) {
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (to.width != from.width || to.height != from.height) return cudaErrorInvalidValue;
  BoxCopy box{.width = to.width, .height = to.height, .kind = kind};
  if (const cudaError_t error = plane_in(dst, to, &box.dst)) return error;
  if (const cudaError_t error = plane_in(src, from, &box.src)) return error;
  return submit_copy(box, Blocking::until_done, nullptr, call);
}

}  // namespace

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent, unsigned int flags) {
  return api([&, call = Call::here()] { return make_array(array, desc, extent, flags, call); });
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, std::size_t width, std::size_t height,
                            unsigned int flags) {
  return api([&, call = Call::here()] { return make_array(array, desc, {width, height, 0}, flags, call); });
}

cudaError_t cudaFreeArray(cudaArray_t handle) {
  return api([&, call = Call::here()] {
    if (handle == nullptr) return cudaSuccess;
    if (const cudaError_t error = check_unsafe_call()) return error;
    const cudaError_t error = queue().wait_for_all();  // queued work may use it
    if (error != cudaSuccess) return error;
    const cudaArray* const array = find_array(handle);
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    forget(*find_allocation_at(array->texels), call);
    arrays().destroy(array);
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags, cudaArray_t handle) {
  return api([&] {
    const cudaArray* const array = find_array(handle);
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    if (desc != nullptr) *desc = array->format;
    if (extent != nullptr) *extent = array->extent;
    if (flags != nullptr) *flags = array->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t handle) {
  return api([&] {
    const cudaArray* const array = find_array(handle);
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    if (desc == nullptr) return cudaErrorInvalidValue;
    *desc = array->format;
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src, std::size_t spitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return api([&, call = Call::here()] {
    return copy_to(dst, {wOffset, hOffset, 0, width, height, 1}, src, spitch, kind, Blocking::no, stream, call);
  });
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src, std::size_t spitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return api([&, call = Call::here()] {
    return copy_to(dst, {wOffset, hOffset, 0, width, height, 1}, src, spitch, kind, Blocking::until_done, nullptr, call);
  });
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, std::size_t dpitch, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset,
                                       std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return api([&, call = Call::here()] {
    return copy_from(src, {wOffset, hOffset, 0, width, height, 1}, dst, dpitch, kind, Blocking::no, stream, call);
  });
}
cudaError_t cudaMemcpy2DFromArray(void* dst, std::size_t dpitch, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return api([&, call = Call::here()] {
    return copy_from(src, {wOffset, hOffset, 0, width, height, 1}, dst, dpitch, kind, Blocking::until_done, nullptr, call);
  });
}
cudaError_t cudaMemcpyToArray(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src, std::size_t count,
                              cudaMemcpyKind kind) {
  return api(
      [&, call = Call::here()] { return copy_rows_to(dst, wOffset, hOffset, src, count, kind, Blocking::until_done, nullptr, call); });
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src, std::size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return api([&, call = Call::here()] { return copy_rows_to(dst, wOffset, hOffset, src, count, kind, Blocking::no, stream, call); });
}
cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset, std::size_t count,
                                cudaMemcpyKind kind) {
  return api(
      [&, call = Call::here()] { return copy_rows_from(src, wOffset, hOffset, dst, count, kind, Blocking::until_done, nullptr, call); });
}
cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset, std::size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return api([&, call = Call::here()] { return copy_rows_from(src, wOffset, hOffset, dst, count, kind, Blocking::no, stream, call); });
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, std::size_t wOffsetDst, std::size_t hOffsetDst, cudaArray_const_t src,
                                     std::size_t wOffsetSrc, std::size_t hOffsetSrc, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind) {
  return api([&, call = Call::here()] {
    return copy_between(dst, {wOffsetDst, hOffsetDst, 0, width, height, 1}, src, {wOffsetSrc, hOffsetSrc, 0, width, height, 1}, kind, call);
  });
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, std::size_t wOffsetDst, std::size_t hOffsetDst, cudaArray_const_t src,
                                   std::size_t wOffsetSrc, std::size_t hOffsetSrc, std::size_t count, cudaMemcpyKind kind) {
  return api([&, call = Call::here()] {
    Region to, from;
    if (const cudaError_t error = region_of(dst, wOffsetDst, hOffsetDst, count, &to)) return error;
    if (const cudaError_t error = region_of(src, wOffsetSrc, hOffsetSrc, count, &from)) return error;
    return copy_between(dst, to, src, from, kind, call);
  });
}
