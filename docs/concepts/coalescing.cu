/// @file
/// @brief Nine loads of a warp: the same lanes, other addresses, another price.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr unsigned kThreads = 256, kRow = 32;  // floats a row

struct Particle {
  float x, y, z, mass;
};

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// All three inputs are the same memory, a row of floats for each thread.
__global__ void patterns(const float* in, const float4* quads, const Particle* dust, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  sum += in[i];               // side by side
  sum += in[i ^ 31];          // backwards
  sum += in[i + 1];           // shifted by one
  sum += in[i / 32];          // all the same one
  sum += in[2 * i];           // every second
  sum += dust[i].x;           // one member of 4
  sum += in[8 * i];           // every eighth
  sum += in[kRow * i];        // a row each
  const float4 q = quads[i];  // 16 bytes a lane
  out[i] = sum + q.x + q.y + q.z + q.w;
}

int main() {
  float *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, kThreads * kRow * sizeof(float)), "cudaMalloc");
  check(cudaMalloc(&out, kThreads * sizeof(float)), "cudaMalloc");
  check(cudaMemset(in, 0, kThreads * kRow * sizeof(float)), "cudaMemset");

  const auto* quads = reinterpret_cast<const float4*>(in);
  const auto* dust = reinterpret_cast<const Particle*>(in);
  patterns<<<1, kThreads>>>(in, quads, dust, out);
  check(cudaGetLastError(), "the launch");
  check(cudaDeviceSynchronize(), "the kernel");

  check(cudaFree(in), "cudaFree");
  check(cudaFree(out), "cudaFree");
  return EXIT_SUCCESS;
}
