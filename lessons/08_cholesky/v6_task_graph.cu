/// @file
/// @brief Make each tile of L a task of one persistent kernel, which begins as soon as the tiles that it needs are finished.
///
/// Change from v5: one launch. A block takes a tile, adds up all that is subtracted from it in registers, and waits, for no more than
/// the tiles that it is about to read. So the next diagonal tile is ready long before the last tiles of its column: look-ahead.
/// Look at: `./lockstep run 08 --kernel v4,v5,v6 --size 2048`: the time on a GPU; and `--profile`: one launch.
#include <algorithm>

#include "diagonal_step.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "progress.hpp"

namespace {

template <class Shape>
__device__ void compute_tile(const Cholesky::Device& p, float* panels, unsigned* done, unsigned i, unsigned j, float* shared) {
  float c[Shape::kRows][Shape::kColumns];
  load_minus<Shape>(c, p, i, j);
  for (unsigned k = 0, end = 0; k < j; k = end) {  // all tiles to the left that are there already, in one go
    end = min(wait_for(done, i, j, k + 1), j);
    add_product<Shape>(c, panel_tile<Shape>(panels, i, k), panel_tile<Shape>(panels, j, k), (end - k) * Shape::kSide, shared);
  }
  if (i == j) {
    auto& tile = *reinterpret_cast<DiagonalTile<Shape::kSide>*>(shared);
    factor_diagonal<Shape>(p, panels, j, c, tile);
    publish(done, j, j + 1);
    return store_diagonal<Shape>(p, j, tile);
  }
  store_panel<Shape>(panel_tile<Shape>(panels, i, j), c, -1);
  wait_for(done, j, j, j + 1);  // for the inverse. Its barrier also says that all threads have stored
  solve_tile<Shape>(panels, i, j, c, shared);
  publish(done, i, j + 1);
  store_factor<Shape>(p, i, j, c);
}

/// Tasks are taken column by column, but the next diagonal tile as the third of a column. A task needs none that comes after it, so the
/// oldest one that is not finished never waits: whatever the number of blocks, there is no deadlock.
template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks)
    factorize(const Cholesky::Device p, float* panels, Progress progress, unsigned tiles) {
  extern __shared__ float4 quads[];
  auto* const shared = reinterpret_cast<float*>(quads);
  unsigned j = 0, first = 1;  // the column whose tiles are being taken, and its first task
  for (unsigned task = take_task(progress.next); task < tiles * (tiles + 1) / 2; task = take_task(progress.next)) {
    while (task >= first + tiles - j) first += tiles - j, ++j;
    const unsigned place = task - first;  // in the column: 0 for (j + 1, j), 1 for (j + 1, j + 1), then (j + 2, j) and so on
    const unsigned i = task == 0 ? 0 : place == 0 ? j + 1 : j + place;
    compute_tile<Shape>(p, panels, progress.done, i, task == 0 || place == 1 ? i : j, shared);
  }
}

/// A block multiplies panels and factors diagonal tiles, though not at the same time.
template <class Shape>
constexpr std::size_t kSharedBytes = std::max(kProductBytes<Shape>, sizeof(DiagonalTile<Shape::kSide>));

constexpr std::int64_t kAlone = 6144;  // below this n, one block a multiprocessor: who makes the next diagonal tile has it to itself

void run(const Cholesky::Device& p, const Launch& launch) {
  with_tile_shape(p.n, launch, [&]<class Shape>(Shape) {
    const auto kernel = factorize<Shape>;
    const auto tiles = static_cast<unsigned>(lockstep::ceil_div<std::int64_t>(p.n, Shape::kSide));
    float* const panels = launch.scratch<float>(panel_elements<Shape>(tiles));
    unsigned* const counts = launch.scratch<unsigned>(tiles + 1);

    lockstep::allow_shared_memory(kernel, kSharedBytes<Shape>);
    const unsigned wave = lockstep::one_wave(kernel, Shape::kThreads, kSharedBytes<Shape>);
    const unsigned most = std::max(1U, p.n < kAlone ? wave / Shape::kBlocks : wave);
    const unsigned grid = launch.grid_or(std::min(most, tiles * (tiles + 1) / 2));
    lockstep::check(cudaMemsetAsync(counts, 0, (tiles + 1) * sizeof(unsigned), launch.stream));
    kernel<<<grid, Shape::kThreads, kSharedBytes<Shape>, launch.stream>>>(p, panels, Progress{counts, counts + 1}, tiles);
    lockstep::check_launch();
  });
}

const Version version{__FILE__, "one persistent kernel: tiles as tasks, each begins when what it needs is there", run};

}  // namespace
