/// @file
/// @brief The edges on the CPU: one core, and all of them.
///
/// Look at: `./lockstep run 07 --kernel v0`: the time of the two, for some twenty operations a pixel.
#include <algorithm>

#include "magnitude.hpp"
#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

/// Writes one row of edges, and returns its greatest magnitude.
std::uint32_t edges_of_row(const Sobel::Device& p, std::int64_t y) {
  const std::uint8_t* const middle = p.image + y * p.pitch;
  const std::uint8_t* const upper = y > 0 ? middle - p.pitch : middle;
  const std::uint8_t* const lower = y + 1 < p.height ? middle + p.pitch : middle;
  std::uint32_t maximum = 0;
  for (std::int64_t x = 0; x < p.width; ++x) {
    const std::int64_t l = std::max<std::int64_t>(x - 1, 0), r = std::min(x + 1, p.width - 1);
    const std::uint32_t m = magnitude(upper[l], upper[x], upper[r], middle[l], middle[r], lower[l],
                                      lower[x], lower[r], p.scale);
    p.edges[y * p.pitch + x] = static_cast<std::uint8_t>(std::min(m, kWhite));
    maximum = std::max(maximum, m);
  }
  return maximum;
}

void run(const Sobel::Device& p, const Launch&) {
  std::uint32_t maximum = 0;
  for (std::int64_t y = 0; y < p.height; ++y) maximum = std::max(maximum, edges_of_row(p, y));
  *p.maximum = maximum;
}

void run_openmp(const Sobel::Device& p, const Launch& launch) {
  std::uint32_t maximum = 0;
#pragma omp parallel for num_threads(lockstep::cpu_threads(launch)) reduction(max : maximum)
  for (std::int64_t y = 0; y < p.height; ++y) maximum = std::max(maximum, edges_of_row(p, y));
  *p.maximum = maximum;
}

const Version version{__FILE__, "one core, one row after the other", run};
const Version openmp{__FILE__, "OpenMP: all cores, some rows each", run_openmp, "openmp"};

}  // namespace
