/// @file
/// @brief Solves the system on the host.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

std::vector<float> fetched(const float* from, std::int64_t count, cudaStream_t stream) {
  std::vector<float> to(static_cast<std::size_t>(count));
  lockstep::check(cudaMemcpyAsync(to.data(), from, to.size() * sizeof(float), cudaMemcpyDefault, stream));
  lockstep::check(cudaStreamSynchronize(stream));
  return to;
}

void run(const Levinson::Device& p, const Launch& launch) {
  const Levinson::Inputs in{fetched(p.r, p.n, launch.stream), fetched(p.b, p.n, launch.stream)};
  const std::vector<double> solution = Levinson::reference(in).x;
  const std::vector<float> x(solution.begin(), solution.end());
  lockstep::check(cudaMemcpyAsync(p.x, x.data(), x.size() * sizeof(float), cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
}

const Version version{__FILE__, "Levinson's recursion for any right-hand side", run};

}  // namespace
