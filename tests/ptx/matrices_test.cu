/// @file
/// @brief PTX's `ldmatrix` and `mma` against plain products.
#include <cmath>

#include "ptx_test.hpp"

using lockstep::testing::after;

namespace {

__host__ __device__ int small(unsigned i) { return static_cast<int>(i * 7 % 11) - 5; }

__device__ unsigned half_pair(int low, int high) {
  unsigned pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(static_cast<float>(high)), "f"(static_cast<float>(low)));
  return pair;
}

/// Element (row, column) of a (16 × k) and of b (k × 8).
__host__ __device__ int a_at(unsigned row, unsigned column) { return small(row * 37 + column); }
__host__ __device__ int b_at(unsigned row, unsigned column) { return small(row * 13 + column * 5 + 3); }

int product(unsigned row, unsigned column, unsigned depth) {
  int sum = static_cast<int>(row) - static_cast<int>(column);
  for (unsigned k = 0; k < depth; ++k) sum += a_at(row, k) * b_at(k, column);
  return sum;
}

template <class T>
void check_product(const std::vector<T>& d, unsigned depth) {
  unsigned wrong = 0;
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 8; ++column) wrong += d[row * 8 + column] != static_cast<T>(product(row, column, depth));
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("mma.m16n8k16 multiplies halves") {
  check_product(
      after<float>(
          [=] __device__(float* d) {
            const unsigned g = threadIdx.x / 4, t = threadIdx.x % 4;
            const unsigned a0 = half_pair(a_at(g, 2 * t), a_at(g, 2 * t + 1)), a1 = half_pair(a_at(g + 8, 2 * t), a_at(g + 8, 2 * t + 1));
            const unsigned a2 = half_pair(a_at(g, 2 * t + 8), a_at(g, 2 * t + 9)),
                           a3 = half_pair(a_at(g + 8, 2 * t + 8), a_at(g + 8, 2 * t + 9));
            const unsigned b0 = half_pair(b_at(2 * t, g), b_at(2 * t + 1, g)), b1 = half_pair(b_at(2 * t + 8, g), b_at(2 * t + 9, g));
            float c[4];
            for (unsigned i = 0; i < 4; ++i) c[i] = static_cast<float>(g + 8 * (i / 2)) - static_cast<float>(2 * t + i % 2);
            asm volatile(
                "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
            for (unsigned i = 0; i < 4; ++i) d[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = c[i];
          },
          128, 32),
      16);
}

TEST_CASE("mma.m16n8k8 multiplies TF32") {
  check_product(after<float>(
                    [=] __device__(float* d) {
                      const unsigned g = threadIdx.x / 4, t = threadIdx.x % 4;
                      const auto word = [](int x) { return __float_as_uint(static_cast<float>(x)); };
                      float c[4];
                      for (unsigned i = 0; i < 4; ++i) c[i] = static_cast<float>(g + 8 * (i / 2)) - static_cast<float>(2 * t + i % 2);
                      float r[4];
                      asm volatile(
                          "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                          : "=f"(r[0]), "=f"(r[1]), "=f"(r[2]), "=f"(r[3])
                          : "r"(word(a_at(g, t))), "r"(word(a_at(g + 8, t))), "r"(word(a_at(g, t + 4))), "r"(word(a_at(g + 8, t + 4))),
                            "r"(word(b_at(t, g))), "r"(word(b_at(t + 4, g))), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
                      for (unsigned i = 0; i < 4; ++i) d[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = r[i];
                    },
                    128, 32),
                8);
}

TEST_CASE("mma.m16n8k32 multiplies bytes") {
  check_product(after<int>(
                    [=] __device__(int* d) {
                      const unsigned g = threadIdx.x / 4, t = threadIdx.x % 4;
                      unsigned a[4] = {}, b[2] = {};
                      for (unsigned i = 0; i < 4; ++i) {
                        for (unsigned r = 0; r < 4; ++r)
                          a[r] |= (static_cast<unsigned>(a_at(g + 8 * (r % 2), 4 * t + i + 16 * (r / 2))) & 0xff) << 8 * i;
                        for (unsigned r = 0; r < 2; ++r) b[r] |= (static_cast<unsigned>(b_at(4 * t + i + 16 * r, g)) & 0xff) << 8 * i;
                      }
                      int c[4];
                      for (unsigned i = 0; i < 4; ++i) c[i] = static_cast<int>(g + 8 * (i / 2)) - static_cast<int>(2 * t + i % 2);
                      asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                   : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
                      for (unsigned i = 0; i < 4; ++i) d[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = c[i];
                    },
                    128, 32),
                32);
}

TEST_CASE("stmatrix puts the parts of rows, or of columns, where ldmatrix finds them") {
  const auto words = after<std::uint32_t>(
      [=] __device__(std::uint32_t * r) {
        __shared__ alignas(16) std::uint16_t s[32][8], t[16][8];
        const auto row = static_cast<unsigned>(__cvta_generic_to_shared(&s[threadIdx.x][0]));
        const auto column = static_cast<unsigned>(__cvta_generic_to_shared(&t[threadIdx.x % 16][0]));
        unsigned x[4];
        for (unsigned m = 0; m < 4; ++m) {
          const unsigned first = (8 * m + threadIdx.x / 4) * 8 + 2 * (threadIdx.x % 4);
          x[m] = first | (first + 1) << 16;
        }
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(row), "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
                     : "memory");
        asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 [%0], {%1,%2};" ::"r"(column), "r"(x[0]), "r"(x[1]) : "memory");
        __syncwarp();
        for (unsigned i = threadIdx.x; i < 256; i += 32) r[i] = s[i / 8][i % 8];
        for (unsigned i = threadIdx.x; i < 128; i += 32) r[256 + i] = t[i / 8][i % 8];
      },
      384, 32);
  for (unsigned i = 0; i < 256; ++i) CHECK(words[i] == i);
  for (unsigned i = 0; i < 128; ++i) CHECK(words[256 + i] == i / 64 * 64 + i % 8 * 8 + i / 8 % 8);
}

TEST_CASE("ldmatrix gives each lane its part of the rows, or of the columns") {
  const auto words = after<std::uint32_t>(
      [=] __device__(std::uint32_t * r) {
        __shared__ alignas(16) std::uint16_t s[32][8];
        for (unsigned i = threadIdx.x; i < 256; i += 32) s[i / 8][i % 8] = static_cast<std::uint16_t>(i);
        __syncwarp();
        const auto row = static_cast<unsigned>(__cvta_generic_to_shared(&s[threadIdx.x][0]));
        unsigned x[4], y[2];
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                     : "r"(row));
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(y[0]), "=r"(y[1]) : "r"(row));
        for (unsigned i = 0; i < 4; ++i) r[threadIdx.x * 6 + i] = x[i];
        for (unsigned i = 0; i < 2; ++i) r[threadIdx.x * 6 + 4 + i] = y[i];
      },
      192, 32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned m = 0; m < 4; ++m) {
      const unsigned first = (8 * m + lane / 4) * 8 + 2 * (lane % 4);
      CHECK(words[lane * 6 + m] == (first | (first + 1) << 16));
    }
    for (unsigned m = 0; m < 2; ++m) {
      const unsigned first = (8 * m + 2 * (lane % 4)) * 8 + lane / 4;
      CHECK(words[lane * 6 + 4 + m] == (first | (first + 8) << 16));
    }
  }
}
