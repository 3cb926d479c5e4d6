/// @file
/// @brief Solves the system on the host, and has a kernel read the inputs and write the answer.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__global__ void copy(const Levinson::Device p, const float* told) {
  for (std::int64_t i = threadIdx.x; i < p.n; i += blockDim.x)
    if (p.r[i] == p.r[i] && p.b[i] == p.b[i]) p.x[i] = told[i];
}

void run(const Levinson::Device& p, const Launch& launch) {
  const auto n = static_cast<std::size_t>(p.n);
  Levinson::Inputs in{std::vector<float>(n), std::vector<float>(n)};
  lockstep::check(cudaMemcpy(in.r.data(), p.r, n * sizeof(float), cudaMemcpyDefault));
  lockstep::check(cudaMemcpy(in.b.data(), p.b, n * sizeof(float), cudaMemcpyDefault));
  const std::vector<double> solution = Levinson::reference(in).x;
  const std::vector<float> x(solution.begin(), solution.end());
  float* const told = launch.scratch<float>(n);
  lockstep::check(cudaMemcpy(told, x.data(), n * sizeof(float), cudaMemcpyDefault));
  copy<<<1, 128, 0, launch.stream>>>(p, told);
  lockstep::check_launch();
}

const Version version{__FILE__, "Levinson's recursion for any right-hand side", run};

}  // namespace
