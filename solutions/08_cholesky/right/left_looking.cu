// Left-looking: before a tile is solved, a kernel subtracts all that is known. C style, with a
// macro that checks for errors and exits.
#include <stdio.h>
#include <stdlib.h>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"

#define NB 32
#define WARPS 8
#define L(i, j) p.l[(i)*p.pitch + (j)]
#define CUDA_OK(x)                                                                  \
  if (cudaError_t status = (x); status != cudaSuccess) {                            \
    printf("%s failed in line %d: %s\n", #x, __LINE__, cudaGetErrorString(status)); \
    exit(1);                                                                        \
  }

typedef long long idx;

/* y[f .. f+31] = b - L[.., 0 .. f-1] y, then the triangle. Rows by warps. */
__global__ void forward(Substitution::Device p, idx f) {
  __shared__ float t[NB][NB + 1], r[NB];
  int lane = threadIdx.x, w = threadIdx.y;
  int m = p.n - f < NB ? (int)(p.n - f) : NB;
  for (int i = w; i < m; i += WARPS) {
    float s = 0.f;
    for (idx j = lane; j < f; j += NB) s += L(f + i, j) * p.y[j];
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) r[i] = p.b[f + i] - s;
    if (lane <= i) t[i][lane] = L(f + i, f + lane);
  }
  __syncthreads();
  if (w) return;
  float v = lane < m ? r[lane] : 0.f;
  for (int k = 0; k < m; k++) {
    if (lane == k) v /= t[k][k];
    float y = __shfl_sync(~0u, v, k);
    if (lane > k && lane < m) v -= t[lane][k] * y;
  }
  if (lane < m) p.y[f + lane] = v;
}

/* The same for the transposed: columns by lanes, rows below the tile by warps. */
__global__ void back(Substitution::Device p, idx f) {
  __shared__ float t[NB][NB + 1], part[WARPS][NB];
  int lane = threadIdx.x, w = threadIdx.y;
  int m = p.n - f < NB ? (int)(p.n - f) : NB;
  float s = 0.f;
  for (idx i = f + NB + w; i < p.n; i += WARPS) s += L(i, f + lane) * p.x[i];
  part[w][lane] = s;
  for (int i = w; i < m; i += WARPS)
    if (lane <= i) t[i][lane] = L(f + i, f + lane);
  __syncthreads();
  if (w) return;
  float v = lane < m ? p.y[f + lane] : 0.f;
  for (int k = 0; k < WARPS; k++) v -= part[k][lane];
  for (int k = m - 1; k >= 0; k--) {
    if (lane == k) v /= t[k][k];
    float x = __shfl_sync(~0u, v, k);
    if (lane < k) v -= t[k][lane] * x;
  }
  if (lane < m) p.x[f + lane] = v;
}

static void run(const Substitution::Device& p, const Launch& launch) {
  dim3 block(NB, WARPS);
  for (idx f = 0; f < p.n; f += NB) {
    forward<<<1, block, 0, launch.stream>>>(p, f);
    CUDA_OK(cudaGetLastError());
  }
  for (idx f = (p.n - 1) / NB * NB; f >= 0; f -= NB) {
    back<<<1, block, 0, launch.stream>>>(p, f);
    CUDA_OK(cudaGetLastError());
  }
}

static const Version version{__FILE__, "forward and back substitution, 32 unknowns at a time", run};
