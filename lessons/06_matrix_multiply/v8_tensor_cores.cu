/// @file
/// @brief Let tensor cores multiply. Their numbers have 11 bits; so each float becomes two of them, and a product three.
///
/// Change from v5: a warp multiplies 16 × 8 elements of A by 8 × 8 of B in one instruction, and does that three times, with parts of the
/// numbers, which it splits after it has read them. The error is not larger than that of float arithmetic.
/// Look at: `./lockstep run 06 --kernel v5,v8`: *error*; on a GPU, the time.
#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"
#include "problem.hpp"
#include "split_product.hpp"
#include "stages.hpp"
#include "tile_copy.hpp"

namespace {

constexpr unsigned kRows = 128, kColumns = 64, kDepth = 32, kThreads = 128;  // of a block's tile of C, of a stage, of a block
constexpr unsigned kWarpsAcross = kColumns / kWarpColumns;
constexpr unsigned kBlocks = 2;  // on a multiprocessor: while the one waits at its barrier, the other multiplies

// Steps of k that tensor cores add up by themselves. Where k is small they are few, because what is cut off is not yet lost among others.
constexpr unsigned kLong = 32, kShort = 8, kSmallK = 128;

using CopyA = CopyOfA<kRows, kDepth, kThreads, 8>;     // four rows of A, eight steps each, and
using CopyB = CopyOfB<kDepth, kColumns, kThreads, 4>;  // every other of eight rows of B then lie in different banks
constexpr unsigned kPitchA = CopyA::kPitch, kPitchB = CopyB::kPitch;
using Tiles = Stages<CopyA, CopyB, 3>;

template <unsigned kChain>
__global__ void __launch_bounds__(kThreads, kBlocks) multiply(const Matrices<float> p) {
  extern __shared__ float4 shared[];
  const unsigned top = lockstep::warp() / kWarpsAcross * kWarpRows, left = lockstep::warp() % kWarpsAcross * kWarpColumns;
  const unsigned in_a = top * kPitchA + Numbers::place_in_a(kPitchA), in_b = left + Numbers::place_in_b(kPitchB);
  const auto [row, column] = corner_of_block(kRows, kColumns);

  Tiles tiles(reinterpret_cast<float*>(shared), CopyA(p, row), CopyB(p, column));
  const auto numbers = [&](unsigned d) { return Numbers(tiles.a() + in_a + d, kPitchA, tiles.b() + in_b + d * kPitchB, kPitchB); };
  tiles.advance();
  Numbers next = numbers(0);
  Products sums = {};
  for (std::int64_t l = 0; l < p.k; l += kDepth) {
#pragma unroll 1  // short chains side by side would need more registers than there are
    for (unsigned first = 0; first < kDepth; first += kChain) {
      Products chain = {};
#pragma unroll
      for (unsigned d = first; d < first + kChain; d += kSteps) {
        const Numbers now = next;
        if (d + kSteps == kDepth) tiles.advance();  // the last numbers of this stage are read
        next = numbers((d + kSteps) % kDepth);
        if (d == 0) tiles.fill();
        add_product(chain, now);
      }
      add_chain(sums, chain);
    }
  }
  store(p, row + top, column + left, sums);
}

void run(const Matrices<float>& p, const Launch& launch) {
  lockstep::require_capability(8, "tensor cores for TF32");
  launch.refuse_grid();
  launch.require_block(kThreads);
  Matrices<float> quads = p;
  quads.a = in_whole_quads(p.a, p.m, p.k, launch);
  quads.b = in_whole_quads(p.b, p.k, p.n, launch);
  const auto kernel = p.k > kSmallK ? multiply<kLong> : multiply<kShort>;
  lockstep::allow_shared_memory(kernel, Tiles::kBytes);
  kernel<<<covering_grid(p, kRows, kColumns), kThreads, Tiles::kBytes, launch.stream>>>(quads);
  lockstep::check_launch();
}

using Version = lockstep::Version<MatrixMultiply<float>>;  // of no other type
const Version version{__FILE__, "tensor cores: three products of 11 bits for one of float", run};

}  // namespace
