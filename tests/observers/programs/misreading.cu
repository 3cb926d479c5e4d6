/// @file
/// @brief Prints, for each kind of memory, how many elements each of four warps read wrongly: none, unless LOCKSTEP_MISREAD says so.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

constexpr int kThreads = 128;

__constant__ int numbers_in_constants[kThreads];
__device__ int numbers_on_device[kThreads];
__device__ const int kTable[4] = {5, 6, 7, 8};  // in the program's own code

__device__ void count(bool right, int* wrong) {
  if (!right) atomicAdd(&wrong[threadIdx.x / 32], 1);
}

__global__ void read_global(const int* p, int* wrong) { count(p[threadIdx.x] == static_cast<int>(threadIdx.x), wrong); }
__global__ void read_pairs(const int2* p, int* wrong) {
  const int2 pair = p[threadIdx.x % 64];
  count(pair.y == static_cast<int>(threadIdx.x % 64 * 2 + 1), wrong);
}
__global__ void read_constants(const int*, int* wrong) { count(numbers_in_constants[threadIdx.x] == static_cast<int>(threadIdx.x), wrong); }
__global__ void read_variables(const int*, int* wrong) { count(numbers_on_device[threadIdx.x] == static_cast<int>(threadIdx.x), wrong); }
__global__ void read_table(const int*, int* wrong) { count(kTable[threadIdx.x % 4] == static_cast<int>(5 + threadIdx.x % 4), wrong); }
__global__ void read_shared(const int*, int* wrong) {
  __shared__ int numbers[kThreads];
  numbers[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  count(numbers[kThreads - 1 - threadIdx.x] == static_cast<int>(kThreads - 1 - threadIdx.x), wrong);
}
__global__ void read_dynamic(const int*, int* wrong) {
  extern __shared__ volatile int own[];
  own[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  count(own[kThreads - 1 - threadIdx.x] == static_cast<int>(kThreads - 1 - threadIdx.x), wrong);
}
__global__ void read_twice(const int* p, int* wrong) {  // the wrong number goes on as any other
  __shared__ int numbers[kThreads];
  numbers[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  count(numbers[threadIdx.x] == static_cast<int>(threadIdx.x), wrong);
}
__global__ void read_by_memcpy(const int* p, int* wrong) {
  int own;
  memcpy(&own, p + threadIdx.x, sizeof own);
  count(own == static_cast<int>(threadIdx.x), wrong);
}
__global__ void read_the_same(const int*, int* wrong) {
  __shared__ volatile int zeros[kThreads];
  zeros[threadIdx.x] = 0;
  int sum = 0;
  for (int i = 0; i < 10; ++i) sum += zeros[threadIdx.x];
  count(sum == 0, wrong);
}
__global__ void read_own(const int*, int* wrong) {  // who has written it would notice
  __shared__ volatile int numbers[kThreads];
  numbers[threadIdx.x] = static_cast<int>(threadIdx.x);
  count(numbers[threadIdx.x] == static_cast<int>(threadIdx.x), wrong);
}
__global__ void read_again(const int* p, int* wrong) {  // by any width
  const volatile int* const all = p;
  const int once = all[threadIdx.x], again = all[threadIdx.x];
  const int4 four = reinterpret_cast<const int4*>(p)[threadIdx.x / 4];
  const int in_four[] = {four.x, four.y, four.z, four.w};
  count(once == again && once == in_four[threadIdx.x % 4], wrong);
}
__global__ void read_texture(cudaTextureObject_t texture, int* wrong) {
  count(tex1Dfetch<int>(texture, static_cast<int>(threadIdx.x)) == static_cast<int>(threadIdx.x), wrong);
}
__global__ void add_up(int* p, int* wrong) {  // atomics are not loads
  count(atomicAdd(&p[threadIdx.x], 0) == static_cast<int>(threadIdx.x), wrong);
}

template <class Launch>
void show(const char* name, Launch launch) {
  int* wrong;
  cudaMallocManaged(&wrong, 4 * sizeof(int));
  memset(wrong, 0, 4 * sizeof(int));
  launch(wrong);
  cudaDeviceSynchronize();
  std::printf("%s %d %d %d %d\n", name, wrong[0], wrong[1], wrong[2], wrong[3]);
  cudaFree(wrong);
}

int main() {
  int numbers[kThreads];
  for (int i = 0; i < kThreads; ++i) numbers[i] = i;
  int* p;
  cudaMalloc(&p, sizeof numbers);
  cudaMemcpy(p, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(numbers_in_constants, numbers, sizeof numbers);
  cudaMemcpyToSymbol(numbers_on_device, numbers, sizeof numbers);

  const auto show_kernel = [&](const char* name, void (*kernel)(const int*, int*)) {
    show(name, [&](int* wrong) { kernel<<<1, kThreads, sizeof numbers>>>(p, wrong); });
  };
  show_kernel("global", read_global);
  show("pairs", [&](int* wrong) { read_pairs<<<1, kThreads>>>(reinterpret_cast<const int2*>(p), wrong); });
  show_kernel("constants", read_constants);
  show_kernel("variables", read_variables);
  show_kernel("shared", read_shared);
  show_kernel("dynamic", read_dynamic);
  show_kernel("twice", read_twice);
  show_kernel("memcpy", read_by_memcpy);
  cudaResourceDesc memory{};
  memory.resType = cudaResourceTypeLinear;
  memory.res.linear = {p, cudaCreateChannelDesc<int>(), sizeof numbers};
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &memory, &how, nullptr);
  show("texture", [&](int* wrong) { read_texture<<<1, kThreads>>>(texture, wrong); });
  cudaDestroyTextureObject(texture);

  show_kernel("table", read_table);
  show_kernel("same", read_the_same);
  show_kernel("own", read_own);
  show_kernel("again", read_again);
  show("atomics", [&](int* wrong) { add_up<<<1, kThreads>>>(p, wrong); });
  int after[kThreads];
  cudaMemcpy(after, p, sizeof after, cudaMemcpyDeviceToHost);
  std::printf("%s\n", memcmp(after, numbers, sizeof after) == 0 ? "as before" : "changed");
  cudaFree(p);
}
