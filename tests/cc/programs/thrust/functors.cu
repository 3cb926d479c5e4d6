// What programs give to Thrust's algorithms: functors, lambdas and placeholders, and iterators that compute what they point to.
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <cstdio>
#include <cstdlib>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d: %s\n", __LINE__, #condition), std::exit(1)

using namespace thrust::placeholders;

struct Histogram {
  int* bins;
  __device__ void operator()(int x) const { atomicAdd(&bins[x % 4], 1); }
};

struct Axpy {
  float a;
  template <class Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    thrust::get<2>(t) = a * thrust::get<0>(t) + thrust::get<1>(t);
  }
};

struct Uniform {
  __host__ __device__ float operator()(unsigned i) const {
    thrust::default_random_engine engine;
    engine.discard(i);
    return thrust::uniform_real_distribution<float>(0, 1)(engine);
  }
};

__global__ void sums_of_rows(const float* m, float* sums, int columns) {
  const float* const row = m + threadIdx.x * columns;
  sums[threadIdx.x] = thrust::reduce(thrust::seq, row, row + columns);
}

int main() {
  const int n = 1000;
  const thrust::counting_iterator<int> zero(0);

  thrust::device_vector<int> bins(4);
  thrust::for_each(zero, zero + n, Histogram{thrust::raw_pointer_cast(bins.data())});
  EXPECT(bins[0] == 250 && bins[3] == 250);
  thrust::for_each(thrust::device, zero, zero + 2, [] __device__(int i) { std::printf("element %d\n", i); });

  thrust::device_vector<float> x(n, 2), y(n, 1), z(n);
  const auto first = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin()));
  thrust::for_each(first, first + n, Axpy{3});
  EXPECT(z[n - 1] == 7);
  thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), 10 * _1 + _2);
  EXPECT(z[0] == 21);
  float* const raw = thrust::raw_pointer_cast(z.data());
  thrust::for_each_n(thrust::device, zero, n, [=] __device__(int i) { raw[i] = i; });
  EXPECT(z[n - 1] == n - 1);
  thrust::transform_if(z.begin(), z.end(), x.begin(), thrust::negate<float>(), _1 > 500);
  EXPECT(x[500] == 2 && x[501] == -501);

  const auto squares = thrust::make_transform_iterator(zero, [] __host__ __device__(int i) { return i * i; });
  EXPECT(thrust::reduce(thrust::device, squares, squares + 4) == 14);
  EXPECT(thrust::transform_reduce(z.begin(), z.begin() + 4, _1 * _1, 0.f, thrust::plus<float>()) == 14);
  thrust::device_vector<int> map(2);
  map[0] = 7;
  map[1] = 9;
  const auto chosen = thrust::make_permutation_iterator(z.begin(), map.begin());
  EXPECT(thrust::reduce(chosen, chosen + 2) == 16);
  const auto row_of = thrust::make_transform_iterator(zero, _1 / 4);
  thrust::device_vector<int> ones(3);
  thrust::reduce_by_key(row_of, row_of + 12, thrust::make_constant_iterator(1), thrust::make_discard_iterator(), ones.begin());
  EXPECT(ones[2] == 4);

  thrust::device_vector<thrust::complex<float>> roots(4);
  thrust::tabulate(roots.begin(), roots.end(), [] __device__(int i) { return thrust::polar(1.f, 1.5707963f * i); });
  const thrust::complex<float> sum = thrust::reduce(roots.begin(), roots.end());
  EXPECT(thrust::abs(sum) < 1e-6f && thrust::abs(static_cast<thrust::complex<float>>(roots[2]) + 1.f) < 1e-6f);

  thrust::device_vector<float> random(n);
  thrust::transform(zero, zero + n, random.begin(), Uniform());
  EXPECT(random[99] == Uniform()(99));  // the host's are the same

  thrust::device_vector<float> sums(10);
  sums_of_rows<<<1, 10>>>(raw, thrust::raw_pointer_cast(sums.data()), 100);
  EXPECT(sums[1] == 14950);
  std::puts("passed");
}
