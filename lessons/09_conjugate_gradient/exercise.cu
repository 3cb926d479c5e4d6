/// @file
/// @brief Exercise 09: conjugate gradients for a badly scaled A, with the diagonal of A as the preconditioner (Jacobi).
///
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on each other:
/// part1 round sizes, in as few iterations as the preconditioner makes it, part2 every size, part3 every outcome: no convergence and
/// breakdowns are reported, part4 no hazards, part5 coalesced, part6 few atomics and launches, and on a GPU part7: faster than cuBLAS.
/// Look at: `./lockstep check 09`, and `./lockstep run 09 --exercise --lines` for the counters beside your lines. exercise.hpp has
/// the iterations, step by step.
#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads
constexpr unsigned kWarps = kBlock / 32;

/// d = the diagonal of A, x = 0, r = b, p = z. Adds rᵀz to *rho. A thread has an element of the vectors.
__global__ void begin(const Jacobi::Device s, float* d, float* r, float* p, float* rho) {
  // TODO(part1): where is element (i, i) of A?
}

/// q = Ap. Adds pᵀq to *curvature. A block has kWarps rows of A.
__global__ void multiply(const Jacobi::Device s, const float* p, float* q, float* curvature) {
  // TODO(part1): a row for each warp, or for each of the first threads.
  // TODO(part5): which elements of A do neighbours read together?
}

/// x += α p, r −= α q. Adds rᵀz to *rho.
__global__ void update(const Jacobi::Device s, const float* d, const float* p, const float* q, float* r, float alpha, float* rho) {
  // TODO(part1): z = r / d need not be kept.
  // TODO(part4): how do all blocks add to one number?
}

/// p = z + β p
__global__ void turn(const Jacobi::Device s, const float* d, const float* r, float* p, float beta) {
  // TODO(part1)
}

void run(const Jacobi::Device& s, const Launch& launch) {
  launch.refuse_grid();
  launch.require_block(kBlock);
  const unsigned rows = lockstep::covering_blocks(s.n, kWarps), elements = lockstep::covering_blocks(s.n, kBlock);  // blocks
  const auto n = static_cast<std::size_t>(s.n);
  float *d = launch.scratch<float>(n), *r = launch.scratch<float>(n), *p = launch.scratch<float>(n), *q = launch.scratch<float>(n);
  float* const sum = launch.scratch<float>(1);
  const auto clear = [&] { lockstep::check(cudaMemsetAsync(sum, 0, sizeof(float), launch.stream)); };

  clear();
  begin<<<elements, kBlock, 0, launch.stream>>>(s, d, r, p, sum);
  lockstep::check_launch();
  float rho = lockstep::fetch(sum, launch.stream);
  std::int32_t done = 0;  // iterations
  End end = End::running;
  // TODO(part1): the iterations, up to End::converged. A sum begins with clear(), and comes to the host with fetch().
  // TODO(part3): after which other numbers may it be time to stop? Which End is it then?

  const std::int32_t outcome[] = {done, static_cast<std::int32_t>(end)};
  lockstep::check(cudaMemcpyAsync(s.outcome, outcome, sizeof outcome, cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));  // the copy's source ends with this function
}

const Version version{__FILE__, "conjugate gradients, preconditioned by the diagonal", run};

}  // namespace
