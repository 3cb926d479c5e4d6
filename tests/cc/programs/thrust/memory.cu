// Thrust's memory: vectors and pointers of the device, what the host reads and writes there, and kernels and streams that use it.
#include <thrust/copy.h>
#include <thrust/device_delete.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_new.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/universal_vector.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d: %s\n", __LINE__, #condition), std::exit(1)

__global__ void twice(int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= 2;
}

struct Pair {
  int key;
  double value;
};

struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};

void vectors() {
  thrust::host_vector<int> host(1000);
  for (int i = 0; i < 1000; ++i) host[i] = i;
  thrust::device_vector<int> device = host;
  twice<<<4, 256>>>(thrust::raw_pointer_cast(device.data()), 1000);
  EXPECT(device[999] == 1998);  // the host waits for the kernel
  device[3] = 77;
  device[3] += 1;
  device[4] = device[3];
  EXPECT(device[4] == 78);
  twice<<<4, 256>>>(thrust::raw_pointer_cast(&device[0]), 1000);
  host = device;
  EXPECT(host[4] == 156 && host[999] == 3996);

  device.push_back(5);
  device.insert(device.begin(), 4);
  EXPECT(device.size() == 1002 && device.front() == 4 && device.back() == 5);
  device.erase(device.begin() + 1, device.end() - 1);
  device.resize(4, 9);
  EXPECT(device[1] == 5 && device[3] == 9);
  thrust::device_vector<int> other(device);
  EXPECT(other == device);
  other.clear();
  other.shrink_to_fit();
  EXPECT(other.empty());

  thrust::device_vector<Pair> pairs(3);
  pairs[2] = Pair{7, 0.5};
  const Pair pair = pairs[2];
  EXPECT(pair.key == 7 && pair.value == 0.5);

  thrust::universal_vector<int> shared(10, 3);
  twice<<<1, 32>>>(thrust::raw_pointer_cast(shared.data()), 10);
  cudaDeviceSynchronize();
  shared[0] += 1;
  EXPECT(thrust::reduce(thrust::device, shared.begin(), shared.end()) == 61);
}

void copies() {
  std::vector<float> host(100, 1.5f), back(100);
  thrust::device_vector<float> device(host.begin(), host.end());
  thrust::device_vector<double> wide(100);
  thrust::copy(device.begin(), device.end(), wide.begin());  // converts on the device
  EXPECT(wide[99] == 1.5);
  thrust::copy(wide.begin(), wide.end(), back.begin());  // converts on the way
  EXPECT(back == host);
  host.assign(100, 2.5f);
  thrust::copy_n(host.begin(), 100, wide.begin());
  EXPECT(wide[50] == 2.5);
}

void pointers() {
  const int n = 500;
  float* raw;
  cudaMalloc(&raw, n * sizeof(float));
  thrust::device_ptr<float> wrapped(raw);
  thrust::fill(wrapped, wrapped + n, 1.5f);
  EXPECT(wrapped[n - 1] == 1.5f && thrust::reduce(wrapped, wrapped + n) == 1.5f * n);
  *wrapped = 8;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::transform(thrust::cuda::par.on(stream), raw, raw + n, raw, Square());
  thrust::sort(thrust::cuda::par_nosync.on(stream), raw, raw + n);
  cudaStreamSynchronize(stream);
  EXPECT(wrapped[0] == 2.25f && wrapped[n - 1] == 64);
  EXPECT(thrust::reduce(thrust::cuda::par.on(stream), raw, raw + n, 0.f, thrust::maximum<float>()) == 64);
  cudaStreamDestroy(stream);
  cudaFree(raw);

  thrust::device_ptr<int> made = thrust::device_malloc<int>(10);
  thrust::sequence(made, made + 10);
  EXPECT(made[9] == 9);
  thrust::device_free(made);
  made = thrust::device_new<int>(4);
  thrust::device_delete(made, 4);
}

int main() {
  vectors();
  copies();
  pointers();
  std::puts("passed");
}
