/// @file
/// @brief Products of tensor-core fragments of 4 bits and of 1 bit, against plain loops.
#include "device_test.hpp"

#include <mma.h>

#include <climits>

namespace wmma = nvcuda::wmma;
namespace precision = nvcuda::wmma::experimental::precision;

namespace {

/// The matrices are dense; their rows, or b's columns, lie twice as far apart as they are long.
constexpr unsigned kSide = 8, kWords = 4, kApart = 2 * kWords, kSums = kSide * kSide;

template <class T, int k>
__device__ void load(const unsigned* a, const unsigned* b, wmma::fragment<wmma::matrix_a, 8, 8, k, T, wmma::row_major>& fa,
                     wmma::fragment<wmma::matrix_b, 8, 8, k, T, wmma::col_major>& fb) {
  wmma::load_matrix_sync(fa, a, 2 * k);
  wmma::load_matrix_sync(fb, b, 2 * k);
}

template <class T>
__global__ void multiply_4(const unsigned* a, const unsigned* b, int* sums, bool saturates) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
  load<T, 32>(a, b, fa, fb);
  wmma::load_matrix_sync(sum, sums, 8, wmma::mem_row_major);
  wmma::mma_sync(sum, fa, fb, sum, saturates);
  wmma::store_matrix_sync(sums, sum, 8, wmma::mem_row_major);
}

__global__ void multiply_1(const unsigned* a, const unsigned* b, int* differing, int* common) {
  wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
  load<precision::b1, 128>(a, b, fa, fb);
  wmma::fill_fragment(sum, 5);
  wmma::bmma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(differing, sum, 8, wmma::mem_row_major);
  wmma::fill_fragment(sum, 0);
  wmma::bmma_sync(sum, fa, fb, sum, wmma::experimental::bmmaBitOpAND, wmma::experimental::bmmaAccumulateOpPOPC);
  wmma::store_matrix_sync(common, sum, 8, wmma::mem_col_major);
}

__global__ void fill(unsigned* words) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, precision::u4, wmma::row_major> u4;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, precision::s4, wmma::col_major> s4;
  wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> b1;
  static_assert(u4.num_elements == 8 && u4.num_storage_elements == 1 && b1.num_elements == 32, "");
  wmma::fill_fragment(u4, 0x13u);
  wmma::fill_fragment(s4, -2);
  wmma::fill_fragment(b1, 3u);
  words[0] = u4.x[0];
  words[1] = static_cast<unsigned>(s4.x[0]);
  words[2] = b1.x[0];
}

struct Matrices {
  Shared<unsigned> a{kSide * kApart}, b{kSide * kApart};
  Matrices() {
    for (unsigned i = 0; i < kSide * kApart; ++i) {
      a[i] = static_cast<unsigned>(random_bits(i));
      b[i] = static_cast<unsigned>(random_bits(i + 1000));
    }
  }
  /// An element of a's row, or of b's column, of so many bits.
  static unsigned element(Shared<unsigned>& matrix, unsigned row, unsigned i, unsigned bits) {
    return matrix[row * kApart + i * bits / 32] >> i * bits % 32 & ((1u << bits) - 1);
  }
};

template <class T>
void check_4_bits(int low_bit_of_sign) {
  Matrices matrices;
  Shared<int> sums(kSums);
  for (unsigned i = 0; i < kSums; ++i) sums[i] = static_cast<int>(i);
  multiply_4<T><<<1, 32>>>(matrices.a.data(), matrices.b.data(), sums.data(), false);
  finish();
  const auto number = [&](unsigned bits) { return static_cast<int>(bits) - 2 * (static_cast<int>(bits) & low_bit_of_sign); };
  for (unsigned i = 0; i < kSums; ++i) {
    int expected = static_cast<int>(i);
    for (unsigned step = 0; step < 32; ++step)
      expected += number(Matrices::element(matrices.a, i / kSide, step, 4)) * number(Matrices::element(matrices.b, i % kSide, step, 4));
    if (sums[i] != expected) FAIL_CHECK(i << ": " << sums[i] << ", not " << expected);
  }
}

}  // namespace

TEST_CASE("fragments of 4 bits multiply, with a sign and without", "[wmma]") {
  check_4_bits<precision::s4>(8);
  check_4_bits<precision::u4>(0);
}

TEST_CASE("sums of fragments of 4 bits wrap, or saturate where asked", "[wmma]") {
  Shared<unsigned> ones(kSide * kApart);
  for (unsigned i = 0; i < ones.size(); ++i) ones[i] = 0x11111111u;
  for (const bool saturates : {false, true}) {
    Shared<int> sums(kSums);
    for (unsigned i = 0; i < kSums; ++i) sums[i] = INT_MAX;
    multiply_4<precision::u4><<<1, 32>>>(ones.data(), ones.data(), sums.data(), saturates);
    finish();
    CHECK(sums[9] == (saturates ? INT_MAX : INT_MIN + 31));
  }
}

TEST_CASE("fragments of bits count where rows and columns differ, and what both have", "[wmma]") {
  Matrices matrices;
  Shared<int> differing(kSums), common(kSums);
  multiply_1<<<1, 32>>>(matrices.a.data(), matrices.b.data(), differing.data(), common.data());
  finish();
  for (unsigned i = 0; i < kSums; ++i) {
    int differ = 5, both = 0;
    for (unsigned step = 0; step < 128; ++step) {
      const unsigned x = Matrices::element(matrices.a, i / kSide, step, 1), y = Matrices::element(matrices.b, i % kSide, step, 1);
      differ += x != y;
      both += x == 1 && y == 1;
    }
    if (differing[i] != differ || common[i % kSide * kSide + i / kSide] != both) FAIL_CHECK(i);
  }
}

TEST_CASE("a fragment of less than a byte is filled with the low bits of a number", "[wmma]") {
  Shared<unsigned> words(3);
  fill<<<1, 32>>>(words.data());
  finish();
  CHECK(words[0] == 0x33333333u);
  CHECK(words[1] == 0xeeeeeeeeu);
  CHECK(words[2] == 0xffffffffu);
}
