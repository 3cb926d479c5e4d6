/// @file
/// @brief Let tensor cores multiply, three times as often as once, so that floats lose nothing.
///
/// Change from v5: tensor cores multiply TF32, whose numbers have 11 bits: each number becomes two (split_fragment.hpp), a product three.
/// They cut off where they add: so a sum of eight products leaves them, and is added as a float (Ootomo and Yokota, 2022).
/// Look at: `./lockstep run 06 --kernel v5,v8`: *error*; on a GPU, the time.
#include "lockstep/cuda.hpp"
#include "operands.hpp"
#include "problem.hpp"
#include "shape.hpp"
#include "split_fragment.hpp"
#include "stages.hpp"
#include "tile_copy.hpp"

namespace {

constexpr unsigned kRows = 128, kColumns = 128, kDepth = 16, kThreads = 128;  // of a block's tile of C, of a stage, of a block
using CopyA = TurnedCopyOfA<kRows, kDepth, kThreads>;
using CopyB = CopyOfB<kDepth, kColumns, kThreads>;
using Tiles = Stages<CopyA, CopyB, 3>;
constexpr unsigned kDown = 4, kAcross = 4;  // fragments of a warp
constexpr unsigned kWarpsAcross = kColumns / (kAcross * kSide);

/// Adds what a pair of tiles gives; this warp's rows begin at `a`, its columns at `b`.
__device__ void add_product(const float* a, const float* b, FragmentOfC (&sums)[kDown][kAcross]) {
#pragma unroll
  for (unsigned d = 0; d < kDepth; d += 8) {
    Split<FragmentOfA> rows[kDown];
#pragma unroll
    for (unsigned i = 0; i < kDown; ++i) rows[i].load(a + d * CopyA::kPitch + i * kSide, CopyA::kPitch);
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) {
      Split<FragmentOfB> columns;
      columns.load(b + d * CopyB::kPitch + j * kSide, CopyB::kPitch);
#pragma unroll
      for (unsigned i = 0; i < kDown; ++i) {
        FragmentOfC product;
        multiply_split(product, rows[i], columns);
#pragma unroll
        for (unsigned e = 0; e < product.num_elements; ++e) sums[i][j].x[e] += product.x[e];
      }
    }
  }
}

__global__ void __launch_bounds__(kThreads, 2) multiply(const Operands p) {
  extern __shared__ float4 memory[];
  float* const shared = reinterpret_cast<float*>(memory);
  const unsigned top = lockstep::warp() / kWarpsAcross * kDown * kSide, left = lockstep::warp() % kWarpsAcross * kAcross * kSide;
  const auto [row, column] = corner_of_block(kRows, kColumns);
  FragmentOfC sums[kDown][kAcross];
  for (unsigned i = 0; i < kDown * kAcross; ++i) wmma::fill_fragment(sums[i / kAcross][i % kAcross], 0.0F);
  Tiles tiles(shared, CopyA(p, row), CopyB(p, column));
  for (std::int64_t l = 0; l < p.k; l += kDepth) {
    tiles.advance();
    tiles.fill();
    add_product(tiles.a() + top, tiles.b() + left, sums);
  }

  __pipeline_wait_prior(0);
  __syncthreads();  // all are done with the last tiles: their memory becomes the warps' patches
  float* const patch = shared + lockstep::warp() * kSide * kPatchPitch;
#pragma unroll
  for (unsigned i = 0; i < kDown; ++i)
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) store(p, row + top + i * kSide, column + left + j * kSide, sums[i][j], patch);
}

void run(const Matrices<float>& p, const Launch& launch) {
  launch.refuse_grid();
  require_block(launch, kThreads);
  lockstep::check(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, Tiles::kBytes));
  multiply<<<covering_grid(p, kRows, kColumns), kThreads, Tiles::kBytes, launch.stream>>>(operands_of(p, launch));
  lockstep::check_launch();
}

using Version = lockstep::Version<MatrixMultiply<float>>;  // of no other type
const Version version{__FILE__, "tensor cores: three products of TF32 for one of float", run};

}  // namespace
