/// @file
/// @brief A kernel in one stream makes what a kernel in another stream uses, and nothing makes the second wait.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 256;

__global__ void make(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = 3; }

__global__ void use(const int* data, int* result) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  result[i] = 2 * data[i];
}

enum class Order { none, event, synchronize, one_stream, blocking_streams, other_memory };

void run(Order order) {
  int *data = nullptr, *result = nullptr, *other = nullptr;
  cudaMalloc(&data, kCount * sizeof(int));
  cudaMalloc(&result, kCount * sizeof(int));
  cudaMalloc(&other, kCount * sizeof(int));
  cudaMemset(other, 0, kCount * sizeof(int));
  cudaDeviceSynchronize();
  const unsigned flags = order == Order::blocking_streams ? cudaStreamDefault : cudaStreamNonBlocking;
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, flags);
  cudaStreamCreateWithFlags(&second, flags);
  cudaEvent_t made;
  cudaEventCreate(&made);

  make<<<2, 128, 0, first>>>(data);
  if (order == Order::event) {
    cudaEventRecord(made, first);
    cudaStreamWaitEvent(second, made);
  }
  if (order == Order::synchronize) cudaStreamSynchronize(first);
  if (order == Order::blocking_streams) make<<<2, 128>>>(other);  // in the default stream: behind the first, before the second
  use<<<2, 128, 0, order == Order::one_stream ? first : second>>>(order == Order::other_memory ? other : data, result);
  cudaDeviceSynchronize();

  cudaEventDestroy(made);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(data);
  cudaFree(result);
  cudaFree(other);
}

void caught() { run(Order::none); }

void silent() {
  for (const Order order : {Order::event, Order::synchronize, Order::one_stream, Order::blocking_streams, Order::other_memory}) run(order);
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
