// Thrust's algorithms on vectors of the device, against what they do by definition.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d: %s\n", __LINE__, #condition), std::exit(1)

using Ints = thrust::device_vector<int>;
using namespace thrust::placeholders;

Ints ints(std::initializer_list<int> values) { return Ints(values.begin(), values.end()); }

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x & 1; }
};

void sorts() {
  std::vector<int> host(3000);
  for (int i = 0; i < 3000; ++i) host[i] = i * 7919 % 3001 - 1500;
  Ints keys(host.begin(), host.end()), places(3000);
  thrust::sequence(places.begin(), places.end());
  thrust::sort_by_key(keys.begin(), keys.end(), places.begin());
  std::vector<int> sorted = host;
  std::sort(sorted.begin(), sorted.end());
  EXPECT(std::equal(sorted.begin(), sorted.end(), thrust::host_vector<int>(keys).begin()));
  EXPECT(host[places[17]] == keys[17]);
  thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
  EXPECT(keys[0] == sorted.back() && keys[2999] == sorted.front());
  EXPECT(thrust::is_sorted(keys.begin(), keys.end(), thrust::greater<int>()));

  Ints tens = ints({31, 12, 30, 11}), order = ints({0, 1, 2, 3});
  thrust::stable_sort_by_key(tens.begin(), tens.end(), order.begin(), [] __device__(int a, int b) { return a / 10 < b / 10; });
  EXPECT(order == ints({1, 3, 0, 2}));
}

void sums() {
  Ints x(1000), y(1000);
  thrust::sequence(x.begin(), x.end());
  EXPECT(thrust::reduce(x.begin(), x.end(), 5) == 499505);
  EXPECT(thrust::inner_product(x.begin(), x.begin() + 4, x.begin(), 1) == 15);
  thrust::inclusive_scan(x.begin(), x.end(), y.begin());
  EXPECT(y[999] == 499500);
  thrust::exclusive_scan(x.begin(), x.end(), x.begin(), 100);  // in place
  EXPECT(x[0] == 100 && x[3] == 103);
  thrust::adjacent_difference(y.begin(), y.end(), y.begin());
  EXPECT(y[0] == 0 && y[999] == 999);

  Ints keys = ints({1, 1, 2, 2, 2, 1}), values = ints({1, 2, 3, 4, 5, 6}), heads(6), totals(6);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), heads.begin(), totals.begin());
  EXPECT(ends.first - heads.begin() == 3 && ends.second - totals.begin() == 3);
  EXPECT(heads[1] == 2 && totals[1] == 12);
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), totals.begin());
  EXPECT(totals == ints({1, 3, 3, 7, 12, 6}));
  thrust::exclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), totals.begin());
  EXPECT(totals == ints({0, 1, 0, 3, 7, 0}));

  // One float after the other would lose 2.5 % of it.
  const thrust::device_vector<float> tenths(1 << 22, 0.1f);
  EXPECT(std::abs(thrust::reduce(tenths.begin(), tenths.end()) / 419430.4f - 1) < 1e-6f);
}

void searches() {
  const Ints x = ints({3, 1, 4, 1, 5, 9, 2, 6});
  EXPECT(thrust::max_element(x.begin(), x.end()) - x.begin() == 5);
  EXPECT(*thrust::min_element(x.begin(), x.end()) == 1);
  EXPECT(*thrust::minmax_element(x.begin(), x.end()).second == 9);
  EXPECT(thrust::find(x.begin(), x.end(), 4) - x.begin() == 2);
  EXPECT(thrust::find_if(x.begin(), x.end(), _1 > 4) - x.begin() == 4);
  EXPECT(thrust::count(x.begin(), x.end(), 1) == 2 && thrust::count_if(x.begin(), x.end(), IsOdd()) == 5);
  EXPECT(thrust::any_of(x.begin(), x.end(), _1 == 9) && !thrust::all_of(x.begin(), x.end(), IsOdd()));
  EXPECT(!thrust::equal(x.begin(), x.begin() + 3, x.begin() + 3));

  const Ints sorted = ints({1, 3, 3, 7}), wanted = ints({0, 3, 8});
  EXPECT(thrust::lower_bound(sorted.begin(), sorted.end(), 3) - sorted.begin() == 1);
  EXPECT(thrust::upper_bound(sorted.begin(), sorted.end(), 3) - sorted.begin() == 3);
  EXPECT(thrust::binary_search(sorted.begin(), sorted.end(), 7) && !thrust::binary_search(sorted.begin(), sorted.end(), 2));
  Ints places(3);
  thrust::upper_bound(sorted.begin(), sorted.end(), wanted.begin(), wanted.end(), places.begin());
  EXPECT(places == ints({0, 3, 4}));
}

void selections() {
  Ints x(1000), y(1000);
  thrust::sequence(x.begin(), x.end());
  EXPECT(thrust::copy_if(x.begin(), x.end(), y.begin(), IsOdd()) - y.begin() == 500);
  EXPECT(y[499] == 999);
  EXPECT(thrust::partition(x.begin(), x.end(), IsOdd()) - x.begin() == 500);
  EXPECT(thrust::stable_partition(y.begin(), y.begin() + 500, _1 > 500) - y.begin() == 250 && y[0] == 501);
  x.erase(thrust::remove_if(x.begin(), x.end(), IsOdd()), x.end());
  EXPECT(x.size() == 500 && thrust::reduce(x.begin(), x.end()) == 249500);

  Ints keys = ints({1, 1, 2, 2, 1}), values = ints({1, 2, 3, 4, 5});
  EXPECT(thrust::unique_by_key(keys.begin(), keys.end(), values.begin()).first - keys.begin() == 3);
  EXPECT(values[1] == 3 && values[2] == 5);
  Ints same = ints({4, 4, 4, 2});
  EXPECT(thrust::unique(same.begin(), same.end()) - same.begin() == 2);
  thrust::replace_if(same.begin(), same.end(), _1 == 4, 1);
  thrust::reverse(same.begin(), same.end());
  EXPECT(same[3] == 1);
}

void sets() {
  const Ints a = ints({1, 3, 5, 7}), b = ints({3, 4, 5, 6});
  Ints c(8);
  EXPECT(thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), c.begin()) - c.begin() == 6);
  EXPECT(thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), c.begin()) - c.begin() == 2 && c[1] == 5);
  EXPECT(thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), c.begin()) - c.begin() == 2 && c[1] == 7);
  EXPECT(thrust::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), c.begin()) - c.begin() == 4);
  thrust::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin());
  EXPECT(c == ints({1, 3, 3, 4, 5, 5, 6, 7}));

  const Ints map = ints({2, 0, 1, 3});
  Ints moved(4);
  thrust::gather(map.begin(), map.end(), a.begin(), moved.begin());
  EXPECT(moved == ints({5, 1, 3, 7}));
  thrust::scatter(a.begin(), a.end(), map.begin(), moved.begin());
  EXPECT(moved == ints({3, 5, 1, 7}));
}

int main() {
  sorts();
  sums();
  searches();
  selections();
  sets();
  std::puts("passed");
}
