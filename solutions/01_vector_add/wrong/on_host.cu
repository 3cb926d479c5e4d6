/// @file
/// @brief Copies the vectors to the host and computes there.
///
/// Rejected by: part1
#include <vector>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

void run(const Combination::Device& p, const Launch& launch) {
  const auto n = static_cast<std::size_t>(p.n);
  std::vector<float> x(n), y(n), z(n);
  lockstep::check(
      cudaMemcpyAsync(x.data(), p.x, n * sizeof(float), cudaMemcpyDefault, launch.stream));
  lockstep::check(
      cudaMemcpyAsync(y.data(), p.y, n * sizeof(float), cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  double norm = 0;
  for (std::size_t i = 0; i < n; ++i) {
    z[i] = p.alpha * x[i] + p.beta * y[i];
    norm += double{z[i]} * double{z[i]};
  }
  lockstep::check(
      cudaMemcpyAsync(p.z, z.data(), n * sizeof(float), cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaMemcpyAsync(p.norm, &norm, sizeof norm, cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
}

const Version version{__FILE__, "a combination of two vectors, and its norm", run};

}  // namespace
