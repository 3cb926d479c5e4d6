/// @file
/// @brief Take 32 steps between two barriers: in Schur's recursion a reflection coefficient is a quotient, and no sum over all elements.
///
/// Change from v7: each element that y has not reached yet holds what r leaves unexplained there, and takes the same steps as y. So the
/// next 32 coefficients follow from the next 32 elements, and then each warp takes 32 steps by itself.
/// Look at: `./lockstep run 10 --kernel v7,v8`: *wavefronts*, a sixth, as elements stay in registers; and on a GPU the time of both.
#include <algorithm>

#include "cluster.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "schur.hpp"

namespace {

constexpr unsigned kMostThreads = 1024;  // of a block: a warp for each tile

/// A block's slice, before and after the steps of a round: `forward` is y up to element k, and from there what it has to explain;
/// `backward` is y's mirror, and what it explains.
struct Slice {
  float4 *forward, *backward;
};

/// Elements `first` to `first` + 3 of the slice, or of the end of the one before, where `first` is negative.
__device__ Elements load(const Slice& slice, int first, int length) {
  Elements x{};
  if (first >= length) return x;  // slices end where they end, not at the end of a tile
  if (first < 0 && cluster_rank() == 0) {
    if (first == -kPerLane) x.f[kPerLane - 1] = 1;  // the leading 1 of (1, y)
    return x;
  }
  const bool before = first < 0;
  const int quad = (before ? length + first : first) / 4;
  const float4 f = (before ? in_block(slice.forward, cluster_rank() - 1) : slice.forward)[quad];
  const float4 b = (before ? in_block(slice.backward, cluster_rank() - 1) : slice.backward)[quad];
  return {{f.x, f.y, f.z, f.w}, {b.x, b.y, b.z, b.w}};
}

__global__ void __launch_bounds__(kMostThreads) durbin(const float* r, float* answer, std::int64_t n, int length) {
  extern __shared__ float4 quads[];
  __shared__ float alpha[kSteps];
  const std::int64_t begin = std::int64_t{cluster_rank()} * length;
  Slice now{quads, quads + length / 4}, next{quads + length / 2, quads + 3 * length / 4};
  auto* const forward = reinterpret_cast<float*>(now.forward);
  auto* const backward = reinterpret_cast<float*>(now.backward);
  for (int i = static_cast<int>(threadIdx.x); i < length; i += static_cast<int>(blockDim.x)) {
    forward[i] = begin + i < n ? r[begin + i] : 0.0F;
    backward[i] = begin + i == 0 ? 1.0F : begin + i - 1 < n ? r[begin + i - 1] : 0.0F;
  }
  for (std::int64_t k = 0; k < n; k += kSteps) {
    cluster_sync();  // all elements have taken the steps before this round
    if (lockstep::warp() == 0) {
      const auto owner = static_cast<unsigned>(k / length);
      const auto mine = k - std::int64_t{owner} * length + lockstep::lane();
      alpha[lockstep::lane()] = reflection(reinterpret_cast<const float*>(in_block(now.forward, owner))[mine],
                                           reinterpret_cast<const float*>(in_block(now.backward, owner))[mine]);
    }
    __syncthreads();  // the first warp of each block knows
    const int steps = static_cast<int>(min(std::int64_t{kSteps}, n - k));
    for (int tile = static_cast<int>(lockstep::warp()) * kTile; tile < length; tile += static_cast<int>(blockDim.x / 32) * kTile) {
      const int first = tile - kSteps + static_cast<int>(lockstep::lane()) * kPerLane;
      Elements x = load(now, first, length);
      const std::int64_t pivot = k - begin - first;
      if (begin + tile < k + kSteps && k < begin + tile + kTile)
        advance<true>(x, alpha, steps, static_cast<int>(pivot));
      else
        advance<false>(x, alpha, steps, 0);
      if (first < tile || first >= length) continue;  // these are the neighbour's
      next.forward[first / 4] = make_float4(x.f[0], x.f[1], x.f[2], x.f[3]);
      next.backward[first / 4] = make_float4(x.b[0], x.b[1], x.b[2], x.b[3]);
    }
    const Slice old = now;
    now = next, next = old;
  }
  cluster_sync();  // this block's slice is finished, and no other reads it any more
  const auto* const y = reinterpret_cast<const float*>(now.forward);
  for (int i = static_cast<int>(threadIdx.x); i < length && begin + i < n; i += static_cast<int>(blockDim.x)) answer[begin + i] = y[i];
}

void run(const Durbin::Device& p, const Launch& launch) {
  const unsigned blocks = cluster_blocks_or(launch, durbin, p.n < 512 ? 1 : p.n < 2048 ? 4 : 16);
  const auto length = static_cast<int>(lockstep::ceil_div<std::int64_t>(p.n, std::int64_t{kSteps} * blocks) * kSteps);
  const auto tiles = static_cast<unsigned>(lockstep::ceil_div(length, kTile));
  const unsigned block = launch.whole_warps_block_or(std::min(32 * tiles, kMostThreads));
  launch_cluster(durbin, blocks, block, 4 * sizeof(float) * static_cast<std::size_t>(length), launch.stream, p.r, p.y, p.n, length);
}

const Version version{__FILE__, "Schur's recursion: a cluster takes 32 steps between barriers", run};

}  // namespace
