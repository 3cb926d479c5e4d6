/// @file
/// @brief A message from block to block: by a flag alone, with fences, and with a flag that releases and acquires.
///
/// Look at: `./lockstep check-program ./fences`: what orders the message, and what does not.
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>
#include <cstdlib>

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void flag_alone(int* message, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *message = 42;
    atomicExch(flag, 1);  // wrong: the flag may be seen before the message
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    *out = *message;
  }
}

__global__ void fences(int* message, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *message = 42;
    __threadfence();  // release: the message is seen before the flag
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();  // acquire: the message is read after the flag
    *out = *message;
  }
}

__global__ void ordered_flag(int* message, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> sign(*flag);
  if (blockIdx.x == 0) {
    *message = 42;
    sign.store(1, cuda::memory_order_release);
  } else {
    while (sign.load(cuda::memory_order_acquire) == 0) {
    }
    *out = *message;
  }
}

/// Two blocks of one thread each, which run at the same time.
static void run(const char* name, void (*kernel)(int*, int*, int*)) {
  int *memory = nullptr, received = 0;
  check(cudaMalloc(&memory, 3 * sizeof(int)));
  check(cudaMemset(memory, 0, 3 * sizeof(int)));
  kernel<<<2, 1>>>(memory, memory + 1, memory + 2);
  check(cudaMemcpy(&received, memory + 2, sizeof received, cudaMemcpyDeviceToHost));
  std::printf("%-12s %d\n", name, received);
  check(cudaFree(memory));
}

int main() {
  run("flag_alone", flag_alone);
  run("fences", fences);
  run("ordered_flag", ordered_flag);
}
