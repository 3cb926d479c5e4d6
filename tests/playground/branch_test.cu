/// @file
/// @brief A branch of the playground against the profile of a kernel that has one; and occupancy against the runtime's own answer.
#include <algorithm>
#include <cstdint>
#include <string>

#include "catch.hpp"
#include "lockstep/sim/profile.hpp"
#include "observation/observation.hpp"
#include "playground/exports.hpp"

using lockstep::Observation;

namespace {

constexpr unsigned kLine = __LINE__;
__global__ void branch(unsigned period, unsigned takers, int* out) {
  if (threadIdx.x % period < takers) {
    out[threadIdx.x] = 1;
    out[threadIdx.x] = 2;
    out[threadIdx.x] = 3;
  } else {
    out[threadIdx.x + 32] = 4;
  }
}
constexpr unsigned kFirstOfIf = kLine + 3, kLastOfIf = kLine + 5, kElse = kLine + 7;

struct Steps {
  double steps = 0, lane_steps = 0;
  bool operator==(const Steps&) const = default;
};

/// The steps that one warp was seen to take on some lines.
Steps steps_on(const Observation& seen, unsigned first, unsigned last) {
  Steps sum;
  for (const auto& line : seen.launches.at(0).lines) {
    if (line.line < first || line.line > last) continue;
    sum.steps += line.counters.at("lockstep__steps.sum");
    sum.lane_steps += line.counters.at("lockstep__lane_steps.sum");
  }
  return sum;
}

Observation profile_of_branch(unsigned period, unsigned takers) {
  int* out = nullptr;
  REQUIRE(cudaMalloc(&out, 64 * sizeof(int)) == cudaSuccess);
  lockstep::sim::start_profile();
  branch<<<1, 32>>>(period, takers, out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  Observation seen = lockstep::sim::stop_profile();
  cudaFree(out);
  return seen;
}

std::uint32_t mask_of(unsigned period, unsigned takers) {
  std::uint32_t mask = 0;
  for (unsigned lane = 0; lane < 32; ++lane) mask |= (lane % period < takers ? 1u : 0u) << lane;
  return mask;
}

__global__ void nothing() {}

}  // namespace

TEST_CASE("a branch costs a warp what the profile of a kernel counts") {
  const auto if_steps = static_cast<std::uint32_t>(steps_on(profile_of_branch(1, 1), kFirstOfIf, kLastOfIf).steps);
  const auto else_steps = static_cast<std::uint32_t>(steps_on(profile_of_branch(1, 0), kElse, kElse).steps);
  REQUIRE(else_steps > 0);
  REQUIRE(if_steps > else_steps);
  for (const unsigned period : {1u, 2u, 3u, 7u, 32u, 64u})
    for (unsigned takers = 0; takers <= std::min(period, 33u); ++takers) {
      CAPTURE(period, takers);
      const Observation seen = profile_of_branch(period, takers);
      begin_branch(mask_of(period, takers), if_steps, else_steps);
      CHECK(steps_on(seen, kFirstOfIf, kElse) == Steps{static_cast<double>(branch_steps()), static_cast<double>(branch_lane_steps())});
    }
}

TEST_CASE("the lanes at work in a step are those of the side that it is on") {
  begin_branch(0xff, 2, 3);
  CHECK(branch_steps() == 5);
  CHECK(branch_lanes_at(1) == 0xff);
  CHECK(branch_lanes_at(2) == ~0xffu);
  begin_branch(0, 2, 3);
  CHECK(branch_lanes_at(0) == ~0u);
}

TEST_CASE("the playground's blocks fit as the runtime says") {
  REQUIRE(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024) == cudaSuccess);
  cudaFuncAttributes attributes{};
  REQUIRE(cudaFuncGetAttributes(&attributes, nothing) == cudaSuccess);
  for (unsigned threads = 1; threads <= 1024; threads += 31)
    for (unsigned shared = 0; shared <= 227 * 1024; shared += 3333) {
      CAPTURE(threads, shared);
      int blocks = 0;
      REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, static_cast<int>(threads), shared) == cudaSuccess);
      CHECK(fit_blocks(threads, static_cast<std::uint32_t>(attributes.numRegs), shared) == static_cast<std::uint32_t>(blocks));
    }
}
