/// @file
/// @brief Keep four 16-byte loads of A in flight: a lane loads four quads before it uses the first.
///
/// Change from v6: the loop takes four quads at a time: first all loads, then all products.
/// Look at: `./lockstep step 05 --kernel v7 --size 512`: four loads, then four products.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/device/quad.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads: 8 rows
constexpr int kLoads = 4;         // 16-byte loads of A that a lane has in flight

__global__ void multiply(const float* __restrict__ a, std::int64_t pitch,
                         const float* __restrict__ x, float* __restrict__ y, std::int64_t n) {
  const std::int64_t i = lockstep::global_thread() / 32;
  if (i >= n) return;  // a warp leaves as a whole or not at all: the shuffles have all their lanes
  // Both begin at 16-byte boundaries: the row because of the pitch, x because of cudaMalloc.
  const auto* row4 = reinterpret_cast<const float4*>(a + i * pitch);
  const auto* x4 = reinterpret_cast<const float4*>(x);
  const std::int64_t quads = n / 4;
  float sum = 0;
  std::int64_t j = lockstep::lane();
  for (; j + (kLoads - 1) * 32 < quads; j += kLoads * 32) {
    float4 elements[kLoads];
    for (int k = 0; k < kLoads; ++k) elements[k] = row4[j + k * 32];
    for (int k = 0; k < kLoads; ++k) sum += lockstep::dot4(elements[k], x4[j + k * 32]);
  }
  for (; j < quads; j += 32) sum += lockstep::dot4(row4[j], x4[j]);  // fewer than kLoads are left
  const std::int64_t tail = 4 * quads + lockstep::lane();  // n % 4 elements for the first lanes
  if (tail < n) sum += a[i * pitch + tail] * x[tail];
  sum = lockstep::warp_sum(sum);
  if (lockstep::lane() == 0) y[i] = sum;
}

void run(const MatrixVector::Device& p, const Launch& launch) {
  launch.refuse_grid();
  launch.refuse_elements();
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = lockstep::covering_blocks(p.n, block / 32);

  multiply<<<grid, block, 0, launch.stream>>>(p.a, p.pitch, p.x, p.y, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, Stage::reduction_optimized, "four 16-byte loads of A in flight",
                      run};

}  // namespace
