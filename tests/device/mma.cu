/// @file
/// @brief The tensor cores' own instruction, as lessons call it.
#include "device_test.hpp"

#include "lockstep/mma.hpp"

namespace {

constexpr unsigned kRows = 16, kColumns = 8, kSteps = 8;

/// d = a·b + c, each matrix row after row. Each lane finds its elements as the header says.
__global__ void multiply(const float* a, const float* b, const float* c, float* d) {
  const unsigned g = threadIdx.x / 4, t = threadIdx.x % 4;
  const float own_a[4] = {a[g * kSteps + t], a[(g + 8) * kSteps + t], a[g * kSteps + t + 4], a[(g + 8) * kSteps + t + 4]};
  const float own_b[2] = {b[t * kColumns + g], b[(t + 4) * kColumns + g]};
  float sums[4] = {c[g * kColumns + 2 * t], c[g * kColumns + 2 * t + 1], c[(g + 8) * kColumns + 2 * t], c[(g + 8) * kColumns + 2 * t + 1]};
  lockstep::mma_16x8x8(sums, own_a, own_b, sums);
  for (unsigned i = 0; i < 4; ++i) d[(g + i / 2 * 8) * kColumns + 2 * t + i % 2] = sums[i];
}

__global__ void multiply_in_half_a_warp(float* out) {
  const float a[4] = {1, 1, 1, 1}, b[2] = {1, 1};
  float sums[4] = {};
  if (threadIdx.x < 16) lockstep::mma_16x8x8(sums, a, b, sums);
  out[threadIdx.x] = sums[0];
}

/// An integer from −8 to 8, of which a TF32 number holds all, and so it does of sums of products of such.
float small_integer(std::uint64_t seed) { return static_cast<float>(random_bits(seed) % 17) - 8; }

/// The same TF32 number with all bits behind its last one set.
float with_more_bits(float x) { return from_bits<float>(to_bits(x) | 0x1fffU); }

}  // namespace

TEST_CASE("mma_16x8x8 multiplies TF32 numbers, and cuts off what they have beyond these") {
  Shared<float> a(kRows * kSteps), b(kSteps * kColumns), c(kRows * kColumns), d(kRows * kColumns);
  for (unsigned i = 0; i < a.size(); ++i) a[i] = with_more_bits(small_integer(i));
  for (unsigned i = 0; i < b.size(); ++i) b[i] = with_more_bits(small_integer(i + 999));
  for (unsigned i = 0; i < c.size(); ++i) c[i] = 1000 + static_cast<float>(i);
  multiply<<<1, 32>>>(a.data(), b.data(), c.data(), d.data());
  finish();
  for (unsigned row = 0; row < kRows; ++row)
    for (unsigned column = 0; column < kColumns; ++column) {
      float want = c[row * kColumns + column];
      for (unsigned k = 0; k < kSteps; ++k) want += small_integer(row * kSteps + k) * small_integer(k * kColumns + column + 999);
      INFO("row " << row << ", column " << column);
      CHECK(d[row * kColumns + column] == want);
    }
}

TEST_CASE("mma_16x8x8 does not round between the steps of k") {
  Shared<float> a(kRows * kSteps), b(kSteps * kColumns), c(kRows * kColumns), d(kRows * kColumns);
  for (unsigned i = 0; i < a.size(); ++i) a[i] = 0.25F;
  for (unsigned i = 0; i < b.size(); ++i) b[i] = 1;
  for (unsigned i = 0; i < c.size(); ++i) c[i] = 0x1p24F;
  multiply<<<1, 32>>>(a.data(), b.data(), c.data(), d.data());
  finish();
  for (unsigned i = 0; i < d.size(); ++i) CHECK(d[i] == 0x1p24F + 2);
}

TEST_CASE("mma_16x8x8 needs all lanes of the warp") {
  Shared<float> out(32);
  multiply_in_half_a_warp<<<1, 32>>>(out.data());
  fail_with(cudaErrorLaunchFailure);
}
