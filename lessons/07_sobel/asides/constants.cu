/// @file
/// @brief Find the edges in float, with weights of 2.0F and of 2.0.
///
/// Beside v1, whose sums are whole numbers. `2.0` is a double, so the sum that it stands in is
/// computed in double. C++ has this rule, CUDA keeps it, and no warning tells you.
/// Look at: `nvcc -ptx`. The kernel of 2.0F has no FP64 instruction. The kernel of 2.0 has nine
/// conversions to f64, ten additions, subtractions and fused multiply-adds of f64, and two
/// conversions back, `cvt.rn.f32.f64` (nvcc 13.0). The answer is the same.
#include "lockstep/cuda.hpp"
#include "magnitude.hpp"
#include "maximum.hpp"
#include "maximum_of.hpp"
#include "problem.hpp"
#include "tiles.hpp"

namespace {

/// @tparam Weight  the type of the constant 2: float or double
template <class Weight>
__global__ void sobel(const Sobel::Device p, std::uint32_t* partial) {
  const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t y = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;

  std::uint32_t m = 0;
  if (x < p.width && y < p.height) {  // blocks hang over both edges
    const std::int64_t l = x > 0 ? x - 1 : 0, r = x + 1 < p.width ? x + 1 : x;
    const std::uint8_t* const middle = p.image + y * p.pitch;
    const std::uint8_t* const upper = y > 0 ? middle - p.pitch : middle;
    const std::uint8_t* const lower = y + 1 < p.height ? middle + p.pitch : middle;

    constexpr Weight kTwo{2};
    const auto gx = static_cast<float>(upper[r] + lower[r] + kTwo * middle[r] - kTwo * middle[l] -
                                       upper[l] - lower[l]);
    const auto gy = static_cast<float>(upper[r] + upper[l] + kTwo * upper[x] - kTwo * lower[x] -
                                       lower[l] - lower[r]);
    m = scaled(static_cast<unsigned>(fabsf(gx) + fabsf(gy)), p.scale);  // no sum has a fraction
    p.edges[y * p.pitch + x] = static_cast<std::uint8_t>(min(m, kWhite));
  }
  const std::uint32_t greatest = tree_maximum(m);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[tile_number()] = greatest;
}

template <class Weight>
void run(const Sobel::Device& p, const Launch& launch) {
  launch.refuse_grid();
  const dim3 block = block_of_rows(launch), grid = covering_tiles(p, block.x, block.y);
  auto* partial = launch.scratch<std::uint32_t>(std::size_t{grid.x} * grid.y);

  sobel<Weight><<<grid, block, 0, launch.stream>>>(p, partial);
  lockstep::check_launch();
  maximum_of<<<1, kComparingThreads, 0, launch.stream>>>(partial, std::int64_t{grid.x} * grid.y,
                                                         p.maximum);
  lockstep::check_launch();
}

const Version single{__FILE__, "sums in float, with constants of 2.0F", run<float>, "float"};
const Version twice{__FILE__, "the same with 2.0: sums in double", run<double>, "double"};

}  // namespace
