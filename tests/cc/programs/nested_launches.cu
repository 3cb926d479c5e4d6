/// @file
/// @brief Dynamic parallelism: kernels that launch kernels, copies and fills; order, streams, limits and errors. Prints "passed".
#include <cstdio>
#include <cstdlib>

namespace {
void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s\n", line, cudaGetErrorName(error));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)
void expect(bool holds, int line) {
  if (holds) return;
  std::printf("line %d: wrong\n", line);
  std::exit(1);
}
#define EXPECT(condition) expect(condition, __LINE__)
}  // namespace

// Halves a range until it is small, as a quicksort does.
__global__ void fill(int* data, int left, int right, int depth) {
  if (right - left <= 4) {
    for (int i = left; i < right; ++i) data[i] = i * 2;
    return;
  }
  const int middle = (left + right) / 2;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  fill<<<1, 1, 0, a>>>(data, left, middle, depth + 1);
  cudaStreamDestroy(a);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  fill<<<1, 1, 0, b>>>(data, middle, right, depth + 1);
  cudaStreamDestroy(b);
}

__global__ void add(int* p, int value) { p[threadIdx.x] += value; }
template <class T>
__global__ void scale(T* p, T factor) {
  extern __shared__ char raw[];
  T* s = reinterpret_cast<T*>(raw);
  s[threadIdx.x] = p[threadIdx.x] * factor;
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}
__global__ void sum(const int* p, int n, int* out) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += p[i];
  *out = all;
}

// Launches of one block into one stream run in their order; the tail sees everything.
__global__ void parent(int* p, int* out) {
  if (threadIdx.x != 0) return;
  p[0] = 1;  // seen by the children
  sum<<<1, 1, 0, cudaStreamTailLaunch>>>(p, 32, out);
  add<<<1, 32>>>(p, 3);
  scale<int><<<1, 32, 32 * sizeof(int)>>>(p, 2);
  add<<<1, 32, 0, cudaStreamFireAndForget>>>(p + 32, 5);
}

__global__ void per_block(int* p) {
  if (threadIdx.x == 0) add<<<1, 8>>>(p + 8 * blockIdx.x, static_cast<int>(blockIdx.x) + 1);
}

__global__ void copies(int* from, int* to) {
  __shared__ cudaStream_t stream;
  if (threadIdx.x == 0) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  __syncthreads();
  if (threadIdx.x == 0) {
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMemsetAsync(to, 0, 32 * sizeof(int), stream);
    cudaMemcpyAsync(to, from, 16 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(nullptr, event, 0);
    add<<<1, 32>>>(to, 1);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
  }
}

// Launches itself again and again, and never gets deeper.
__global__ void repeat(int* count, int times) {
  ++*count;
  if (*count < times) repeat<<<1, 1, 0, cudaStreamTailLaunch>>>(count, times);
}

__global__ void nest(int* deepest, int depth, cudaError_t* refused) {
  *deepest = depth;
  nest<<<1, 1>>>(deepest, depth + 1, refused);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) *refused = error;
}

__global__ void too_many(cudaError_t* first, int* launched, int* sink) {
  for (int i = 0; i < 3000; ++i) {
    add<<<1, 1>>>(sink, 1);
    *first = cudaPeekAtLastError();
    if (cudaGetLastError() != cudaSuccess) return;
    ++*launched;
  }
}

__global__ void wrong(cudaError_t* errors, cudaStream_t of_host) {
  add<<<1, 2048>>>(nullptr, 1);
  errors[0] = cudaGetLastError();
  add<<<1, 1, 0, of_host>>>(nullptr, 1);
  errors[1] = cudaGetLastError();
  errors[2] = cudaGetLastError();
  int device = -1, warp = 0, version = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  cudaRuntimeGetVersion(&version);
  errors[3] = device == 0 && warp == 32 && version >= 12000 ? cudaSuccess : cudaErrorUnknown;
  cudaFuncAttributes attributes;
  errors[4] = cudaFuncGetAttributes(&attributes, add);
}

int main() {
  int *p, *out;
  CHECK(cudaMallocManaged(&p, 256 * sizeof(int)));
  CHECK(cudaMallocManaged(&out, 16 * sizeof(int)));
  fill<<<1, 1>>>(p, 0, 256, 0);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 256; ++i) EXPECT(p[i] == 2 * i);

  for (int i = 0; i < 256; ++i) p[i] = 0;
  parent<<<1, 64>>>(p, out);
  add<<<1, 1>>>(out, 1000);  // the next in the stream waits for the whole family
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[0] == 8 && p[1] == 6 && p[32] == 5);
  EXPECT(out[0] == 8 + 31 * 6 + 1000);

  for (int i = 0; i < 256; ++i) p[i] = 0;
  per_block<<<32, 32>>>(p);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 256; ++i) EXPECT(p[i] == i / 8 + 1);

  for (int i = 0; i < 32; ++i) p[i] = 10 + i;
  copies<<<1, 32>>>(p, p + 64);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) EXPECT(p[64 + i] == (i < 16 ? 11 + i : 1));

  out[0] = 0;
  repeat<<<1, 1>>>(out, 1000);
  CHECK(cudaDeviceSynchronize());
  EXPECT(out[0] == 1000);

  cudaError_t* errors;
  CHECK(cudaMallocManaged(&errors, 8 * sizeof(cudaError_t)));
  nest<<<1, 1>>>(out, 0, errors);
  CHECK(cudaDeviceSynchronize());
  EXPECT(out[0] == 24 && errors[0] == cudaErrorLaunchMaxDepthExceeded);

  out[0] = 0;
  too_many<<<1, 1>>>(errors, out, out + 8);
  CHECK(cudaDeviceSynchronize());
  EXPECT(out[0] == 2048 && errors[0] == cudaErrorLaunchPendingCountExceeded);
  out[0] = 0;
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  too_many<<<1, 1>>>(errors, out, out + 8);
  CHECK(cudaDeviceSynchronize());
  EXPECT(out[0] == 3000 && errors[0] == cudaSuccess);

  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  wrong<<<1, 1>>>(errors, stream);
  CHECK(cudaDeviceSynchronize());
  EXPECT(errors[0] == cudaErrorInvalidValue && errors[1] == cudaErrorInvalidResourceHandle && errors[2] == cudaSuccess);
  EXPECT(errors[3] == cudaSuccess && errors[4] == cudaSuccess);
  CHECK(cudaStreamDestroy(stream));
  for (void* memory : {static_cast<void*>(p), static_cast<void*>(out), static_cast<void*>(errors)}) CHECK(cudaFree(memory));
  std::printf("passed\n");
}
