/// @file
/// @brief Let the next tiles come while these are multiplied, and read them in 16-byte pieces without bank conflicts.
///
/// Change from v4: asynchronous copies fill three stages of shared memory in turn, with one barrier for each; a warp has a tile of its own,
/// 64 × 32, and its lanes are numbered so that neighbours share what they read.
/// Look at: `./lockstep run 06 --kernel v4,v5`: *barriers*, and *wavefronts*; on a GPU, the time.
#include "lockstep/cuda.hpp"
#include "operands.hpp"
#include "problem.hpp"
#include "register_tile.hpp"
#include "shape.hpp"
#include "stages.hpp"

namespace {

using Tiles = Stages<128, 128, 16, 0, 0, 3, 256>;
constexpr unsigned kPart = 8;                         // rows and columns of a thread
constexpr unsigned kLanesDown = 4, kLanesAcross = 8;  // of a warp
constexpr unsigned kWarpRows = kPart * kLanesDown, kWarpColumns = kPart * kLanesAcross, kWarpsAcross = Tiles::kColumns / kWarpColumns;

__device__ Quad load_quad(const float* from) { return *reinterpret_cast<const Quad*>(from); }

/// Adds what a pair of tiles gives: this thread's rows begin at `a`, kLanesDown apart, its quads at `b`, kLanesAcross quads apart.
__device__ void add_product(const float* a, const float* b, float (&sums)[kPart][kPart]) {
#pragma unroll
  for (unsigned d = 0; d < Tiles::kDepth; d += kQuad) {
    Quad rows[kPart];
#pragma unroll
    for (unsigned i = 0; i < kPart; ++i) rows[i] = load_quad(a + i * kLanesDown * Tiles::kPitchA + d);
#pragma unroll
    for (unsigned e = 0; e < kQuad; ++e) {
      float down[kPart], across[kPart];
#pragma unroll
      for (unsigned i = 0; i < kPart; ++i) down[i] = rows[i].x[e];
#pragma unroll
      for (unsigned j = 0; j < kPart; j += kQuad) {
        const Quad quad = load_quad(b + (d + e) * Tiles::kPitchB + j * kLanesAcross);
        for (unsigned q = 0; q < kQuad; ++q) across[j + q] = quad.x[q];
      }
      add_outer_product(sums, down, across);
    }
  }
}

__global__ void __launch_bounds__(Tiles::kThreads, 2) multiply(const Operands p) {
  extern __shared__ float4 shared[];
  const unsigned lane = lockstep::lane(), warp = lockstep::warp();
  // Lanes 2i and 2i + 1 read the same quad of B, i and i + 2 mostly the same of A: then two phases of a load are one.
  const unsigned top = warp / kWarpsAcross * kWarpRows + lane / (2 * kLanesAcross) * 2 + lane % 2;
  const unsigned left = warp % kWarpsAcross * kWarpColumns + lane / 2 % kLanesAcross * kQuad;
  const auto [row, column] = corner_of_block<Tiles>();
  float sums[kPart][kPart] = {};
  Tiles::for_each(reinterpret_cast<float*>(shared), p, row, column,
                  [&](const float* a, const float* b) { add_product(a + top * Tiles::kPitchA, b + left, sums); });

#pragma unroll
  for (unsigned i = 0; i < kPart; ++i)
#pragma unroll
    for (unsigned j = 0; j < kPart; j += kQuad)
      store_quad(p, row + top + i * kLanesDown, column + left + j * kLanesAcross,
                 {sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]});
}

void run(const Matrices<float>& p, const Launch& launch) {
  launch.refuse_grid();
  require_block(launch, Tiles::kThreads);
  lockstep::check(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, Tiles::kBytes));
  multiply<<<covering_grid<Tiles>(p), Tiles::kThreads, Tiles::kBytes, launch.stream>>>(operands_of(p, launch));
  lockstep::check_launch();
}

using Version = lockstep::Version<MatrixMultiply<float>>;  // of no other type
const Version version{__FILE__, "tiles fetched ahead, 16-byte reads, a tile for each warp", run};

}  // namespace
