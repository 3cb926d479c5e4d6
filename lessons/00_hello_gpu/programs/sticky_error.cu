/// @file
/// @brief The error that does not go away: a kernel that writes where no memory is.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void write_to(int* nowhere) { *nowhere = 1; }

static void say(const char* what, cudaError_t code) {
  std::printf("%-44s %s\n", what, cudaGetErrorName(code));
}

int main() {
  int* memory = nullptr;
  say("memory, before", cudaMalloc(&memory, sizeof(int)));
  write_to<<<1, 1>>>(nullptr);
  say("the launch itself", cudaGetLastError());
  say("waiting for the kernel", cudaDeviceSynchronize());
  say("asked for the last error", cudaGetLastError());
  say("asked again", cudaGetLastError());
  int value = 0;
  const cudaError_t copied = cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost);
  say("a copy that has nothing to do with it", copied);
  say("memory, after", cudaMalloc(&memory, sizeof(int)));
  return 0;
}
