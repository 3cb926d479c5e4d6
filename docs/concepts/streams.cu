/// @file
/// @brief Work that is asked for and not yet done: a launch that returns early, two streams, an event between them, and a graph.
///
/// Look at: `./lockstep check-program ./streams`: the stream that did not wait.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kCount = 1 << 16, kBlock = 256, kHalf = kCount / 2;

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void twice(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

int main() {
  float *host = nullptr, *x = nullptr;
  cudaStream_t one = nullptr, other = nullptr;
  cudaEvent_t copied = nullptr;
  check(cudaMallocHost(&host, kCount * sizeof *host));  // pinned: the copies run by themselves
  check(cudaMalloc(&x, kCount * sizeof *x));
  check(cudaStreamCreate(&one));
  check(cudaStreamCreate(&other));
  check(cudaEventCreate(&copied));
  for (int i = 0; i < kCount; ++i) host[i] = 1;

  // A copy in one stream, the kernel in the other: first nothing orders them, then an event does.
  for (const bool wait : {false, true}) {
    check(cudaMemcpyAsync(x, host, kCount * sizeof *x, cudaMemcpyHostToDevice, one));
    check(cudaEventRecord(copied, one));
    if (wait) check(cudaStreamWaitEvent(other, copied));  // the stream waits; the host does not
    twice<<<kCount / kBlock, kBlock, 0, other>>>(x);
    check(cudaDeviceSynchronize());
  }
  // Two halves, a stream each: one half may be copied while the other is computed.
  const auto ask_for_both_halves = [&] {
    for (int half = 0; half < 2; ++half) {
      float *const part = x + half * kHalf, *const from = host + half * kHalf;
      const cudaStream_t stream = half == 0 ? one : other;
      check(cudaMemcpyAsync(part, from, kHalf * sizeof *x, cudaMemcpyHostToDevice, stream));
      twice<<<kHalf / kBlock, kBlock, 0, stream>>>(part);
      check(cudaMemcpyAsync(from, part, kHalf * sizeof *x, cudaMemcpyDeviceToHost, stream));
    }
  };
  ask_for_both_halves();
  std::printf("asked:  %s\n", cudaGetErrorName(cudaStreamQuery(other)));
  check(cudaDeviceSynchronize());
  std::printf("waited: %s, the last element is %g\n", cudaGetErrorName(cudaStreamQuery(other)), static_cast<double>(host[kCount - 1]));
  // The same as a graph: written down once, launched ten times.
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  check(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  check(cudaEventRecord(copied, one));
  check(cudaStreamWaitEvent(other, copied));  // the other stream joins
  ask_for_both_halves();
  check(cudaEventRecord(copied, other));
  check(cudaStreamWaitEvent(one, copied));  // and comes back
  check(cudaStreamEndCapture(one, &graph));
  check(cudaGraphInstantiate(&ready, graph, 0));
  for (int launch = 0; launch < 10; ++launch) check(cudaGraphLaunch(ready, one));
  check(cudaDeviceSynchronize());
  std::printf("after ten launches of the graph it is %g\n", static_cast<double>(host[kCount - 1]));
  check(cudaFreeHost(host));
  check(cudaFree(x));
}
