/// @file
/// @brief Read twelve times for a pixel: both sums read each pixel where their formulas name it.
///
/// Beside v1, which has the same formulas: there the compiler merges equal reads, and eight are
/// left. Here `volatile` forbids that, and in eight_reads, too, for a fair comparison.
/// Look at: `./lockstep run 07 --kernel twelve_reads,eight_reads --lines`: the requests of loads.
#include "lockstep/cuda.hpp"
#include "magnitude.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "tiles.hpp"

namespace {

__global__ void sobel(const Sobel::Device p, std::uint32_t* partial) {
  const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t y = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;

  std::uint32_t m = 0;
  if (x < p.width && y < p.height) {  // blocks hang over both edges
    const std::int64_t l = x > 0 ? x - 1 : 0, r = x + 1 < p.width ? x + 1 : x;
    const volatile std::uint8_t* const middle = p.image + y * p.pitch;
    const volatile std::uint8_t* const upper = y > 0 ? middle - p.pitch : middle;
    const volatile std::uint8_t* const lower = y + 1 < p.height ? middle + p.pitch : middle;

    const int gx = upper[r] + 2 * middle[r] + lower[r] - upper[l] - 2 * middle[l] - lower[l];
    const int gy = upper[l] + 2 * upper[x] + upper[r] - lower[l] - 2 * lower[x] - lower[r];
    m = scaled(static_cast<unsigned>(abs(gx) + abs(gy)), p.scale);
    p.edges[y * p.pitch + x] = static_cast<std::uint8_t>(min(m, kWhite));
  }
  const std::uint32_t greatest = tree_maximum(m);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = greatest;
}

void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const dim3 block = block_of_rows(launch), grid = covering_tiles(p, block.x, block.y);
  auto* partial = launch.scratch<std::uint32_t>(std::size_t{grid.x} * grid.y);

  sobel<<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y,
                                                         p.maximum);
  lockstep::check_launch();
}

const Version version{__FILE__, "a thread a pixel, twelve volatile reads", run};

}  // namespace
