/// @file
/// @brief Checking, staging and doing copies.
#include "sim/runtime/copies/copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "lockstep/sim/api/copy_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/refusal.hpp"
#include "sim/runtime/copies/copy_refusals.hpp"
#include "sim/runtime/copies/kernel_copies.hpp"
#include "sim/runtime/issuing/issue.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kMostPitch = 2147483647;

bool is_empty(const BoxCopy& box) { return box.width == 0 || box.height == 0 || box.depth == 0; }

bool is_kind(cudaMemcpyKind kind) { return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault; }

std::size_t whole(const Plane& plane, const BoxCopy& box) {
  return (box.depth - 1) * plane.slice + (box.height - 1) * plane.pitch + box.width;
}

Side side_of(const Plane& plane, const BoxCopy& box) {
  if (plane.checked) return Side::known;
  return classify(plane.base, whole(plane, box));
}

// CUDA knows device, managed and pinned memory by its address, so a kind is only wrong where it calls the host's own memory the device's.
cudaError_t check(const BoxCopy& box, const Call& call, Side* dst, Side* src) {
  *dst = side_of(box.dst, box);
  *src = side_of(box.src, box);
  std::string why;
  if (*dst == Side::invalid) why = why_not("destination", box.dst.base, whole(box.dst, box));
  if (*src == Side::invalid && why.empty()) why = why_not("source", box.src.base, whole(box.src, box));
  if (why.empty()) why = why_not_of_kind(box, *dst, *src);
  return why.empty() ? cudaSuccess : refuse(cudaErrorInvalidValue, call, why);
}

cudaError_t check_pitches(std::size_t dst, std::size_t src, std::size_t width, const Call& call) {
  if (dst >= width && src >= width) return cudaSuccess;
  return refuse(cudaErrorInvalidPitchValue, call,
                fmt::format("rows of {} bytes, but the {}'s pitch is {}: pitches and widths are in bytes", width,
                            dst < width ? "destination" : "source", std::min(dst, src)));
}

// What can be told without looking at memory.
cudaError_t check_shape(const BoxCopy& box, const Call& call) {
  if (!is_kind(box.kind))
    return refuse(cudaErrorInvalidMemcpyDirection, call, fmt::format("the kind is {}, which is none", static_cast<int>(box.kind)));
  if (is_empty(box)) return cudaSuccess;
  if (box.height > 1 || box.depth > 1) {
    if (const cudaError_t error = check_pitches(box.dst.pitch, box.src.pitch, box.width, call)) return error;
    if (box.dst.pitch > kMostPitch || box.src.pitch > kMostPitch) return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

void copy_now(const BoxCopy& box) {
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y)
      std::memmove(box.dst.base + z * box.dst.slice + y * box.dst.pitch, box.src.base + z * box.src.slice + y * box.src.pitch, box.width);
}

Box touched(const Plane& plane, const BoxCopy& box) { return {plane.base, box.width, box.height, box.depth, plane.pitch, plane.slice}; }

Operation operation_of(const BoxCopy& box, Call call) {
  return {.work = Work::copy,
          .run =
              [box] {
                copy_now(box);
                return cudaSuccess;
              },
          .call = call,
          .reads = {touched(box.src, box)},
          .writes = {touched(box.dst, box)}};
}

// The source as it is now, and a copy from there.
Operation staged(BoxCopy box, Call call) {
  const auto bytes = std::make_shared_for_overwrite<std::byte[]>(box.width * box.height * box.depth);
  BoxCopy in = box;
  in.dst = {bytes.get(), box.width, box.width * box.height};
  copy_now(in);
  box.src = in.dst;
  return {.work = Work::copy,
          .run =
              [box, bytes] {
                copy_now(box);
                return cudaSuccess;
              },
          .call = call,
          .writes = {touched(box.dst, box)}};
}

// An upload while nothing waits overtakes nothing, and host code cannot see that it is done early: so its source need not be kept.
cudaError_t upload_now(const BoxCopy& box, cudaStream_t handle, Call call) {
  Operation upload = operation_of(box, call);
  upload.reads.clear();
  if (const cudaError_t error = issue(handle, std::move(upload))) return error;
  queue().run_oldest();
  return cudaSuccess;
}

bool is_host_visible(const Plane& plane, Side side) {
  if (plane.checked) return false;
  if (side == Side::pageable) return true;
  const Allocation* const allocation = find_allocation(plane.base);
  return allocation != nullptr && !allocation->on_device();
}

}  // namespace

cudaError_t prepare_copy(const BoxCopy& box, Call call, Operation* operation) {
  if (const cudaError_t error = check_shape(box, call)) return error;
  Side dst, src;
  if (!is_empty(box))
    if (const cudaError_t error = check(box, call, &dst, &src)) return error;
  *operation = operation_of(box, call);
  return cudaSuccess;
}

