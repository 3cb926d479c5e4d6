// Compensated sums (Kahan) and partial sums in managed memory. An event orders two streams.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 128;
constexpr unsigned kGrid = 264;

struct Kahan {
  double sum = 0, lost = 0;
  __host__ __device__ void add(double x) {
    const double y = x - lost, t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
};

struct Managed {
  explicit Managed(std::size_t n) { lockstep::check(cudaMallocManaged(&data, n * sizeof(double))); }
  ~Managed() { cudaFree(data); }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;
  double* data = nullptr;
};

__global__ void combine(const Combination::Device p, double* partial) {
  __shared__ double sums[kBlock];
  Kahan mine;
  for (std::int64_t i = lockstep::global_thread(); i < p.n; i += lockstep::grid_threads()) {
    const float z = p.alpha * p.x[i] + p.beta * p.y[i];
    p.z[i] = z;
    mine.add(double{z} * double{z});
  }
  sums[threadIdx.x] = mine.sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  double sum = 0;
#pragma unroll
  for (unsigned i = 0; i < kBlock; i += 32) sum += sums[threadIdx.x + i];
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void add_up(const double* partial, unsigned count, double* norm) {
  Kahan total;
  for (unsigned i = 0; i < count; ++i) total.add(partial[i]);
  *norm = total.sum;
}

void run(const Combination::Device& p, const Launch& launch) {
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  const Managed partial(grid);
  cudaEvent_t done;
  lockstep::check(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  cudaStream_t second;
  lockstep::check(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  combine<<<grid, kBlock, 0, launch.stream>>>(p, partial.data);
  lockstep::check_launch();
  lockstep::check(cudaEventRecord(done, launch.stream));
  lockstep::check(cudaStreamWaitEvent(second, done, 0));
  add_up<<<1, 1, 0, second>>>(partial.data, grid, p.norm);
  lockstep::check_launch();
  lockstep::check(cudaStreamSynchronize(second));
  lockstep::check(cudaEventDestroy(done));
  lockstep::check(cudaStreamDestroy(second));
}

const Version version{__FILE__, "a combination of two vectors, and its norm", run};

}  // namespace
