// CUB in kernels: what a block and its warps do together.
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d: %s\n", __LINE__, #condition), std::exit(1)

constexpr int kThreads = 128, kItems = 4, kCount = kThreads * kItems;

struct Larger {
  template <class T>
  __device__ T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};

template <cub::BlockReduceAlgorithm algorithm>
__global__ void reduce(const float* in, float* out, int count) {
  using Reduce = cub::BlockReduce<float, kThreads, algorithm>;
  __shared__ typename Reduce::TempStorage storage;
  const float mine = threadIdx.x < count ? in[threadIdx.x] : 0;
  const float sum = Reduce(storage).Sum(mine, count);
  __syncthreads();
  const float largest = Reduce(storage).Reduce(mine, Larger());
  if (threadIdx.x == 0) out[0] = sum, out[1] = largest;
}

__global__ void sort_and_scan(const int* in, int* sorted, int* places, int* sums, int* total) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems, int>;
  using Scan = cub::BlockScan<int, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
  } shared;
  int keys[kItems], values[kItems], before[kItems], all;
  Load(shared.load).Load(in, keys);
  for (int i = 0; i < kItems; ++i) values[i] = threadIdx.x * kItems + i;
  __syncthreads();
  Sort(shared.sort).Sort(keys, values);
  __syncthreads();
  Scan(shared.scan).ExclusiveSum(keys, before, all);
  __syncthreads();
  Store(shared.store).Store(sorted, keys);
  __syncthreads();
  Store(shared.store).Store(places, values);
  __syncthreads();
  Store(shared.store).Store(sums, before);
  if (threadIdx.x == 0) *total = all;
}

// Eight lanes to a group, and whole warps with fewer items than lanes.
__global__ void warps(const int* in, int* out) {
  using Eight = cub::WarpReduce<int, 8>;
  using Whole = cub::WarpScan<int>;
  __shared__ typename Eight::TempStorage eight[kThreads / 8];
  __shared__ typename Whole::TempStorage whole[kThreads / 32];
  const int i = threadIdx.x;
  const int sum = Eight(eight[i / 8]).Sum(in[i]);
  if (i % 8 == 0) out[i / 8] = sum;
  int scanned;
  Whole(whole[i / 32]).InclusiveSum(in[i], scanned);
  out[kThreads / 8 + i] = scanned;
  using Part = cub::WarpReduce<int>;
  __shared__ typename Part::TempStorage part[kThreads / 32];
  const int first = Part(part[i / 32]).Reduce(in[i], Larger(), 5);
  if (i % 32 == 0) out[kThreads / 8 + kThreads + i / 32] = first;
}

__global__ void histogram(const unsigned char* in, unsigned* out) {
  using Histogram = cub::BlockHistogram<unsigned char, kThreads, kItems, 16, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ unsigned bins[16];
  unsigned char mine[kItems];
  for (int i = 0; i < kItems; ++i) mine[i] = in[threadIdx.x * kItems + i];
  Histogram(storage).Histogram(mine, bins);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

template <class T>
T* upload(const std::vector<T>& host) {
  T* device;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

template <class T>
std::vector<T> download(T* device, std::size_t count) {
  std::vector<T> host(count);
  EXPECT(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
  return host;
}

void reductions() {
  std::vector<float> in(kThreads);
  for (int i = 0; i < kThreads; ++i) in[i] = i * 37 % 101;
  float *const device = upload(in), *out;
  cudaMalloc(&out, 2 * sizeof(float));
  for (const int count : {kThreads, 77}) {
    const float sum = std::accumulate(in.begin(), in.begin() + count, 0.f), largest = *std::max_element(in.begin(), in.begin() + count);
    const std::vector<float> right{sum, largest};
    reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, kThreads>>>(device, out, count);
    EXPECT(download(out, 2) == right);
    reduce<cub::BLOCK_REDUCE_RAKING><<<1, kThreads>>>(device, out, count);
    EXPECT(download(out, 2) == right);
  }
  cudaFree(device);
  cudaFree(out);
}

void sorts() {
  std::vector<int> in(kCount);
  for (int i = 0; i < kCount; ++i) in[i] = i * 7919 % 1021 - 300;
  int *const device = upload(in), *sorted, *places, *sums, *total;
  for (int** p : {&sorted, &places, &sums, &total}) cudaMalloc(p, kCount * sizeof(int));
  sort_and_scan<<<1, kThreads>>>(device, sorted, places, sums, total);
  std::vector<int> right = in, before(kCount);
  std::sort(right.begin(), right.end());
  EXPECT(download(sorted, kCount) == right);
  EXPECT(in[download(places, kCount)[100]] == right[100]);
  for (int i = 1; i < kCount; ++i) before[i] = before[i - 1] + right[i - 1];
  EXPECT(download(sums, kCount) == before);
  EXPECT(download(total, 1)[0] == before.back() + right.back());
  for (int* p : {device, sorted, places, sums, total}) cudaFree(p);
}

void in_warps() {
  std::vector<int> in(kThreads);
  for (int i = 0; i < kThreads; ++i) in[i] = i * 37 % 101;
  int *const device = upload(in), *out;
  const int count = kThreads / 8 + kThreads + kThreads / 32;
  cudaMalloc(&out, count * sizeof(int));
  warps<<<1, kThreads>>>(device, out);
  const std::vector<int> got = download(out, count);
  for (int i = 0; i < kThreads; i += 8) EXPECT(got[i / 8] == std::accumulate(in.begin() + i, in.begin() + i + 8, 0));
  for (int i = 0; i < kThreads; ++i) EXPECT(got[kThreads / 8 + i] == std::accumulate(in.begin() + i / 32 * 32, in.begin() + i + 1, 0));
  for (int i = 0; i < kThreads; i += 32)
    EXPECT(got[kThreads / 8 + kThreads + i / 32] == *std::max_element(in.begin() + i, in.begin() + i + 5));
  cudaFree(device);
  cudaFree(out);
}

void histograms() {
  std::vector<unsigned char> in(kCount);
  std::vector<unsigned> right(16);
  for (int i = 0; i < kCount; ++i) ++right[in[i] = i * i % 16];
  unsigned char* const device = upload(in);
  unsigned* out;
  cudaMalloc(&out, 16 * sizeof(unsigned));
  histogram<<<1, kThreads>>>(device, out);
  EXPECT(download(out, 16) == right);
  cudaFree(device);
  cudaFree(out);
}

int main() {
  reductions();
  sorts();
  in_warps();
  histograms();
  std::puts("passed");
}
