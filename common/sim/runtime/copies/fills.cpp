/// @file
/// @brief cudaMemset and its family.
#include <cstring>
#include <string>
#include <utility>

#include "lockstep/sim/api/copy_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/refusal.hpp"
#include "sim/runtime/copies/copies.hpp"
#include "sim/runtime/copies/copy_refusals.hpp"
#include "sim/runtime/copies/kernel_copies.hpp"
#include "sim/runtime/issuing/issue.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

void fill_now(const BoxFill& box) {
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y) {
      std::byte* const row = box.dst.base + z * box.dst.slice + y * box.dst.pitch;
      if (box.element == 1) {
        std::memset(row, static_cast<int>(box.value), box.width);
        continue;
      }
      for (std::size_t x = 0; x < box.width; x += box.element)
        std::memcpy(row + x, &box.value, box.element);  // little-endian: the low bytes
    }
}

BoxFill bytes(void* p, std::size_t pitch, std::size_t slice, int value, cudaExtent extent) {
  return {.dst = {static_cast<std::byte*>(p), pitch, slice},
          .value = static_cast<unsigned>(value),
          .width = extent.width,
          .height = extent.height,
          .depth = extent.depth};
}

}  // namespace

cudaError_t submit_fill(const BoxFill& box, Blocking blocking, cudaStream_t handle, Call call) {
  if (in_kernel()) return fill_in_kernel(box, handle, call);
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (box.width == 0 || box.height == 0 || box.depth == 0) return cudaSuccess;
  Operation operation;
  if (const cudaError_t error = prepare_fill(box, call, &operation)) return error;
  if (const cudaError_t error = issue(handle, std::move(operation))) return error;
  const Allocation* const allocation = find_allocation(box.dst.base);
  const bool host_visible = allocation != nullptr && !allocation->on_device();
  // On the device's own memory even cudaMemset returns early.
  return blocking == Blocking::until_done && host_visible ? queue().wait_for({stream->last}) : cudaSuccess;
}

cudaError_t prepare_fill(const BoxFill& box, Call call, Operation* operation) {
  if (box.element != 1 && box.element != 2 && box.element != 4) return cudaErrorInvalidValue;
  if (box.height > 1 && box.dst.pitch < box.width) return cudaErrorInvalidValue;
  if (box.depth > 1 && box.dst.slice < box.dst.pitch * box.height) return cudaErrorInvalidValue;
  const std::size_t bytes = (box.depth - 1) * box.dst.slice + (box.height - 1) * box.dst.pitch + box.width;
  if (const std::string why = why_not_on_device("destination", box.dst.base, bytes); !why.empty())
    return refuse(cudaErrorInvalidValue, call, why);
  *operation = {.work = Work::fill,
                .run =
                    [box] {
                      fill_now(box);
                      return cudaSuccess;
                    },
                .call = call,
                .writes = {{box.dst.base, box.width, box.height, box.depth, box.dst.pitch, box.dst.slice}}};
  return cudaSuccess;
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

namespace {

cudaError_t fill(void* p, std::size_t pitch, std::size_t slice, int value, cudaExtent extent, Blocking blocking, cudaStream_t stream,
                 Call call) {
  const auto body = [&] {
    if (extent.width > pitch) return cudaErrorInvalidValue;
    return submit_fill(bytes(p, pitch, slice, value, extent), blocking, stream, call);
  };
  return blocking == Blocking::no ? both_api(body) : api(body, call.name, call.pc);
}

}  // namespace

cudaError_t cudaMemset(void* devPtr, int value, std::size_t count) {
  return fill(devPtr, count, count, value, {count, 1, 1}, Blocking::until_done, nullptr, Call::here());
}
cudaError_t cudaMemsetAsync(void* devPtr, int value, std::size_t count, cudaStream_t stream) {
  return fill(devPtr, count, count, value, {count, 1, 1}, Blocking::no, stream, Call::here());
}
cudaError_t cudaMemset2D(void* devPtr, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return fill(devPtr, pitch, pitch * height, value, {width, height, 1}, Blocking::until_done, nullptr, Call::here());
}
cudaError_t cudaMemset2DAsync(void* devPtr, std::size_t pitch, int value, std::size_t width, std::size_t height, cudaStream_t stream) {
  return fill(devPtr, pitch, pitch * height, value, {width, height, 1}, Blocking::no, stream, Call::here());
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent) {
  return fill(p.ptr, p.pitch, p.pitch * p.ysize, value, extent, Blocking::until_done, nullptr, Call::here());
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent extent, cudaStream_t stream) {
  return fill(p.ptr, p.pitch, p.pitch * p.ysize, value, extent, Blocking::no, stream, Call::here());
}
