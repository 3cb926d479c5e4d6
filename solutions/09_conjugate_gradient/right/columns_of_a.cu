// A thread for each row walks down a column of the symmetric A. Sums in double come to the host
// through pinned memory. std::function.
#include <cmath>
#include <functional>

#include "exercise.hpp"
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr int kThreads = 64;

using Vector = float* __restrict__;
using ConstVector = const float* __restrict__;

__device__ void add_block(double mine, double* total) {
  const double sum = lockstep::block_sum(mine);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

__global__ void begin(Jacobi::Device s, Vector d, Vector r, Vector p, double* rho) {
  const std::int64_t i = lockstep::global_thread();
  double mine = 0;
  if (i < s.n) {
    d[i] = s.a[i * s.pitch + i];
    r[i] = s.b[i];
    p[i] = s.b[i] / d[i];
    s.x[i] = 0.0f;
    mine = static_cast<double>(r[i]) * p[i];
  }
  add_block(mine, rho);
}

__global__ void multiply(Jacobi::Device s, ConstVector p, Vector q, double* curvature) {
  const std::int64_t i = lockstep::global_thread();
  double mine = 0;
  if (i < s.n) {
    float sum = 0;
#pragma unroll 4
    for (std::int64_t j = 0; j < s.n; ++j) sum += s.a[j * s.pitch + i] * p[j];  // A is symmetric
    q[i] = sum;
    mine = static_cast<double>(sum) * p[i];
  }
  add_block(mine, curvature);
}

__global__ void update(Jacobi::Device s, ConstVector d, ConstVector p, ConstVector q, Vector r,
                       float alpha, double* rho) {
  const std::int64_t i = lockstep::global_thread();
  double mine = 0;
  if (i < s.n) {
    s.x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    mine = static_cast<double>(r[i]) * (r[i] / d[i]);
  }
  add_block(mine, rho);
}

__global__ void turn(Jacobi::Device s, ConstVector d, ConstVector r, Vector p, float beta) {
  const std::int64_t i = lockstep::global_thread();
  if (i < s.n) p[i] = r[i] / d[i] + beta * p[i];
}

class Sum {
 public:
  explicit Sum(const Launch& launch) : stream_(launch.stream), device_(launch.scratch<double>(1)) {
    lockstep::check(cudaMallocHost(&host_, sizeof(double)));
    lockstep::check(cudaEventCreate(&event_));
  }
  ~Sum() {
    cudaEventDestroy(event_);
    cudaFreeHost(host_);
  }
  Sum(const Sum&) = delete;
  Sum& operator=(const Sum&) = delete;

  double of(const std::function<void(double*)>& kernel) {
    lockstep::check(cudaMemsetAsync(device_, 0, sizeof(double), stream_));
    kernel(device_);
    lockstep::check_launch();
    lockstep::check(
        cudaMemcpyAsync(host_, device_, sizeof(double), cudaMemcpyDeviceToHost, stream_));
    lockstep::check(cudaEventRecord(event_, stream_));
    lockstep::check(cudaEventSynchronize(event_));
    return *host_;
  }

 private:
  cudaStream_t stream_;
  double* device_;
  double* host_ = nullptr;
  cudaEvent_t event_ = nullptr;
};

void run(const Jacobi::Device& s, const Launch& launch) {
  const unsigned blocks = lockstep::covering_blocks(s.n, kThreads);
  const auto vector = [&] { return launch.scratch<float>(static_cast<std::size_t>(s.n)); };
  float *d = vector(), *r = vector(), *p = vector(), *q = vector();
  Sum sum(launch);

  double rho =
      sum.of([&](double* to) { begin<<<blocks, kThreads, 0, launch.stream>>>(s, d, r, p, to); });
  const double limit = static_cast<double>(s.tolerance) * s.tolerance * rho;
  std::int32_t done = 0;
  const auto end = [&] {
    for (;; ++done) {
      if (!std::isfinite(rho)) return End::not_finite;
      if (rho <= limit) return End::converged;
      if (done == s.iterations) return End::used_up;
      const double curvature = sum.of(
          [&](double* to) { multiply<<<blocks, kThreads, 0, launch.stream>>>(s, p, q, to); });
      if (!std::isfinite(curvature)) return End::not_finite;
      if (curvature <= 0) return End::not_positive_definite;
      const auto alpha = static_cast<float>(rho / curvature);
      const double next = sum.of([&](double* to) {
        update<<<blocks, kThreads, 0, launch.stream>>>(s, d, p, q, r, alpha, to);
      });
      turn<<<blocks, kThreads, 0, launch.stream>>>(s, d, r, p, static_cast<float>(next / rho));
      lockstep::check_launch();
      rho = next;
    }
  }();
  const std::int32_t outcome[] = {done, static_cast<std::int32_t>(end)};
  lockstep::check(cudaMemcpy(s.outcome, outcome, sizeof outcome, cudaMemcpyHostToDevice));
}

const Version version{__FILE__, "conjugate gradients, preconditioned by the diagonal", run};

}  // namespace
