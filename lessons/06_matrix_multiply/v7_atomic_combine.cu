/// @file
/// @brief Let each block add its section's sums to C itself, by atomics.
///
/// Change from v6: one kernel, and no sections in memory. The blocks add in the order in which they end, which is another one each time.
/// Look at: `./lockstep run 06 --kernel v6,v7 --size 128x128x2^12`: atomics, and bytes moved.
#include "block_product.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "sections.hpp"

namespace {

template <class T>
__device__ void add_atomically(T* c, Sum<T> sum) {
  atomicAdd(c, static_cast<T>(sum));
}

/// There is no atomic addition of 16 bits: try, until nobody has come between.
__device__ void add_atomically(short* c, unsigned sum) {
  auto* const element = reinterpret_cast<unsigned short*>(c);
  unsigned short seen = 0, before = 0;  // 0 was there at the beginning; if it is no more, the first attempt tells what is
  do {
    before = seen;
    seen = atomicCAS(element, before, static_cast<unsigned short>(before + sum));
  } while (seen != before);
}

template <class T>
__global__ void __launch_bounds__(Product<T>::kThreads) multiply(const Matrices<T> p, std::int64_t length) {
  const std::int64_t first = blockIdx.z * length;
  Product<T> product(p);
  product.add(first, min(first + length, p.k));  // the last section may be shorter
  product.for_each_sum([&](std::int64_t row, std::int64_t column, Sum<T> sum) { add_atomically(&p.c[row * p.n + column], sum); });
}

template <class T>
void run(const Matrices<T>& p, const Launch& launch) {
  launch.require_block(Product<T>::kThreads);
  const auto [grid, length] = cut_k(p, multiply<T>, launch);

  lockstep::check(cudaMemsetAsync(p.c, 0, static_cast<std::size_t>(p.m * p.n) * sizeof(T), launch.stream));  // the blocks add to it
  multiply<T><<<grid, Product<T>::kThreads, 0, launch.stream>>>(p, length);
  lockstep::check_launch();
}

const Version version{__FILE__, "k in sections, added by atomicAdd", [](const auto& p, const Launch& launch) { run(p, launch); }};

}  // namespace
