/// @file
/// @brief Let tensor cores multiply, three times as often as once, so that floats lose nothing.
///
/// Change from v5: a tensor core multiplies a 16 × 8 by an 8 × 16 tile at a time, for a whole warp, but in TF32, whose numbers have 11 bits
/// in place of 24. So each number becomes the sum of two (split_fragment.hpp), and a product three. Tensor cores also cut off where
/// they add, always towards zero; along k that would add up. So a sum of eight products leaves them and is added as a float, which rounds
/// to nearest (Ootomo and Yokota, Int. J. High Perform. Comput. Appl. 36, 2022). Look at: `./lockstep run 06 --kernel v5,v8`: *error*; on a
/// GPU, the time.
#include "lockstep/cuda.hpp"
#include "operands.hpp"
#include "problem.hpp"
#include "shape.hpp"
#include "split_fragment.hpp"
#include "stages.hpp"

namespace {

using Tiles = Stages<128, 128, 16, 4, 8, 3, 256>;  // the padding keeps a fragment's elements in different banks
constexpr unsigned kSide = 16;                     // of a fragment of C
constexpr unsigned kDown = 4, kAcross = 2;         // fragments of a warp
constexpr unsigned kWarpsAcross = Tiles::kColumns / (kAcross * kSide);
constexpr unsigned kPatchPitch = kSide + kQuad;

/// Adds what a pair of tiles gives; this warp's rows begin at `a`, its columns at `b`.
__device__ void add_product(const float* a, const float* b, FragmentOfC (&sums)[kDown][kAcross]) {
#pragma unroll
  for (unsigned d = 0; d < Tiles::kDepth; d += 8) {
    Split<FragmentOfA> rows[kDown];
#pragma unroll
    for (unsigned i = 0; i < kDown; ++i) rows[i].load(a + i * kSide * Tiles::kPitchA + d, Tiles::kPitchA);
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) {
      Split<FragmentOfB> columns;
      columns.load(b + d * Tiles::kPitchB + j * kSide, Tiles::kPitchB);
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

/// Stores a fragment, by way of shared memory: only there it is known which element is where.
__device__ void store(const Operands& p, std::int64_t row, std::int64_t column, const FragmentOfC& sums, float* patch) {
  wmma::store_matrix_sync(patch, sums, kPatchPitch, wmma::mem_row_major);
  __syncwarp();  // a lane reads what others have written
  const unsigned left = lockstep::lane() % 4 * kQuad;
  for (unsigned top = lockstep::lane() / 4; top < kSide; top += 8)
    store_quad(p, row + top, column + left, *reinterpret_cast<const Quad*>(patch + top * kPatchPitch + left));
  __syncwarp();  // before the next fragment comes there
}

__global__ void __launch_bounds__(Tiles::kThreads, 2) multiply(const Operands p) {
  extern __shared__ float4 memory[];
  float* const shared = reinterpret_cast<float*>(memory);
  const unsigned top = lockstep::warp() / kWarpsAcross * kDown * kSide, left = lockstep::warp() % kWarpsAcross * kAcross * kSide;
  const auto [row, column] = corner_of_block<Tiles>();
  FragmentOfC sums[kDown][kAcross];
  for (auto& fragments : sums)
    for (auto& fragment : fragments) wmma::fill_fragment(fragment, 0.0F);
  Tiles::for_each(shared, p, row, column, [&](const float* a, const float* b) { add_product(a + top * Tiles::kPitchA, b + left, sums); });

  __syncthreads();  // all are done with the last tiles: their memory becomes the warps' patches
  float* const patch = shared + lockstep::warp() * kSide * kPatchPitch;
#pragma unroll
  for (unsigned i = 0; i < kDown; ++i)
#pragma unroll
    for (unsigned j = 0; j < kAcross; ++j) store(p, row + top + i * kSide, column + left + j * kSide, sums[i][j], patch);
}

void run(const Matrices<float>& p, const Launch& launch) {
  launch.refuse_grid();
  require_block(launch, Tiles::kThreads);
  lockstep::check(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, Tiles::kBytes));
  multiply<<<covering_grid<Tiles>(p), Tiles::kThreads, Tiles::kBytes, launch.stream>>>(operands_of(p, launch));
  lockstep::check_launch();
}

using Version = lockstep::Version<MatrixMultiply<float>>;  // of no other type
const Version version{__FILE__, "tensor cores: three products of TF32 for one of float", run};

}  // namespace
