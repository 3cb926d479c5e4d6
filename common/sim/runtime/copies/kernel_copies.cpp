/// @file
/// @brief Makes a grid of a copy, so that observers see its accesses and the launch's order holds for it.
#include "sim/runtime/copies/kernel_copies.hpp"

#include <memory>
#include <utility>

#include "lockstep/sim/device/memory_calls.hpp"
#include "sim/runtime/issuing/children.hpp"

namespace lockstep::sim {

namespace {

void copy_rows(const void* closure) {
  const BoxCopy& box = *static_cast<const BoxCopy*>(closure);
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y)
      move_bytes(box.dst.base + z * box.dst.slice + y * box.dst.pitch, box.src.base + z * box.src.slice + y * box.src.pitch, box.width);
}

void fill_rows(const void* closure) {
  const BoxFill& box = *static_cast<const BoxFill*>(closure);
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y)
      set_bytes(box.dst.base + z * box.dst.slice + y * box.dst.pitch, static_cast<int>(box.value), box.width);
}

template <class Box>
cudaError_t launch(KernelEntry& kernel, void (*run)(const void*), const Box& box, cudaStream_t stream, const Call& call) {
  if (box.width == 0 || box.height == 0 || box.depth == 0) return cudaSuccess;
  auto closure = std::make_shared<const Box>(box);
  const KernelBody body{closure.get(), sizeof box, alignof(Box), run};
  return add_child(stream, {.kernel = &kernel, .body = body, .closure = std::move(closure), .grid = {1, 1, 1}, .block = {1, 1, 1}},
                   call.pc);
}

}  // namespace

cudaError_t copy_in_kernel(const BoxCopy& box, cudaStream_t stream, const Call& call) {
  static KernelEntry kernel({.name = "cudaMemcpyAsync"}, "cudaMemcpyAsync", nullptr, nullptr);
  refuse_parents_memory(box.dst.base, call.name, call.pc);
  refuse_parents_memory(box.src.base, call.name, call.pc);
  return launch(kernel, copy_rows, box, stream, call);
}

cudaError_t fill_in_kernel(const BoxFill& box, cudaStream_t stream, const Call& call) {
  static KernelEntry kernel({.name = "cudaMemsetAsync"}, "cudaMemsetAsync", nullptr, nullptr);
  refuse_parents_memory(box.dst.base, call.name, call.pc);
  return launch(kernel, fill_rows, box, stream, call);
}

}  // namespace lockstep::sim
