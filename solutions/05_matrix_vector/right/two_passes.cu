// Two kernels and no atomics: the second one adds the sums of the first. C style, with macros of
// one letter.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

#define B 256
#define R 160
#define D(n, d) (unsigned)(((n) + (d)-1) / (d))
#define J ((long)blockIdx.x * B + threadIdx.x)

__global__ void part(TransposedProduct::Device p, float* sums) {
  __shared__ float s[R];
  long i, i0 = (long)blockIdx.y * R, m = p.rows - i0 < R ? p.rows - i0 : R;
  float t = 0;
  for (i = threadIdx.x; i < m; i += B) s[i] = p.x[i0 + i];
  __syncthreads();
  if (J >= p.columns) return;
  for (i = 0; i < m; i++) t += p.a[(i0 + i) * p.pitch + J] * s[i];
  sums[blockIdx.y * p.columns + J] = t;
}

__global__ void total(const float* sums, int parts, float* y, long columns) {
  float t = 0;
  if (J >= columns) return;
  for (int k = 0; k < parts; k++) t += sums[k * columns + J];
  y[J] = t;
}

static void go(const TransposedProduct::Device& p, const Launch& l) {
  unsigned parts = D(p.rows, R);
  float* sums = l.scratch<float>((size_t)parts * p.columns);
  part<<<dim3(D(p.columns, B), parts), B, 0, l.stream>>>(p, sums);
  lockstep::check_launch();
  total<<<D(p.columns, B), B, 0, l.stream>>>(sums, parts, p.y, p.columns);
  lockstep::check_launch();
}

static const Version v{__FILE__, "the product with a transposed matrix", go};
