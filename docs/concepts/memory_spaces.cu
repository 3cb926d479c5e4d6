/// @file
/// @brief A weighted sum of 16 neighbours, from three memories.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr unsigned kTaps = 16, kBlock = 256, kBlocks = 4;
constexpr unsigned kOutputs = kBlocks * kBlock, kInputs = kOutputs + kTaps - 1;

__constant__ float constant_weights[kTaps];

/// Everything in global memory but the sum, which is a register.
__global__ void all_global(const float* in, const float* weights, float* out) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  float sum = 0;
  for (unsigned k = 0; k < kTaps; ++k) sum += weights[k] * in[i + k];
  out[i] = sum;
}

/// The weights, which are the same for all threads, in constant memory.
__global__ void weights_constant(const float* in, float* out) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  float sum = 0;
  for (unsigned k = 0; k < kTaps; ++k) sum += constant_weights[k] * in[i + k];
  out[i] = sum;
}

/// And the inputs, which 16 threads of a block want each, in shared memory.
__global__ void inputs_shared(const float* in, float* out) {
  __shared__ float near[kBlock + kTaps - 1];
  const unsigned first = blockIdx.x * kBlock;
  for (unsigned t = threadIdx.x; t < kBlock + kTaps - 1; t += kBlock) near[t] = in[first + t];
  __syncthreads();  // a thread reads what others have brought
  float sum = 0;
  for (unsigned k = 0; k < kTaps; ++k) sum += constant_weights[k] * near[threadIdx.x + k];
  out[first + threadIdx.x] = sum;
}

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

static void say(const char* name, const float* out) {
  check(cudaGetLastError(), name);
  check(cudaDeviceSynchronize(), name);  // before the host touches managed memory
  std::printf("%-18s %g %g … %g\n", name, out[0], out[1], out[kOutputs - 1]);
}

int main() {
  float *in = nullptr, *weights = nullptr, *out = nullptr;  // for both sides
  check(cudaMallocManaged(&in, kInputs * sizeof(float)), "inputs");
  check(cudaMallocManaged(&weights, kTaps * sizeof(float)), "weights");
  check(cudaMallocManaged(&out, kOutputs * sizeof(float)), "outputs");
  for (unsigned i = 0; i < kInputs; ++i) in[i] = static_cast<float>(i);
  for (unsigned k = 0; k < kTaps; ++k) weights[k] = 1.0F / kTaps;
  check(cudaMemcpyToSymbol(constant_weights, weights, kTaps * sizeof(float)), "copy");
  all_global<<<kBlocks, kBlock>>>(in, weights, out);
  say("all_global", out);
  weights_constant<<<kBlocks, kBlock>>>(in, out);
  say("weights_constant", out);
  inputs_shared<<<kBlocks, kBlock>>>(in, out);
  say("inputs_shared", out);

  for (float* memory : {in, weights, out}) check(cudaFree(memory), "cudaFree");
  return EXIT_SUCCESS;
}
