/// @file
/// @brief What v4 and v5 do alike, a kernel each: fill the panels, factor a diagonal tile, solve the tiles below it.
#pragma once

#include "diagonal_step.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device_limits.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

/// The panels become A. A block for each tile (y, x) of a square.
template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads) fill_panels(const Cholesky::Device p, float* panels) {
  const unsigned i = blockIdx.y, j = blockIdx.x;
  if (j > i) return;  // above the diagonal
  float c[Shape::kRows][Shape::kColumns];
  load_minus<Shape>(c, p, i, j);
  store_panel<Shape>(panel_tile<Shape>(panels, i, j), c, -1);
}

/// One block.
template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads) factor_tile(const Cholesky::Device p, float* panels, unsigned j) {
  extern __shared__ float4 quads[];
  auto& tile = *reinterpret_cast<DiagonalTile<Shape::kSide>*>(quads);
  float c[Shape::kRows][Shape::kColumns];
  load_minus_panel<Shape>(c, panel_tile<Shape>(panels, j, j));
  factor_diagonal<Shape>(p, panels, j, c, tile);
  store_diagonal<Shape>(p, j, tile);
}

/// A block for each tile of column j below the diagonal.
template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads) solve_column(const Cholesky::Device p, float* panels, unsigned j) {
  extern __shared__ float4 quads[];
  const unsigned i = j + 1 + blockIdx.x;
  float c[Shape::kRows][Shape::kColumns];
  solve_tile<Shape>(panels, i, j, c, reinterpret_cast<float*>(quads));
  store_factor<Shape>(p, i, j, c);
}

/// Queues a kernel with `shared_bytes` of dynamic shared memory.
template <class... Parameters, class... Arguments>
void launch_kernel(void (*kernel)(Parameters...), dim3 grid, unsigned block, std::size_t shared_bytes, cudaStream_t stream,
                   const Arguments&... arguments) {
  lockstep::allow_shared_memory(kernel, shared_bytes);
  kernel<<<grid, block, shared_bytes, stream>>>(arguments...);
  lockstep::check_launch();
}
