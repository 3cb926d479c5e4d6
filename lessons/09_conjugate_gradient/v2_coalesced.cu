/// @file
/// @brief Let neighbours read neighbours: the column of A in place of its row, and the vectors in strides.
///
/// Change from v1: a[j][i] in place of a[i][j], and a grid-stride loop in the sums.
/// Look at: `./lockstep run 09 --kernel v1,v2`: the sectors a load.
#include "host_loop.hpp"
#include "lockstep/cuda.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kGrid = 240;   // blocks of a sum, if there is work for as many

__global__ void multiply(const ConjugateGradient::Device s, const float* p, float* q) {
  const std::int64_t i = lockstep::global_thread();
  if (i >= s.n) return;  // the last block may have more threads than there are rows left
  float sum = 0;
  for (std::int64_t j = 0; j < s.n; ++j) sum += s.a[j * s.pitch + i] * p[j];  // neighbours read neighbours: 4 sectors
  q[i] = sum;
}

__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  float sum = 0;
  for (std::int64_t i = lockstep::global_thread(); i < n; i += lockstep::grid_threads()) sum += a[i] * b[i];
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

const Version version{__FILE__, "A by columns, the vectors in strides", run};

}  // namespace
