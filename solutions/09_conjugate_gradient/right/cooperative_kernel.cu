// All iterations in one cooperative launch, with grid.sync() between the steps. Every thread
// decides alike when to stop.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace cg = cooperative_groups;

namespace {

constexpr unsigned kBlock = 256, kMostBlocks = 64;

struct Work {
  float *d, *r, *p, *q;
  float* sums;  // three for rho, three for the curvature: the last, the next, and one to be cleared
};

__device__ void add_to(float value, float* sum) {
  value = lockstep::block_sum(value);
  if (threadIdx.x == 0) atomicAdd(sum, value);
}

__global__ void solve(const Jacobi::Device s, const Work w) {
  const cg::grid_group grid = cg::this_grid();
  const std::int64_t me = static_cast<std::int64_t>(grid.thread_rank()),
                     all = static_cast<std::int64_t>(grid.size());
  float share = 0;
  for (std::int64_t i = me; i < s.n; i += all) {
    const float d = s.a[i * s.pitch + i], b = s.b[i], z = b / d;
    w.d[i] = d;
    w.r[i] = b;
    w.p[i] = z;
    s.x[i] = 0;
    share += b * z;
  }
  add_to(share, w.sums);
  grid.sync();
  float rho = __ldcg(w.sums);
  const float limit = s.tolerance * s.tolerance * rho;
  int done = 0;
  Jacobi::End end = Jacobi::End::running;
  while (true) {
    if (!isfinite(rho))
      end = Jacobi::End::not_finite;
    else if (rho <= limit)
      end = Jacobi::End::converged;
    else if (done == s.iterations)
      end = Jacobi::End::used_up;
    if (end != Jacobi::End::running) break;

    float* const curvature_sum = w.sums + 3 + done % 3;
    float* const rho_sum = w.sums + (done + 1) % 3;
    share = 0;
    for (std::int64_t row = me / 32; row < s.n; row += all / 32) {
      float product = 0;
      for (std::int64_t j = threadIdx.x % 32; j < s.n; j += 32)
        product += s.a[row * s.pitch + j] * w.p[j];
      product = lockstep::warp_sum(product);
      if (threadIdx.x % 32 == 0) {
        w.q[row] = product;
        share += product * w.p[row];
      }
    }
    add_to(share, curvature_sum);
    grid.sync();
    const float curvature = __ldcg(curvature_sum);
    if (!isfinite(curvature))
      end = Jacobi::End::not_finite;
    else if (curvature <= 0)
      end = Jacobi::End::not_positive_definite;
    if (end != Jacobi::End::running) break;

    const float alpha = rho / curvature;
    share = 0;
    for (std::int64_t i = me; i < s.n; i += all) {
      s.x[i] += alpha * w.p[i];
      const float r = w.r[i] - alpha * w.q[i];
      w.r[i] = r;
      share += r * r / w.d[i];
    }
    if (me == 0) {
      w.sums[(done + 2) % 3] = 0;
      w.sums[3 + (done + 1) % 3] = 0;
    }
    add_to(share, rho_sum);
    grid.sync();
    ++done;
    const float next = __ldcg(rho_sum), beta = next / rho;
    rho = next;
    for (std::int64_t i = me; i < s.n; i += all) w.p[i] = w.r[i] / w.d[i] + beta * w.p[i];
    grid.sync();
  }
  if (me != 0) return;
  s.outcome[0] = done;
  s.outcome[1] = static_cast<std::int32_t>(end);
}

void run(const Jacobi::Device& s, const Launch& launch) {
  const auto n = static_cast<std::size_t>(s.n);
  Work w{launch.scratch<float>(n), launch.scratch<float>(n), launch.scratch<float>(n),
         launch.scratch<float>(n), launch.scratch<float>(6)};
  lockstep::check(cudaMemsetAsync(w.sums, 0, 6 * sizeof(float), launch.stream));
  const unsigned blocks = lockstep::enough_blocks(
      s.n, kBlock / 32, std::min(kMostBlocks, lockstep::one_wave(solve, kBlock)));
  Jacobi::Device copy = s;
  void* arguments[] = {&copy, &w};
  lockstep::check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&solve), dim3(blocks),
                                              dim3(kBlock), arguments, 0, launch.stream));
}

const Version version{__FILE__, "conjugate gradients, preconditioned by the diagonal", run};

}  // namespace
