// CUB's algorithms for whole arrays, each with the memory that it asks for.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d: %s\n", __LINE__, #condition), std::exit(1)

constexpr int kCount = 20000;

template <class T>
class Array {
 public:
  explicit Array(std::size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
  explicit Array(const std::vector<T>& host) : Array(host.size()) {
    cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(data_); }
  operator T*() const { return data_; }
  std::vector<T> get(std::size_t count) const {
    std::vector<T> host(count);
    EXPECT(cudaMemcpy(host.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    return host;
  }
  T first() const { return get(1)[0]; }

 private:
  std::size_t count_;
  T* data_;
};

// Each is called twice: how much memory does it need, and now do it.
template <class Algorithm>
void run(Algorithm&& algorithm) {
  std::size_t bytes = 0;
  EXPECT(algorithm(static_cast<void*>(nullptr), bytes) == cudaSuccess);
  Array<char> memory(bytes);
  EXPECT(algorithm(static_cast<void*>(memory), bytes) == cudaSuccess);
}

struct Below {
  int limit;
  __host__ __device__ bool operator()(int x) const { return x < limit; }
};

std::vector<int> numbers() {
  std::vector<int> all(kCount);
  for (int i = 0; i < kCount; ++i) all[i] = i * 7919ll % 10007 - 500;
  return all;
}

#ifdef REDUCE
void test(const std::vector<int>& host, int* in) {
  Array<int> out(1);
  run([&](void* memory, std::size_t& bytes) { return cub::DeviceReduce::Sum(memory, bytes, in, +out, kCount); });
  EXPECT(out.first() == std::accumulate(host.begin(), host.end(), 0));
  Array<cub::KeyValuePair<int, int>> where(1);
  run([&](void* memory, std::size_t& bytes) { return cub::DeviceReduce::ArgMin(memory, bytes, in, +where, kCount); });
  EXPECT(where.first().key == std::min_element(host.begin(), host.end()) - host.begin());

  const Array<int> offsets(std::vector<int>{0, 5, 5, 3000, kCount});
  Array<int> sums(4);
  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Sum(memory, bytes, in, +sums, 4, +offsets, offsets + 1);
  });
  const std::vector<int> segments = sums.get(4);
  EXPECT(segments[0] == std::accumulate(host.begin(), host.begin() + 5, 0) && segments[1] == 0);
  EXPECT(segments[3] == std::accumulate(host.begin() + 3000, host.end(), 0));
}
#endif

#ifdef SCAN
void test(const std::vector<int>& host, int* in) {
  Array<int> out(kCount), counts(kCount), total(1);
  std::vector<int> right(kCount);
  run([&](void* memory, std::size_t& bytes) { return cub::DeviceScan::InclusiveSum(memory, bytes, in, +out, kCount); });
  std::partial_sum(host.begin(), host.end(), right.begin());
  EXPECT(out.get(kCount) == right);

  std::vector<int> sevens(kCount);
  for (int i = 0; i < kCount; ++i) sevens[i] = i / 7;
  const Array<int> runs(sevens);
  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(memory, bytes, +runs, +out, +counts, +total, kCount);
  });
  EXPECT(total.first() == (kCount + 6) / 7 && out.get(10)[9] == 9 && counts.get(10)[9] == 7);
}
#endif

#ifdef SORT
void test(const std::vector<int>& host, int* in) {
  std::vector<int> places(kCount);
  std::iota(places.begin(), places.end(), 0);
  const Array<int> values(places);
  Array<int> keys(kCount), moved(kCount);
  run([&](void* memory, std::size_t& bytes) { return cub::DeviceRadixSort::SortPairs(memory, bytes, in, +keys, +values, +moved, kCount); });
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return host[a] < host[b]; });
  EXPECT(moved.get(kCount) == places);
  const std::vector<int> sorted = keys.get(kCount);
  EXPECT(std::is_sorted(sorted.begin(), sorted.end()) && sorted[77] == host[places[77]]);
}
#endif

#ifdef SELECT
void test(const std::vector<int>& host, int* in) {
  Array<int> out(kCount), total(1), bins(10);
  std::vector<int> low;
  std::copy_if(host.begin(), host.end(), std::back_inserter(low), Below{100});
  run([&](void* memory, std::size_t& bytes) { return cub::DeviceSelect::If(memory, bytes, in, +out, +total, kCount, Below{100}); });
  EXPECT(total.first() == static_cast<int>(low.size()) && out.get(low.size()) == low);
  run([&](void* memory, std::size_t& bytes) { return cub::DevicePartition::If(memory, bytes, in, +out, +total, kCount, Below{100}); });
  EXPECT(total.first() == static_cast<int>(low.size()) && out.get(low.size()) == low);

  std::vector<int> right(10);
  for (int x : host)
    if (x >= 0 && x < 10000) ++right[x / 1000];
  run([&](void* memory, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, in, +bins, 11, 0, 10000, kCount);
  });
  EXPECT(bins.get(10) == right);
}
#endif

int main() {
  const std::vector<int> host = numbers();
  const Array<int> in(host);
  test(host, in);
  std::puts("passed");
}
