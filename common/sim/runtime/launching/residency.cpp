/// @file
/// @brief Warps, registers, shared memory and blocks of a multiprocessor, divided by what a block takes of them.
#include "sim/runtime/launching/residency.hpp"

#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/runtime/context/device.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kSchedulers = 4;             // each has a quarter of the registers, and of the warps
constexpr std::size_t kRegisterGranularity = 256;  // of a warp
constexpr int kMaxRegistersPerThread = 255;

// Warps whose registers fit. A scheduler's part is not lent to the others.
int warps_by_registers(std::size_t of_a_warp) {
  return static_cast<int>(device::kRegistersPerMultiprocessor / kSchedulers / of_a_warp * kSchedulers);
}

}  // namespace

Residency residency(const BlockNeeds& block) {
  using namespace device;
  const int warps = (block.threads + kWarpSize - 1) / kWarpSize;
  const std::size_t registers = round_up(static_cast<std::size_t>(block.registers * kWarpSize), kRegisterGranularity);
  // The hardware checks a block as if each scheduler got as many of its warps.
  const bool too_many_registers = registers * round_up(static_cast<std::size_t>(warps), kSchedulers) > kRegistersPerMultiprocessor;
  if (block.threads > kMaxThreadsPerBlock || block.shared > kSharedPerBlockOptin || block.registers > kMaxRegistersPerThread ||
      too_many_registers)
    return {};
  return {.by_warps = kMaxThreadsPerMultiprocessor / kWarpSize / warps,
          .by_registers = warps_by_registers(registers) / warps,
          .by_shared = static_cast<int>(kSharedPerMultiprocessor / round_up(block.shared + kReservedSharedPerBlock, kSharedGranularity)),
          .by_blocks = kMaxBlocksPerMultiprocessor};
}

int blocks_per_multiprocessor(int threads, std::size_t shared) {
  return residency({.threads = threads, .registers = device::kRegistersPerThread, .shared = shared}).blocks();
}

}  // namespace lockstep::sim
