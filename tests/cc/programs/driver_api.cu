// The driver API beside the runtime API: contexts, memory by numbers, a kernel of the program launched by its handle.
#include <cuda.h>

#include <cstdio>
#include <cstring>

#define CHECK(call)                                                          \
  do {                                                                       \
    const CUresult status_ = (call);                                         \
    if (status_ != CUDA_SUCCESS) {                                           \
      const char *name, *text;                                               \
      cuGetErrorName(status_, &name);                                        \
      cuGetErrorString(status_, &text);                                      \
      std::printf("line %d: %s gives %s, %s\n", __LINE__, #call, name, text); \
      return 1;                                                              \
    }                                                                        \
  } while (0)
#define EXPECT(condition)                                         \
  do {                                                            \
    if (!(condition)) {                                           \
      std::printf("line %d: not %s\n", __LINE__, #condition);     \
      return 1;                                                   \
    }                                                             \
  } while (0)

__global__ void add(float* a, float value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += value;
}

static int contexts() {
  int count;
  CUdevice device;
  CUdeviceptr p;
  EXPECT(cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuInit(0));
  CHECK(cuDeviceGetCount(&count));
  EXPECT(count == 1);
  EXPECT(cuDeviceGet(&device, count) == CUDA_ERROR_INVALID_DEVICE);
  CHECK(cuDeviceGet(&device, 0));
  EXPECT(cuMemAlloc(&p, 4) == CUDA_ERROR_INVALID_CONTEXT);

  CUcontext first, second, now;
  CHECK(cuCtxGetCurrent(&now));
  EXPECT(now == nullptr);
  CHECK(cuCtxCreate(&first, 0, device));  // as until CUDA 12
  CHECK(cuCtxCreate(&second, nullptr, CU_CTX_SCHED_YIELD, device));
  unsigned flags;
  CHECK(cuCtxGetFlags(&flags));
  EXPECT(flags == CU_CTX_SCHED_YIELD);
  CHECK(cuCtxPopCurrent(&now));
  EXPECT(now == second);
  CHECK(cuCtxGetCurrent(&now));
  EXPECT(now == first);
  CHECK(cuCtxDestroy(second));
  EXPECT(cuCtxPushCurrent(second) == CUDA_ERROR_INVALID_CONTEXT);
  CHECK(cuCtxDestroy(first));

  int active;
  CHECK(cuDevicePrimaryCtxGetState(device, &flags, &active));
  EXPECT(active == 0);
  cudaFree(nullptr);  // the runtime API makes the primary context current
  CHECK(cuDevicePrimaryCtxRetain(&first, device));
  CHECK(cuCtxGetCurrent(&now));
  EXPECT(now == first);
  CHECK(cuDevicePrimaryCtxRelease(device));
  return 0;
}

static int device() {
  char name[8];
  int major, minor, threads;
  size_t bytes;
  CHECK(cuDeviceGetName(name, sizeof name, 0));
  EXPECT(std::strlen(name) == sizeof name - 1);
  CHECK(cuDeviceComputeCapability(&major, &minor, 0));
  EXPECT(major == 9 && minor == 0);
  CHECK(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0));
  EXPECT(threads == 1024);
  CHECK(cuDeviceTotalMem(&bytes, 0));
  EXPECT(bytes > 0);
  EXPECT(cuDeviceTotalMem(&bytes, 1) == CUDA_ERROR_INVALID_DEVICE);
  const char* text;
  EXPECT(cuGetErrorName((CUresult)12345, &text) == CUDA_ERROR_INVALID_VALUE && text == nullptr);
  return 0;
}

static int memory_and_launch() {
  constexpr int n = 1000;
  CUdeviceptr a, bytes;
  CHECK(cuMemAlloc(&a, n * sizeof(float)));
  CHECK(cuMemsetD32(a, 0x3f800000, n));
  EXPECT(cuMemsetD32(a + 2, 0, 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemAlloc(&bytes, 16));
  CHECK(cuMemsetD8(bytes, 1, 4));
  CHECK(cuMemsetD16(bytes + 4, 0x0203, 2));
  CHECK(cuMemsetD2D8(bytes + 8, 4, 7, 2, 2));
  CHECK(cuMemsetD2D8(bytes + 10, 4, 8, 2, 2));
  unsigned char values[16];
  CHECK(cuMemcpyDtoH(values, bytes, sizeof values));
  const unsigned char expected[16] = {1, 1, 1, 1, 3, 2, 3, 2, 7, 7, 8, 8, 7, 7, 8, 8};
  EXPECT(std::memcmp(values, expected, sizeof expected) == 0);

  CUfunction function;
  EXPECT(cudaGetFuncBySymbol(&function, add) == cudaSuccess);
  int registers;
  CHECK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
  EXPECT(registers > 0);
  CUstream stream;
  CUevent start, stop;
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
  CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
  CHECK(cuStreamSynchronize(nullptr));
  CHECK(cuEventRecord(start, stream));
  float value = 2;
  int count = n;
  void* arguments[] = {&a, &value, &count};
  CHECK(cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
  EXPECT(cuLaunchKernel(function, 4, 1, 1, 2048, 1, 1, 0, stream, arguments, nullptr) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cudaGetLastError() == cudaSuccess);  // the driver's errors are not the runtime's
  CHECK(cuEventRecord(stop, stream));
  float result[n], milliseconds;
  CHECK(cuMemcpyDtoHAsync(result, a, sizeof result, stream));
  CHECK(cuStreamSynchronize(stream));
  CHECK(cuEventElapsedTime(&milliseconds, start, stop));
  for (float x : result) EXPECT(x == 3);

  size_t size;
  CUdeviceptr base;
  unsigned type;
  CHECK(cuMemGetAddressRange(&base, &size, a + 16));
  EXPECT(base == a && size == n * sizeof(float));
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a));
  EXPECT(type == CU_MEMORYTYPE_DEVICE);
  EXPECT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&type) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuEventDestroy(start));
  CHECK(cuEventDestroy(stop));
  CHECK(cuStreamDestroy(stream));
  CHECK(cuMemFree(a));
  CHECK(cuMemFree(bytes));
  return 0;
}

int main() {
  if (contexts() != 0 || device() != 0 || memory_and_launch() != 0) return 1;
  std::puts("passed");
}
