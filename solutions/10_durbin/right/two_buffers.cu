// The old and the new y in two buffers, r in shared memory, too, and sums in double. C style, with
// macros.
#include <cstdio>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

#define T 192
#define ALL 0xffffffff
#define FOR(i, n) for (int i = threadIdx.x; i < (n); i += T)

__device__ static double warpsum(double v) {
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(ALL, v, o);
  return v;
}

__global__ static void levinson(const float* r_in, const float* b, float* out, int n) {
  extern __shared__ float sh[];
  __shared__ double sy[2][T / 32], sx[2][T / 32];
  float *r = sh, *x = sh + n, *y = sh + 2 * n, *z = sh + 3 * n;
  double beta = 1;
  FOR(i, n) r[i] = r_in[i];
  __syncthreads();
  for (int k = 0; k < n; k++) {
    const int side = k & 1;
    double a = 0, c = 0;
    FOR(i, k) {
      a += r[k - 1 - i] * y[i];
      c += r[k - 1 - i] * x[i];
    }
    a = warpsum(a);
    c = warpsum(c);
    if (threadIdx.x % 32 == 0) {
      sy[side][threadIdx.x / 32] = a;
      sx[side][threadIdx.x / 32] = c;
    }
    __syncthreads();
    a = c = 0;
    for (int w = 0; w < T / 32; w++) {
      a += sy[side][w];
      c += sx[side][w];
    }
    const float alpha = -(r[k] + a) / beta, mu = (b[k] - c) / beta;
    FOR(i, k) {
      z[i] = y[i] + alpha * y[k - 1 - i];
      x[i] += mu * y[k - 1 - i];
    }
    if (threadIdx.x == k % T) {
      z[k] = alpha;
      x[k] = mu;
    }
    beta *= 1 - (double)alpha * alpha;
    float* t = y;
    y = z;
    z = t;
    __syncthreads();
  }
  FOR(i, n) out[i] = x[i];
}

static void run(const Levinson::Device& p, const Launch& l) {
  const size_t bytes = 4 * p.n * sizeof(float);
  cudaError_t e =
      cudaFuncSetAttribute(levinson, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
  if (e != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(e));
  levinson<<<1, T, bytes, l.stream>>>(p.r, p.b, p.x, (int)p.n);
  lockstep::check_launch();
}

static const Version version{__FILE__, "Levinson's recursion for any right-hand side", run};
