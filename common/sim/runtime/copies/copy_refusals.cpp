/// @file
/// @brief Names the side of a copy that is wrong, and what its address is.
#include "sim/runtime/copies/copy_refusals.hpp"

#include <fmt/format.h>

#include <string_view>

#include "sim/runtime/memory/address_text.hpp"
#include "sim/runtime/memory/freed.hpp"

namespace lockstep::sim {

namespace {

std::string memory_named(const Allocation& allocation) {
  return fmt::format("the {} from {}", size_text(allocation.bytes), allocation.made.name);
}

const char* name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    default:
      return "the kind";
  }
}

}  // namespace

std::string size_text(std::size_t bytes) {
  const auto negative = static_cast<std::ptrdiff_t>(bytes);
  return negative < 0 ? fmt::format("{} bytes (a negative size?)", negative) : fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

std::string why_not(const char* name, const void* p, std::size_t bytes) {
  if (classify(p, bytes) != Side::invalid) return {};
  if (p == nullptr) return fmt::format("the {} is a null pointer", name);
  if (find_variables(p) != nullptr && !is_given(p))
    return fmt::format("the {} is {}: host code needs its address from cudaGetSymbolAddress, or cudaMemcpyToSymbol", name,
                       describe_address(p));
  const Allocation* const allocation = find_allocation(p);
  if (allocation == nullptr) return fmt::format("the {} is {}", name, describe_address(p));
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(p) - allocation->begin);
  if (offset == 0) return fmt::format("{} do not fit in the {}: {}", size_text(bytes), name, memory_named(*allocation));
  return fmt::format("{} do not fit in the {}: byte {} of {}, {} before its end", size_text(bytes), name, offset, memory_named(*allocation),
                     allocation->bytes - offset);
}

std::string why_not_on_device(const char* name, const void* p, std::size_t bytes) {
  std::string why = why_not(name, p, bytes);
  if (!why.empty() || classify(p, bytes) == Side::known) return why;
  return fmt::format("the {} is {}; it must be memory of the device, from cudaMalloc or cudaMallocManaged", name, describe_address(p));
}

std::string why_not_of_kind(const BoxCopy& box, Side dst, Side src) {
  const bool dst_on_device = box.kind == cudaMemcpyHostToDevice || box.kind == cudaMemcpyDeviceToDevice;
  const bool src_on_device = box.kind == cudaMemcpyDeviceToHost || box.kind == cudaMemcpyDeviceToDevice;
  const bool dst_wrong = dst_on_device && dst == Side::pageable, src_wrong = src_on_device && src == Side::pageable;
  if (!dst_wrong && !src_wrong) return {};
  const bool swapped = dst_wrong ? src == Side::known : dst == Side::known;
  return fmt::format(
      "{} says that the {} is on the device, but it is {}{}", name_of(box.kind), dst_wrong ? "destination" : "source",
      describe_address(dst_wrong ? box.dst.base : box.src.base),
      swapped && box.kind != cudaMemcpyDeviceToDevice ? "; are destination and source swapped, or is it the other kind?" : "");
}

std::string why_not_freed(const void* p) {
  const Allocation* const allocation = find_allocation(p);
  const Allocation* const before = allocation == nullptr ? find_freed(p) : nullptr;
  if (before != nullptr && before->freed.name == std::string_view("cudaDeviceReset"))
    return fmt::format("{} by cudaDeviceReset: free memory before the reset, or not at all", describe_address(p));
  if (before != nullptr) return fmt::format("{}: it is freed twice", describe_address(p));
  if (allocation == nullptr) return fmt::format("{}, which is not memory from cudaMalloc", describe_address(p));
  if (allocation->origin == Origin::pinned) return fmt::format("{}: cudaFreeHost frees it", describe_address(p));
  if (allocation->origin == Origin::registered) return fmt::format("{}: cudaHostUnregister ends its registration", describe_address(p));
  if (allocation->origin == Origin::heap) return fmt::format("{}: only a kernel can free what a kernel made", describe_address(p));
  return fmt::format("{}: pass the address that {} gave", describe_address(p), allocation->made.name);
}

}  // namespace lockstep::sim
