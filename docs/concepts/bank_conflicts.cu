/// @file
/// @brief Eleven loads from shared memory: which banks a warp's lanes meet in.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void patterns(float* out) {
  __shared__ alignas(16) float tile[32][32], padded[32][33];
  const unsigned i = threadIdx.x;
  for (unsigned row = 0; row < 32; ++row) tile[row][i] = padded[row][i] = 1;
  __syncthreads();  // lanes read what others wrote

  const float* words = tile[0];
  const char* bytes = reinterpret_cast<const char*>(words);
  const float4* quads = reinterpret_cast<const float4*>(words);
  float sum = 0;
  sum += words[i];            // side by side
  sum += words[i ^ 5];        // in another order
  sum += words[7];            // all the same one
  sum += words[2 * i];        // every second
  sum += words[3 * i];        // every third
  sum += words[16 * i];       // every 16th
  sum += tile[i][0];          // a column
  sum += padded[i][0];        // the same, padded
  sum += bytes[i];            // a byte each
  sum += bytes[4 * i];        // every fourth
  const float4 q = quads[i];  // 16 bytes a lane
  out[i] = sum + q.x + q.y + q.z + q.w;
}

int main() {
  float* out = nullptr;
  check(cudaMalloc(&out, 32 * sizeof(float)), "cudaMalloc");
  patterns<<<1, 32>>>(out);
  check(cudaGetLastError(), "the launch");
  check(cudaDeviceSynchronize(), "the kernel");
  check(cudaFree(out), "cudaFree");
  return EXIT_SUCCESS;
}
