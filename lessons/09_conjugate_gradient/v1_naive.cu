/// @file
/// @brief Give each thread one row of A, and one stretch of the vectors; let the host decide after each sum.
///
/// Change from v0: the product and the sums are the naive kernels of lessons 05 and 04. Two numbers an iteration come back to the host.
/// Look at: `./lockstep run 09 --kernel v1 --profile`: the launches, and how many sectors a load of A touches.
#include "host_loop.hpp"
#include "lockstep/cuda.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks of a sum, if there is work for as many

__global__ void multiply(const ConjugateGradient::Device s, const float* p, float* q) {
  const std::int64_t i = lockstep::global_thread();
  if (i >= s.n) return;  // the last block may have more threads than there are rows left
  float sum = 0;
  for (std::int64_t j = 0; j < s.n; ++j) sum += s.a[i * s.pitch + j] * p[j];  // neighbours read a row apart: 32 sectors
  q[i] = sum;
}

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  const std::int64_t length = (n + lockstep::grid_threads() - 1) / lockstep::grid_threads();
  const std::int64_t first = lockstep::global_thread() * length;
  const std::int64_t last = min(first + length, n);  // the stretches are rounded up: the last ones are shorter, or empty
  float sum = 0;
  for (std::int64_t i = first; i < last; ++i) sum += a[i] * b[i];
  partial[lockstep::global_thread()] = sum;
}

__global__ void add_partials(const float* partial, std::int64_t count, float* sum) {
  float total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += partial[i];
  *sum = total;
}

void run(const ConjugateGradient::Device& s, const Launch& launch) {
  launch.refuse_elements();
  const unsigned block = launch.block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(s.n, block, kGrid));
  const std::int64_t threads = std::int64_t{grid} * block;
  float* partial = launch.scratch<float>(static_cast<std::size_t>(threads));

  iterate_from_host(
      s, launch,
      [&](const float* p, float* q) {
        multiply<<<lockstep::covering_blocks(s.n, block), block, 0, launch.stream>>>(s, p, q);
        lockstep::check_launch();
      },
      [&](const float* a, const float* b, float* sum) {
        dot<<<grid, block, 0, launch.stream>>>(a, b, partial, s.n);
        lockstep::check_launch();
        add_partials<<<1, 1, 0, launch.stream>>>(partial, threads, sum);
        lockstep::check_launch();
      });
}

const Version version{__FILE__, "a thread per row, one thread adds the sums, the host decides", run};

}  // namespace
