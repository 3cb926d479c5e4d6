/// @file
/// @brief Let tensor cores multiply. Their numbers have 8 bits; so each float becomes three of them, and a product six.
///
/// Change from v5: a warp multiplies 16 × 16 elements of A by as many of B in one instruction, of matrices in three parts, which another
/// kernel has made before (parts.hpp). The error is not larger than that of float arithmetic.
/// Look at: `./lockstep run 06 --kernel v5,v8`: *error*; on a GPU, the time.
#include "lockstep/cuda.hpp"
#include "part_copy.hpp"
#include "part_fragments.hpp"
#include "parts.hpp"
#include "problem.hpp"
#include "shape.hpp"
#include "stages.hpp"

namespace {

constexpr unsigned kRows = 128, kColumns = 128, kDepth = kSide, kThreads = 128;  // of a block's tile of C, of a stage, of a block
constexpr unsigned kDown = 4, kAcross = 4;                                       // fragments of a warp
constexpr unsigned kWarpsAcross = kColumns / (kAcross * kSide);

using CopyA = CopyOfParts<kRows, kDepth, kThreads>;
using CopyB = CopyOfParts<kColumns, kDepth, kThreads>;  // of B turned
using Tiles = Stages<CopyA, CopyB, 3>;

/// @param b  turned
__global__ void __launch_bounds__(kThreads, 2) multiply(const Matrices<float> p, const PartedMatrix a, const PartedMatrix b) {
  extern __shared__ __align__(128) unsigned char shared[];
  const unsigned top = lockstep::warp() / kWarpsAcross * kDown * kSide, left = lockstep::warp() % kWarpsAcross * kAcross * kSide;
  const auto [row, column] = corner_of_block(kRows, kColumns);
  Accumulator sums[kDown][kAcross];
#pragma unroll
  for (unsigned i = 0; i < kDown * kAcross; ++i) wmma::fill_fragment(sums[i / kAcross][i % kAcross], 0.0F);

  Tiles tiles(reinterpret_cast<Part*>(shared), CopyA(a, row), CopyB(b, column));
  for (std::int64_t l = 0; l < p.k; l += kDepth) {
    tiles.advance();
    tiles.fill();
    FragmentOfA rows[kDown];
#pragma unroll
    for (unsigned i = 0; i < kDown; ++i) rows[i].load(tiles.a() + (top + i * kSide) * CopyA::kPitch, CopyA::kPitch, CopyA::kPart);
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) {
      FragmentOfB columns;
      columns.load(tiles.b() + (left + j * kSide) * CopyB::kPitch, CopyB::kPitch, CopyB::kPart);
#pragma unroll
      for (unsigned i = 0; i < kDown; ++i) add_product(sums[i][j], rows[i], columns);
    }
  }

  __pipeline_wait_prior(0);  // nothing may come any more,
  __syncthreads();           // and nobody read: the tiles' memory becomes the warps' patches
  float* const patch = reinterpret_cast<float*>(shared) + lockstep::warp() * kSide * kPatchPitch;
#pragma unroll
  for (unsigned i = 0; i < kDown; ++i)
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) store(p, row + top + i * kSide, column + left + j * kSide, sums[i][j], patch);
}

void run(const Matrices<float>& p, const Launch& launch) {
  launch.refuse_grid();
  require_block(launch, kThreads);
  const PartedMatrix a = in_parts<false>(p.a, p.m, p.k, launch), b = in_parts<true>(p.b, p.n, p.k, launch);
  lockstep::check(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, Tiles::kBytes));
  multiply<<<covering_grid(p, kRows, kColumns), kThreads, Tiles::kBytes, launch.stream>>>(p, a, b);
  lockstep::check_launch();
}

using Version = lockstep::Version<MatrixMultiply<float>>;  // of no other type
const Version version{__FILE__, "tensor cores: six products of 8 bits for one of float", run};

}  // namespace
