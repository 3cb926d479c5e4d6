// Four streams with pinned memory and events between them, then the same work captured in a graph and replayed.
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(error));
  std::exit(1);
}
#define OK(call) check(call, __LINE__)

__device__ float warp_sum(float value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void sum(const float* in, int n, float* out) {
  __shared__ float partial[32];
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
  mine = warp_sum(mine);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) partial[warp] = mine;
  __syncthreads();
  if (warp != 0) return;
  mine = lane < (int)(blockDim.x + 31) / 32 ? partial[lane] : 0.0f;
  mine = warp_sum(mine);
  if (lane == 0) atomicAdd(out, mine);
}

int main() {
  constexpr int streams = 4, chunk = 3000, n = streams * chunk;
  float *host, *device, *result, *answer;
  OK(cudaMallocHost(&host, n * sizeof(float)));
  OK(cudaHostAlloc(&answer, sizeof(float), cudaHostAllocDefault));
  OK(cudaMalloc(&device, n * sizeof(float)));
  OK(cudaMalloc(&result, sizeof(float)));
  for (int i = 0; i < n; ++i) host[i] = float(i % 3);

  cudaStream_t stream[streams];
  cudaEvent_t done[streams], begun;
  OK(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming));
  for (int s = 0; s < streams; ++s) {
    OK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
    OK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
  }
  auto work = [&] {
    OK(cudaMemsetAsync(result, 0, sizeof(float), stream[0]));
    OK(cudaEventRecord(begun, stream[0]));
    for (int s = 0; s < streams; ++s) {
      OK(cudaStreamWaitEvent(stream[s], begun, 0));
      OK(cudaMemcpyAsync(device + s * chunk, host + s * chunk, chunk * sizeof(float), cudaMemcpyHostToDevice, stream[s]));
      sum<<<4, 160, 0, stream[s]>>>(device + s * chunk, chunk, result);
      OK(cudaEventRecord(done[s], stream[s]));
      if (s != 0) OK(cudaStreamWaitEvent(stream[0], done[s], 0));
    }
    OK(cudaMemcpyAsync(answer, result, sizeof(float), cudaMemcpyDeviceToHost, stream[0]));
  };
  work();
  OK(cudaStreamSynchronize(stream[0]));
  if (*answer != n) return std::printf("the streams got %g\n", *answer), 1;

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  OK(cudaStreamBeginCapture(stream[0], cudaStreamCaptureModeGlobal));
  work();
  OK(cudaStreamEndCapture(stream[0], &graph));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < n; ++i) host[i] = float(round);
    *answer = -1;
    OK(cudaGraphLaunch(exec, stream[1]));
    OK(cudaStreamSynchronize(stream[1]));
    if (*answer != float(round) * n) return std::printf("round %d of the graph got %g\n", round, *answer), 1;
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(result));
  OK(cudaFree(device));
  OK(cudaFreeHost(answer));
  OK(cudaFreeHost(host));
  std::printf("passed: streams and graph\n");
}
