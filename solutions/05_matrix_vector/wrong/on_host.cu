/// @file
/// @brief Copies everything to the host and multiplies there.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

void run(const TransposedProduct::Device& p, const Launch& launch) {
  const auto pitch = static_cast<std::size_t>(p.pitch), rows = static_cast<std::size_t>(p.rows);
  std::vector<float> a(rows * pitch), x(rows), y(static_cast<std::size_t>(p.columns));
  lockstep::check(cudaMemcpyAsync(a.data(), p.a, a.size() * sizeof(float), cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaMemcpyAsync(x.data(), p.x, x.size() * sizeof(float), cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < y.size(); ++j) y[j] += a[i * pitch + j] * x[i];
  lockstep::check(cudaMemcpyAsync(p.y, y.data(), y.size() * sizeof(float), cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
