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
#include "stages.hpp"

namespace {

constexpr unsigned kRows = 128, kColumns = 128, kDepth = 32, kThreads = 256;  // of a block's tile of C, of a stage, of a block
constexpr unsigned kDown = 4, kAcross = 2;                                    // fragments of a warp
constexpr unsigned kWarpsAcross = kColumns / (kAcross * kSide);
constexpr unsigned kChain = 64;  // steps of k that tensor cores add up by themselves

using CopyA = CopyOfParts<kRows, kDepth, kThreads>;
using CopyB = CopyOfParts<kColumns, kDepth, kThreads>;  // of B turned
using Tiles = Stages<CopyA, CopyB, 3>;

/// @param b  turned
__global__ void __launch_bounds__(kThreads, 1) multiply(const Matrices<float> p, const PartedMatrix a, const PartedMatrix b) {
  extern __shared__ __align__(128) unsigned char memory[];
  Part* const shared = reinterpret_cast<Part*>(memory);
  const unsigned top = lockstep::warp() / kWarpsAcross * kDown * kSide, left = lockstep::warp() % kWarpsAcross * kAcross * kSide;
  const auto [row, column] = corner_of_block(kRows, kColumns);
  unsigned places_a[kPairs], places_b[kPairs];
  FragmentOfA::ask_places(places_a, shared, CopyA::kPitch);
  FragmentOfB::ask_places(places_b, shared, CopyB::kPitch);
  Accumulator sums[kDown * kAcross], chain[kDown * kAcross];
  for (Accumulator& fragment : sums) wmma::fill_fragment(fragment, 0.0F);
  for (Accumulator& fragment : chain) wmma::fill_fragment(fragment, 0.0F);

  Tiles tiles(shared, CopyA(a, row), CopyB(b, column));
  for (std::int64_t l = 0; l < p.k; l += kDepth) {
    tiles.advance();
    tiles.fill();
#pragma unroll
    for (unsigned d = 0; d < kDepth; d += kSide) {
      FragmentOfA rows[kDown];
#pragma unroll
      for (unsigned i = 0; i < kDown; ++i) rows[i].load(tiles.a() + (top + i * kSide) * CopyA::kPitch + d, places_a, CopyA::kPart);
#pragma unroll
      for (unsigned j = 0; j < kAcross; ++j) {
        FragmentOfB columns;
        columns.load(tiles.b() + (left + j * kSide) * CopyB::kPitch + d, places_b, CopyB::kPart);
#pragma unroll
        for (unsigned i = 0; i < kDown; ++i) add_product(chain[i * kAcross + j], rows[i], columns);
      }
    }
    if ((l + kDepth) % kChain != 0 && l + kDepth < p.k) continue;
#pragma unroll
    for (unsigned i = 0; i < kDown * kAcross; ++i) add_and_clear(sums[i], chain[i]);
  }

  __pipeline_wait_prior(0);  // nothing may come any more,
  __syncthreads();           // and nobody read: the tiles' memory becomes the warps' patches
  float* const patch = reinterpret_cast<float*>(memory) + lockstep::warp() * kSide * kPatchPitch;
#pragma unroll
  for (unsigned i = 0; i < kDown * kAcross; ++i)
    store(p, row + top + i / kAcross * kSide, column + left + i % kAcross * kSide, sums[i], patch);
}

void run(const Matrices<float>& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kThreads);
  const PartedMatrix a = in_parts<false>(p.a, p.m, p.k, launch), b = in_parts<true>(p.b, p.n, p.k, launch);
  lockstep::check(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, Tiles::kBytes));
  multiply<<<covering_grid(p, kRows, kColumns), kThreads, Tiles::kBytes, launch.stream>>>(p, a, b);
  lockstep::check_launch();
}

using Version = lockstep::Version<MatrixMultiply<float>>;  // of no other type
const Version version{__FILE__, "tensor cores: six products of 8 bits for one of float", run};

}  // namespace