cudaError_t submit_copy(const BoxCopy& box, Blocking blocking, cudaStream_t handle, Call call) {
  if (in_kernel()) return copy_in_kernel(box, handle, call);
  if (const cudaError_t error = check_shape(box, call)) return error;
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (is_empty(box)) return cudaSuccess;
  Side dst, src;
  if (const cudaError_t error = check(box, call, &dst, &src)) return error;

  const bool captured = stream->capture != nullptr;
  const bool stage = blocking == Blocking::no && src == Side::pageable && dst == Side::known && !captured;
  if (stage && queue().waiting().empty() && !host_sees(box.dst.base)) return upload_now(box, handle, call);
  if (const cudaError_t error = issue(handle, stage ? staged(box, call) : operation_of(box, call))) return error;
  if (captured) return cudaSuccess;
  // Copies from device to device never wait; copies to the host's own memory always do.
  const bool waits =
      blocking == Blocking::until_done ? is_host_visible(box.dst, dst) || is_host_visible(box.src, src) : dst == Side::pageable;
  return waits ? queue().wait_for({stream->last}) : cudaSuccess;
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

namespace {

BoxCopy linear(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
  const auto plane = [&](const void* p) { return Plane{static_cast<std::byte*>(const_cast<void*>(p)), count, count}; };
  return {.dst = plane(dst), .src = plane(src), .width = count, .kind = kind};
}

// Pitches are judged even where there is only one row, as CUDA does.
cudaError_t copy_2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width, std::size_t height,
                    cudaMemcpyKind kind, Blocking blocking, cudaStream_t stream, Call call) {
  if (const cudaError_t error = check_pitches(dpitch, spitch, width, call)) return error;
  return submit_copy({.dst = {static_cast<std::byte*>(dst), dpitch, dpitch * height},
                      .src = {static_cast<std::byte*>(const_cast<void*>(src)), spitch, spitch * height},
                      .width = width,
                      .height = height,
                      .kind = kind},
                     blocking, stream, call);
}

cudaError_t copy_3d(const cudaMemcpy3DParms* p, Blocking blocking, cudaStream_t stream, Call call) {
  BoxCopy box;
  if (const cudaError_t error = box_of(p, &box)) return error;
  return submit_copy(box, blocking, stream, call);
}

bool is_device(int device) { return device == 0; }

// Between devices there is nothing but the one device.
cudaError_t copy_3d(const cudaMemcpy3DPeerParms* p, Blocking blocking, cudaStream_t stream, Call call) {
  if (p == nullptr) return cudaErrorInvalidValue;
  if (!is_device(p->srcDevice) || !is_device(p->dstDevice)) return cudaErrorInvalidDevice;
  const cudaMemcpy3DParms within{.srcArray = p->srcArray,
                                 .srcPos = p->srcPos,
                                 .srcPtr = p->srcPtr,
                                 .dstArray = p->dstArray,
                                 .dstPos = p->dstPos,
                                 .dstPtr = p->dstPtr,
                                 .extent = p->extent,
                                 .kind = cudaMemcpyDeviceToDevice};
  return copy_3d(&within, blocking, stream, call);
}

}  // namespace

cudaError_t cudaMemcpy(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
  return api([&, call = Call::here()] { return submit_copy(linear(dst, src, count, kind), Blocking::until_done, nullptr, call); });
}
cudaError_t cudaMemcpyAsync(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return both_api([&, call = Call::here()] { return submit_copy(linear(dst, src, count, kind), Blocking::no, stream, call); });
}
cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, std::size_t count) {
  if (!is_device(dstDevice) || !is_device(srcDevice)) return remember(cudaErrorInvalidDevice);
  return api([&, call = Call::here()] {
    return submit_copy(linear(dst, src, count, cudaMemcpyDeviceToDevice), Blocking::until_done, nullptr, call);
  });
}
cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, std::size_t count, cudaStream_t stream) {
  if (!is_device(dstDevice) || !is_device(srcDevice)) return remember(cudaErrorInvalidDevice);
  return api(
      [&, call = Call::here()] { return submit_copy(linear(dst, src, count, cudaMemcpyDeviceToDevice), Blocking::no, stream, call); });
}
cudaError_t cudaMemcpy2D(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind) {
  return api(
      [&, call = Call::here()] { return copy_2d(dst, dpitch, src, spitch, width, height, kind, Blocking::until_done, nullptr, call); });
}
cudaError_t cudaMemcpy2DAsync(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return both_api([&, call = Call::here()] { return copy_2d(dst, dpitch, src, spitch, width, height, kind, Blocking::no, stream, call); });
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return api([&, call = Call::here()] { return copy_3d(p, Blocking::until_done, nullptr, call); });
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return both_api([&, call = Call::here()] { return copy_3d(p, Blocking::no, stream, call); });
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  return api([&, call = Call::here()] { return copy_3d(p, Blocking::until_done, nullptr, call); });
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return api([&, call = Call::here()] { return copy_3d(p, Blocking::no, stream, call); });
}
