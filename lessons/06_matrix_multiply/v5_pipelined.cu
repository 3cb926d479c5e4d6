/// @file
/// @brief Let the next numbers come while these are multiplied: from global to shared memory, and from there to registers.
///
/// Change from v4: asynchronous copies fill four stages of shared memory in turn, with one barrier for each; a thread has 16 × 8 sums, and
/// reads its next 24 numbers, 16 bytes at a time, while it multiplies these; a warp has a tile of its own, 64 × 64, and its lanes are
/// numbered so that neighbours share what they read.
/// Look at: `./lockstep run 06 --kernel v4,v5`: *barriers*, and *wavefronts*; on a GPU, the time.
#include "lockstep/cuda.hpp"
#include "lockstep/device/outer_product.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/device_limits.hpp"
#include "problem.hpp"
#include "stages.hpp"
#include "store_quad.hpp"
#include "tile_copy.hpp"

namespace {

constexpr unsigned kRows = 128, kColumns = 256, kDepth = 8, kThreads = 256;  // of a block's tile of C, of a stage, of a block
constexpr unsigned kDown = 16, kAcross = 8;                                  // sums of a thread
constexpr unsigned kLanesDown = 4, kLanesAcross = 8;                         // of a warp
constexpr unsigned kWarpRows = kDown * kLanesDown, kWarpColumns = kAcross * kLanesAcross, kWarpsAcross = kColumns / kWarpColumns;

using CopyA = TurnedCopyOfA<kRows, kDepth, kThreads>;
using CopyB = CopyOfB<kDepth, kColumns, kThreads>;
using Tiles = Stages<CopyA, CopyB, 4>;

/// What a thread multiplies in one step of k.
struct Numbers {
  float down[kDown], across[kAcross];

  /// @param a  of the thread's first quad; the others are kLanesDown quads apart. @param b  the same, kLanesAcross apart
  __device__ Numbers(const float* a, const float* b) {
#pragma unroll
    for (unsigned i = 0; i < kDown; i += kQuad) lockstep::load_quad(&down[i], a + i * kLanesDown);
#pragma unroll
    for (unsigned j = 0; j < kAcross; j += kQuad) lockstep::load_quad(&across[j], b + j * kLanesAcross);
  }
};

__global__ void __launch_bounds__(kThreads, 1) multiply(const Matrices<float> p) {
  extern __shared__ float4 shared[];
  const unsigned lane = lockstep::lane(), warp = lockstep::warp();
  // Lanes 2i and 2i + 1 read the same quad of B; lanes i and i + 2, of A: so two of the four phases of a 16-byte load become one.
  const unsigned top = warp / kWarpsAcross * kWarpRows + (lane / (2 * kLanesAcross) * 2 + lane % 2) * kQuad;
  const unsigned left = warp % kWarpsAcross * kWarpColumns + lane / 2 % kLanesAcross * kQuad;
  const auto [row, column] = corner_of_block(kRows, kColumns);

  Tiles tiles(reinterpret_cast<float*>(shared), CopyA(p, row), CopyB(p, column));
  tiles.advance();
  Numbers next(tiles.a() + top, tiles.b() + left);
  float sums[kDown][kAcross] = {};
  for (std::int64_t l = 0; l < p.k; l += kDepth) {
#pragma unroll
    for (unsigned d = 0; d < kDepth; ++d) {
      const Numbers now = next;
      if (d + 1 == kDepth) tiles.advance();  // the last numbers of this stage are read
      next = Numbers(tiles.a() + (d + 1) % kDepth * CopyA::kPitch + top, tiles.b() + (d + 1) % kDepth * CopyB::kPitch + left);
      if (d == 0) tiles.fill();
      lockstep::add_outer_product(sums, now.down, now.across);
    }
  }

#pragma unroll
  for (unsigned i = 0; i < kDown; ++i)
#pragma unroll
    for (unsigned j = 0; j < kAcross; j += kQuad)
      store_quad(p, row + top + i / kQuad * kQuad * kLanesDown + i % kQuad, column + left + j * kLanesAcross, &sums[i][j]);
}

void run(const Matrices<float>& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kThreads);
  Matrices<float> quads = p;
  quads.b = in_whole_quads(p.b, p.k, p.n, launch);
  lockstep::allow_shared_memory(multiply, Tiles::kBytes);
  multiply<<<covering_grid(p, kRows, kColumns), kThreads, Tiles::kBytes, launch.stream>>>(quads);
  lockstep::check_launch();
}

using Version = lockstep::Version<MatrixMultiply<float>>;  // of no other type
const Version version{__FILE__, "tiles and numbers fetched ahead, 16-byte reads, a tile for each warp", run};

}  // namespace
