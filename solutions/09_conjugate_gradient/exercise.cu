/// @file
/// @brief Exercise 09, solved: conjugate gradients for a badly scaled A, with the diagonal of A as the preconditioner (Jacobi).
///
/// z is made where it is used, from r and d: keeping it would mean one more vector to write and to read. The diagonal lies pitch + 1
/// elements apart in A; so it is read once, in begin().
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
  const std::int64_t i = lockstep::global_thread();
  float product = 0;
  if (i < s.n) {  // the last block may have more threads than there are elements left
    const float diagonal = s.a[i * s.pitch + i], b = s.b[i];
    d[i] = diagonal;
    s.x[i] = 0;
    r[i] = b;
    p[i] = b / diagonal;
    product = b * (b / diagonal);
  }
  const float total = lockstep::block_sum(product);
  if (threadIdx.x == 0) atomicAdd(rho, total);  // one a block
}

/// q = Ap. Adds pᵀq to *curvature. A block has kWarps rows of A.
__global__ void multiply(const Jacobi::Device s, const float* p, float* q, float* curvature) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kWarps + lockstep::warp();
  float product = 0;
  if (i < s.n) {  // the last block may have more warps than there are rows left
    float sum = 0;
    for (std::int64_t j = lockstep::lane(); j < s.n; j += 32) sum += s.a[i * s.pitch + j] * p[j];  // neighbours read neighbours
    sum = lockstep::warp_sum(sum);
    if (lockstep::lane() == 0) {
      q[i] = sum;
      product = p[i] * sum;
    }
  }
  const float total = lockstep::block_sum(product);
  if (threadIdx.x == 0) atomicAdd(curvature, total);
}

/// x += α p, r −= α q. Adds rᵀz to *rho.
__global__ void update(const Jacobi::Device s, const float* d, const float* p, const float* q, float* r, float alpha, float* rho) {
  const std::int64_t i = lockstep::global_thread();
  float product = 0;
  if (i < s.n) {
    s.x[i] += alpha * p[i];
    const float residual = r[i] - alpha * q[i];
    r[i] = residual;
    product = residual * (residual / d[i]);
  }
  const float total = lockstep::block_sum(product);
  if (threadIdx.x == 0) atomicAdd(rho, total);
}

/// p = z + β p
__global__ void turn(const Jacobi::Device s, const float* d, const float* r, float* p, float beta) {
  const std::int64_t i = lockstep::global_thread();
  if (i < s.n) p[i] = r[i] / d[i] + beta * p[i];
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
  const float limit = s.tolerance * s.tolerance * rho;
  while (true) {
    if (!std::isfinite(rho))
      end = End::not_finite;  // before the others: infinity is not above an infinite limit
    else if (rho <= limit)
      end = End::converged;
    else if (done == s.iterations)
      end = End::used_up;
    if (end != End::running) break;

    clear();
    multiply<<<rows, kBlock, 0, launch.stream>>>(s, p, q, sum);
    lockstep::check_launch();
    const float curvature = lockstep::fetch(sum, launch.stream);
    if (!std::isfinite(curvature))
      end = End::not_finite;
    else if (curvature <= 0)
      end = End::not_positive_definite;  // a step of α would lead away
    if (end != End::running) break;

    clear();
    update<<<elements, kBlock, 0, launch.stream>>>(s, d, p, q, r, rho / curvature, sum);
    lockstep::check_launch();
    const float before = rho;
    rho = lockstep::fetch(sum, launch.stream);
    ++done;
    turn<<<elements, kBlock, 0, launch.stream>>>(s, d, r, p, rho / before);
    lockstep::check_launch();
  }

  const std::int32_t outcome[] = {done, static_cast<std::int32_t>(end)};
  lockstep::check(cudaMemcpyAsync(s.outcome, outcome, sizeof outcome, cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));  // the copy's source ends with this function
}

const Version version{__FILE__, "conjugate gradients, preconditioned by the diagonal", run};

}  // namespace
