/// @file
/// @brief Products of tensor-core fragments of each shape and type, in each layout, against plain loops.
#include "device_test.hpp"

#include <mma.h>

#include <climits>
#include <vector>

namespace wmma = nvcuda::wmma;

namespace {

template <class T>
__host__ __device__ T number(int value) {
  return T(static_cast<float>(value));
}

/// d = a·b + c for one warp; each matrix is dense, in the layout that its fragment has.
template <int m, int n, int k, class T, class Stored, class LayoutA, class LayoutB, class D, class C>
__global__ void multiply(const Stored* a, const Stored* b, const C* c, D* d) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, C> fc;
  wmma::fragment<wmma::accumulator, m, n, k, D> fd;
  wmma::load_matrix_sync(fa, a, std::is_same<LayoutA, wmma::row_major>::value ? k : m);
  wmma::load_matrix_sync(fb, b, std::is_same<LayoutB, wmma::row_major>::value ? n : k);
  wmma::load_matrix_sync(fc, c, n, wmma::mem_row_major);
  for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = number<Stored>(2 * static_cast<int>(static_cast<float>(fa.x[i])));
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(d, fd, m, wmma::mem_col_major);
}

template <int m, int n, int k, class T, class Stored, class LayoutA, class LayoutB, class D, class C>
void check_layouts() {
  Shared<Stored> a(m * k), b(k * n);
  Shared<C> c(m * n);
  Shared<D> d(m * n);
  const int smallest = std::is_unsigned<Stored>::value ? 0 : -3;
  std::vector<int> plain_a(m * k), plain_b(k * n);  // row by row
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < k; ++j) {
      const int value = plain_a[i * k + j] = static_cast<int>(random_bits(i * k + j) % 7) + smallest;
      a[std::is_same<LayoutA, wmma::row_major>::value ? i * k + j : j * m + i] = number<Stored>(value);
    }
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < n; ++j) {
      const int value = plain_b[i * n + j] = static_cast<int>(random_bits(999 + i * n + j) % 7) + smallest;
      b[std::is_same<LayoutB, wmma::row_major>::value ? i * n + j : j * k + i] = number<Stored>(value);
    }
  for (int i = 0; i < m * n; ++i) c[i] = number<C>(i);
  multiply<m, n, k, T, Stored, LayoutA, LayoutB, D, C><<<1, 32>>>(a.data(), b.data(), c.data(), d.data());
  finish();
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = i * n + j;
      for (int step = 0; step < k; ++step) sum += 2 * plain_a[i * k + step] * plain_b[step * n + j];
      wrong += static_cast<float>(d[j * m + i]) != static_cast<float>(sum);
    }
  CHECK(wrong == 0);
}

template <int m, int n, int k, class T, class Stored, class D, class C>
void check_product() {
  check_layouts<m, n, k, T, Stored, wmma::row_major, wmma::row_major, D, C>();
  check_layouts<m, n, k, T, Stored, wmma::row_major, wmma::col_major, D, C>();
  check_layouts<m, n, k, T, Stored, wmma::col_major, wmma::row_major, D, C>();
  check_layouts<m, n, k, T, Stored, wmma::col_major, wmma::col_major, D, C>();
}

template <int m, int n>
void check_shape() {
  check_product<m, n, 16, __half, __half, float, float>();
  check_product<m, n, 16, __half, __half, __half, __half>();
  check_product<m, n, 16, __half, __half, __half, float>();
  check_product<m, n, 16, __half, __half, float, __half>();
  check_product<m, n, 16, __nv_bfloat16, __nv_bfloat16, float, float>();
  check_product<m, n, 16, signed char, signed char, int, int>();
  check_product<m, n, 16, unsigned char, unsigned char, int, int>();
}

__global__ void overflow(int* out, bool saturates) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c;
  wmma::fill_fragment(a, 1);
  wmma::fill_fragment(b, 1);
  wmma::fill_fragment(c, INT_MAX);
  wmma::mma_sync(c, a, b, c, saturates);
  out[threadIdx.x] = c.x[0];
}

}  // namespace

TEST_CASE("tensor cores multiply fragments of each shape, type and layout", "[wmma]") {
  check_shape<16, 16>();
  check_shape<32, 8>();
  check_shape<8, 32>();
  check_product<16, 16, 8, wmma::precision::tf32, float, float, float>();
  check_product<8, 8, 4, double, double, double, double>();
}

TEST_CASE("sums of bytes wrap, or stay at the largest", "[wmma]") {
  Shared<int> out(32);
  overflow<<<1, 32>>>(out.data(), false);
  finish();
  CHECK(out[5] == INT_MIN + 15);
  overflow<<<1, 32>>>(out.data(), true);
  finish();
  CHECK(out[5] == INT_MAX);
}
