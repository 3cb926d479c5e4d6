/// @file
/// @brief Let each thread have 8 × 8 sums in its registers, so that a number from shared memory serves eight products.
///
/// Change from v3: a block of 256 threads takes 128 × 128 elements of C, and a thread 64 of them, 16 rows and 16 columns apart. For 64
/// products it reads 8 numbers of A and 8 of B, where v3 reads two for each.
/// Look at: `./lockstep run 06 --kernel v3,v4`: *wavefronts* of shared memory.
#include "block_product.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

template <class T>
using Product = BlockProduct<T, 128>;

template <class T>
constexpr unsigned kBlocks = sizeof(T) < 8 ? 2 : 1;  // that a multiprocessor is to have registers for: 64 doubles take 128 of them

template <class T>
__global__ void __launch_bounds__(Product<T>::kThreads, kBlocks<T>) multiply(const Matrices<T> p) {
  Product<T> product(p);
  product.add(0, p.k);
  product.for_each_sum([&](std::int64_t row, std::int64_t column, Sum<T> sum) { p.c[row * p.n + column] = static_cast<T>(sum); });
}

template <class T>
void run(const Matrices<T>& p, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(Product<T>::kThreads);
  const dim3 grid{lockstep::covering_blocks(p.n, Product<T>::kSide),
                  lockstep::covering_blocks(p.m, Product<T>::kSide, lockstep::kMostBlocksYZ)};
  multiply<T><<<grid, Product<T>::kThreads, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "8 x 8 sums in each thread's registers", [](const auto& p, const Launch& launch) { run(p, launch); }};

}  // namespace
