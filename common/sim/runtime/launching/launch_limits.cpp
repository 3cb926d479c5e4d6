/// @file
/// @brief What a launch may ask for. A refusal names the number and the limit.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "sim/runtime/context/device.hpp"
#include "sim/runtime/context/refusal.hpp"
#include "sim/runtime/launching/functions.hpp"
#include "sim/runtime/launching/launch.hpp"
#include "sim/runtime/launching/residency.hpp"

namespace lockstep::sim {

namespace {

bool is_zero(const dim3& d) { return d.x == 0 && d.y == 0 && d.z == 0; }

std::uint64_t volume(const dim3& d) { return std::uint64_t{d.x} * d.y * d.z; }

int resident_blocks(const KernelEntry& kernel, const LaunchSpec& spec) {
  const int each = blocks_per_multiprocessor(static_cast<int>(volume(spec.block)), static_shared_bytes(kernel) + spec.dynamic_shared);
  return each * device::kMultiprocessors;
}

struct Refusal {
  cudaError_t error = cudaSuccess;
  std::string why{};
};

std::string extent_text(const dim3& d) { return d.y == 1 && d.z == 1 ? fmt::format("{}", d.x) : fmt::format("({},{},{})", d.x, d.y, d.z); }

/// Why an extent is out of range; empty where it is not.
std::string outside(const dim3& d, const int (&limits)[3], const char* name) {
  const unsigned extents[] = {d.x, d.y, d.z};
  for (int i = 0; i < 3; ++i) {
    const char axis = "xyz"[i];
    if (extents[i] == 0) return fmt::format("{}.{} is 0; at least 1 is needed", name, axis);
    if (extents[i] > static_cast<unsigned>(limits[i]))
      return fmt::format("{}.{} is {}; the limit is {}", name, axis, extents[i], limits[i]);
  }
  return {};
}

std::string too_many_threads(const KernelEntry& kernel, const LaunchSpec& spec) {
  const auto limit = static_cast<std::uint64_t>(thread_limit(kernel));
  const std::uint64_t threads = volume(spec.block);
  if (threads <= limit) return {};
  if (threads > device::kMaxThreadsPerBlock)
    return fmt::format("{} threads per block; the limit is {}", threads, device::kMaxThreadsPerBlock);
  return fmt::format("{} threads per block; {} allows {} by its __launch_bounds__", threads, kernel.traits.name, limit);
}

std::string too_much_shared(const KernelEntry& kernel, const LaunchSpec& spec) {
  const std::size_t limit = dynamic_shared_limit(kernel), own = static_shared_bytes(kernel);
  if (spec.dynamic_shared <= limit) return {};
  std::string text = fmt::format("{} bytes of dynamic shared memory; the limit is {}", spec.dynamic_shared, limit);
  if (own > 0) text += fmt::format(", beside {} bytes of __shared__ variables", own);
  const std::size_t most = device::kSharedPerBlockOptin - own;
  if (limit < most)
    text += fmt::format(", or up to {} after cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, …)", most,
                        kernel.traits.name);
  return text;
}

Refusal check_cluster(const KernelEntry& kernel, LaunchSpec& spec) {
  const dim3 own = kernel.traits.cluster;
  if (is_zero(spec.cluster)) spec.cluster = is_zero(own) ? dim3(1, 1, 1) : own;
  const dim3 c = spec.cluster;
  const auto refusal = [](std::string why) { return Refusal{cudaErrorInvalidClusterSize, std::move(why)}; };
  if (volume(c) == 0) return refusal(fmt::format("a cluster of {} blocks", extent_text(c)));
  if (!is_zero(own) && (c.x != own.x || c.y != own.y || c.z != own.z))
    return refusal(fmt::format("a cluster of {} blocks; the kernel was made for clusters of {}", extent_text(c), extent_text(own)));
  if (spec.grid.x % c.x != 0 || spec.grid.y % c.y != 0 || spec.grid.z % c.z != 0)
    return refusal(fmt::format("clusters of {} blocks do not divide a grid of {}", extent_text(c), extent_text(spec.grid)));
  const int most = kernel.non_portable_cluster ? device::kLargestCluster : device::kPortableCluster;
  if (volume(c) > static_cast<std::uint64_t>(most))
    return refusal(fmt::format("a cluster of {} blocks; the limit is {}{}", volume(c), most,
                               kernel.non_portable_cluster ? "" : ", or 16 with cudaFuncAttributeNonPortableClusterSizeAllowed"));
  const int resident = resident_blocks(kernel, spec);
  if (volume(c) > 1 && volume(c) > static_cast<std::uint64_t>(resident))
    return refusal(fmt::format("a cluster of {} blocks; the device holds {} of this size", volume(c), resident));
  return {};
}

Refusal check_limits(const KernelEntry& kernel, LaunchSpec& spec) {
  for (const std::string& why : {outside(spec.grid, device::kMaxGridDim, "gridDim"), too_many_threads(kernel, spec),
                                 outside(spec.block, device::kMaxBlockDim, "blockDim"), too_much_shared(kernel, spec)})
    if (!why.empty()) return {cudaErrorInvalidValue, why};
  if (const Refusal refusal = check_cluster(kernel, spec); refusal.error != cudaSuccess) return refusal;
  const int resident = spec.cooperative ? resident_blocks(kernel, spec) : 0;
  if (spec.cooperative && volume(spec.grid) > static_cast<std::uint64_t>(resident))
    return {cudaErrorCooperativeLaunchTooLarge,
            fmt::format("a cooperative grid of {} blocks; the device holds {} of this size at once", volume(spec.grid), resident)};
  return {};
}

}  // namespace

cudaError_t refuse_launch(const KernelEntry& kernel, const LaunchSpec& spec, cudaError_t error, const std::string& why) {
  std::string configuration = extent_text(spec.grid) + ", " + extent_text(spec.block);
  if (spec.dynamic_shared != 0) configuration += fmt::format(", {}", spec.dynamic_shared);
  return refuse(error, spec.launched_at, fmt::format("{}<<<{}>>>", kernel.traits.name, configuration), why);
}

cudaError_t check_launch(const KernelEntry& kernel, LaunchSpec& spec) {
  const Refusal refusal = check_limits(kernel, spec);
  return refusal.error == cudaSuccess ? cudaSuccess : refuse_launch(kernel, spec, refusal.error, refusal.why);
}

}  // namespace lockstep::sim
