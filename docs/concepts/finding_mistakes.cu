/// @file
/// @brief Four mistakes, each of which this program survives: a race, a step too far, memory that nobody set, an error that nobody reads.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>

constexpr int kCount = 64;

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void reverse_wrong(const int* in, int* out) {
  __shared__ int values[kCount];
  const unsigned i = threadIdx.x;
  values[i] = in[i];
  out[i] = values[kCount - 1 - i];  // the other warp may not have written yet
}

__global__ void reverse(const int* in, int* out) {
  __shared__ int values[kCount];
  const unsigned i = threadIdx.x;
  assert(blockDim.x == kCount);  // what the kernel relies on, said where it does
  values[i] = in[i];
  __syncthreads();  // all values must be there before any is read
  out[i] = values[kCount - 1 - i];
  if (out[i] < 0) printf("thread %u has %d\n", i, out[i]);  // once in a while, for the eye
}

__global__ void add_neighbour_wrong(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  out[i] = in[i] + in[i + 1];  // the last thread has no neighbour
}

__global__ void count(int* total) { atomicAdd(total, 1); }

int main(int argc, char**) {
  const bool mended = argc > 1;  // any word
  int host[kCount], *in = nullptr, *out = nullptr, *total = nullptr;
  for (int i = 0; i < kCount; ++i) host[i] = i;
  check(cudaMalloc(&in, sizeof host));
  check(cudaMalloc(&out, sizeof host));
  check(cudaMalloc(&total, sizeof *total));
  check(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
  if (mended) {
    check(cudaMemset(total, 0, sizeof *total));
    reverse<<<1, kCount>>>(in, out);
    check(cudaGetLastError());
  } else {
    reverse_wrong<<<1, kCount>>>(in, out);
    add_neighbour_wrong<<<1, kCount>>>(in, out);
    reverse<<<1, 2048>>>(in, out);  // more threads than a block can have: nothing runs, and nobody asks
  }
  count<<<1, kCount>>>(total);
  check(cudaDeviceSynchronize());
  for (int* memory : {in, out, total}) check(cudaFree(memory));
  std::printf("done, and no error seen\n");
  return EXIT_SUCCESS;
}
