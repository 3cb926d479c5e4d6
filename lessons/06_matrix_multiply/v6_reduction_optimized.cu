/// @file
/// @brief Cut k into sections, so that there are blocks enough where C is small; a second kernel adds the sections' tiles.
///
/// Change from v4: blockIdx.z says which section of k is a block's. It leaves its sums in memory, and no element of C is done before
/// the second kernel, whose threads add them in a fixed order. The tile is smaller, 64 x 64, so that a small C does not leave much of it
/// empty.
/// Look at: `./lockstep run 06 --kernel v4,v6 --size 128x128x2^12`: how many blocks there are; on a GPU, the time.
#include "block_product.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "sections.hpp"

namespace {

constexpr unsigned kMostRows = 32;  // of threads in a block of add_sections

template <class T>
__global__ void __launch_bounds__(Product<T>::kThreads) multiply(const Matrices<T> p, std::int64_t length, Sum<T>* sections) {
  const std::int64_t first = blockIdx.z * length;
  Sum<T>* const section = sections + blockIdx.z * p.m * p.n;
  Product<T> product(p);
  product.add(first, min(first + length, p.k));  // the last section may be shorter
  product.for_each_sum([&](std::int64_t row, std::int64_t column, Sum<T> sum) { section[row * p.n + column] = sum; });
}

/// Along x, a thread has an element of C; along y, every blockDim.y-th section of it.
template <class T>
__global__ void add_sections(const Sum<T>* sections, unsigned count, std::int64_t elements, T* c) {
  __shared__ Sum<T> sums[kMostRows][32];
  const std::int64_t element = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  Sum<T> sum = 0;
  if (element < elements)  // the last block hangs over
    for (unsigned section = threadIdx.y; section < count; section += blockDim.y) sum += sections[section * elements + element];
  sums[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();  // all rows' sums must be there before the first row reads them
  if (threadIdx.y != 0 || element >= elements) return;
  for (unsigned row = 1; row < blockDim.y; ++row) sum += sums[row][threadIdx.x];
  c[element] = static_cast<T>(sum);
}

template <class T>
void run(const Matrices<T>& p, const Launch& launch) {
  launch.require_block(Product<T>::kThreads);
  const auto [grid, length] = cut_k(p, multiply<T>, launch);
  const std::int64_t elements = p.m * p.n;
  auto* sections = launch.scratch<Sum<T>>(static_cast<std::size_t>(elements * grid.z));

  multiply<T><<<grid, Product<T>::kThreads, 0, launch.stream>>>(p, length, sections);
  lockstep::check_launch();
  const dim3 adders(32, std::min(grid.z, kMostRows));
  add_sections<T><<<lockstep::covering_blocks(elements, 32), adders, 0, launch.stream>>>(sections, grid.z, elements, p.c);
  lockstep::check_launch();
}

const Version version{__FILE__, "k in sections, added by a second kernel", [](const auto& p, const Launch& launch) { run(p, launch); }};

}  // namespace
