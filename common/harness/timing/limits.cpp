/// @file
/// @brief Measures the rates that no version can exceed.
#include <algorithm>

#include "harness/timing/backend.hpp"
#include "harness/timing/device.hpp"
#include "harness/timing/fma_rate.hpp"
#include "harness/timing/timing.hpp"
#include "lockstep/device_buffer.hpp"

namespace lockstep {
namespace {

/// Copies up to 1 GiB within the device: much more than its caches hold.
[[maybe_unused]] double measure_copy_gb_per_s(const Device& device) {  // not on the simulator
  const std::size_t bytes = std::min(std::size_t{1} << 30, device.memory_bytes / 8);
  const DeviceBuffer<std::byte> from(bytes), to(bytes);
  const Stream stream;
  check(cudaMemsetAsync(from.data(), 0, bytes, stream.get()));
  const StreamTimer timer(stream.get());
  const auto copy = [&] { check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream.get())); };
  const Timing timing = repeat(kGpuPlan, [&] { return timer.milliseconds_of(copy); });
  return 2 * static_cast<double>(bytes) / timing.median / 1e6;
}

}  // namespace

Limits measure_limits(const Device& device) {
  if constexpr (kOnSimulator)
    return {};
  else
    return {.copy_gb_per_s = measure_copy_gb_per_s(device), .fma_gflop_per_s = measure_fma_gflop_per_s()};
}

}  // namespace lockstep
