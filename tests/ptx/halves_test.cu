/// @file
/// @brief PTX's arithmetic on halves against the functions of CUDA's headers, for all halves and some partners; and their atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "ptx_test.hpp"

using lockstep::testing::after;
using Words = std::vector<std::uint32_t>;

namespace {

constexpr unsigned kHalves = 65536;

// Zeros, the smallest, a tie's half, one, the largest, infinity, NaN.
__device__ std::uint16_t partner(unsigned i) {
  constexpr std::uint16_t kPartners[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x1001, 0x3c00, 0xbc01, 0x7bff, 0xfc00, 0x7e00, 0x3555, 0x0400};
  return kPartners[i % (sizeof kPartners / sizeof *kPartners)];
}
constexpr unsigned kPartnerCount = 12;

template <class T>
__device__ std::uint16_t bits_of(T x) {
  return lockstep::testing::bits<std::uint16_t>(x);
}
template <class T>
__device__ T number(std::uint16_t bits) {
  return lockstep::testing::bits<T>(bits);
}

/// How many results of `instruction` differ from those of `function`, over all halves with all partners.
template <class T, class Instruction, class Function>
unsigned differences(Instruction instruction, Function function) {
  const auto wrong = after<std::uint32_t>(
      [=] __device__(std::uint32_t * r) {
        for (unsigned i = threadIdx.x; i < kHalves; i += blockDim.x)
          for (unsigned j = 0; j < kPartnerCount; ++j) {
            const auto x = static_cast<std::uint16_t>(i), y = partner(j), z = partner(i + j);
            const std::uint16_t got = instruction(x, y, z), right = bits_of(function(number<T>(x), number<T>(y), number<T>(z)));
            if (got != right) atomicAdd(r, 1u);
          }
      },
      1, 256);
  return wrong[0];
}

}  // namespace

#define HALVES(T, text)                                                                \
  [=] __device__(std::uint16_t x, std::uint16_t y, [[maybe_unused]] std::uint16_t z) { \
    std::uint16_t d;                                                                   \
    asm(text : "=h"(d) : "h"(x), "h"(y), "h"(z));                                      \
    return d;                                                                          \
  }
#define FUNCTION(T, expression) [=] __device__(T x, [[maybe_unused]] T y, [[maybe_unused]] T z) { return expression; }

TEST_CASE("PTX's halves give the bits of CUDA's functions") {
  CHECK(differences<__half>(HALVES(__half, "add.rn.f16 %0, %1, %2;"), FUNCTION(__half, __hadd(x, y))) == 0);
  CHECK(differences<__half>(HALVES(__half, "sub.f16 %0, %1, %2;"), FUNCTION(__half, __hsub(x, y))) == 0);
  CHECK(differences<__half>(HALVES(__half, "mul.f16 %0, %1, %2;"), FUNCTION(__half, __hmul(x, y))) == 0);
  CHECK(differences<__half>(HALVES(__half, "mul.rn.sat.f16 %0, %1, %2;"), FUNCTION(__half, __hmul_sat(x, y))) == 0);
  CHECK(differences<__half>(HALVES(__half, "fma.rn.f16 %0, %1, %2, %3;"), FUNCTION(__half, __hfma(x, y, z))) == 0);
  CHECK(differences<__half>(HALVES(__half, "fma.rn.relu.f16 %0, %1, %2, %3;"), FUNCTION(__half, __hfma_relu(x, y, z))) == 0);
  CHECK(differences<__half>(HALVES(__half, "min.f16 %0, %1, %2;"), FUNCTION(__half, __hmin(x, y))) == 0);
  CHECK(differences<__half>(HALVES(__half, "max.NaN.f16 %0, %1, %2;"), FUNCTION(__half, __hmax_nan(x, y))) == 0);
}

TEST_CASE("PTX's bfloat16s give the bits of CUDA's functions") {
  using B = __nv_bfloat16;
  CHECK(differences<B>(HALVES(B, "add.rn.bf16 %0, %1, %2;"), FUNCTION(B, __hadd(x, y))) == 0);
  CHECK(differences<B>(HALVES(B, "mul.bf16 %0, %1, %2;"), FUNCTION(B, __hmul(x, y))) == 0);
  CHECK(differences<B>(HALVES(B, "fma.rn.bf16 %0, %1, %2, %3;"), FUNCTION(B, __hfma(x, y, z))) == 0);
  CHECK(differences<B>(HALVES(B, "max.bf16 %0, %1, %2;"), FUNCTION(B, __hmax(x, y))) == 0);
  CHECK(differences<B>(HALVES(B, "min.NaN.bf16 %0, %1, %2;"), FUNCTION(B, __hmin_nan(x, y))) == 0);
}

TEST_CASE("PTX's pairs of halves are computed half by half, with their modifiers") {
  CHECK(PTX_U32("add.f16x2 %0, %1, %2;", "r"(0x3c004000u), "r"(0x00013c00u)) == 0x3c004200);
  CHECK(PTX_U32("sub.f16x2 %0, %1, %2;", "r"(0x3c004000u), "r"(0x3c003c00u)) == 0x00003c00);
  CHECK(PTX_U32("mul.bf16x2 %0, %1, %2;", "r"(0x3f804000u), "r"(0x40404040u)) == 0x404040c0);
  CHECK(PTX_U32("min.bf16x2 %0, %1, %2;", "r"(0x00008000u), "r"(0x80000000u)) == 0x80008000);
  CHECK(PTX_U32("add.ftz.f16x2 %0, %1, %2;", "r"(0x00018001u), "r"(0x00018001u)) == 0x00008000);
  CHECK(PTX_U32("add.f16x2 %0, %1, %2;", "r"(0x00018001u), "r"(0x00018001u)) == 0x00028002);
  CHECK(PTX_U32("add.sat.f16x2 %0, %1, %2;", "r"(0x3c00bc00u), "r"(0x3c003800u)) == 0x3c000000);
  CHECK(PTX_F32("max.NaN.f32 %0, %1, %2;", "f"(1.0f), "f"(__builtin_nanf(""))) != 1.0f);
}

TEST_CASE("PTX compares halves") {
  CHECK(PTX_U32("{.reg .pred p; setp.lt.f16 p, %1, %2; selp.u32 %0, 1, 0, p;}", "h"(std::uint16_t{0xbc00}), "h"(std::uint16_t{0x0001})) ==
        1);
  CHECK(PTX_U32("{.reg .pred p; setp.geu.bf16 p, %1, %2; selp.u32 %0, 1, 0, p;}", "h"(std::uint16_t{0x7fff}), "h"(std::uint16_t{0})) == 1);
}

TEST_CASE("PTX adds halves atomically") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ unsigned s;
        if (threadIdx.x == 0) s = 0x40000000u;
        __syncthreads();
        const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&s));
        asm volatile("red.shared.add.noftz.f16x2 [%0], %1;" ::"r"(at), "r"(0x3c003800u) : "memory");
        asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(r + 1), "r"(0x3f80bf80u) : "memory");
        asm volatile("{.reg .b16 t; atom.global.add.noftz.f16 t, [%0], %1;}" ::"l"(r + 2), "h"(std::uint16_t{0x0001}) : "memory");
        asm volatile("red.gpu.global.add.noftz.bf16 [%0], %1;" ::"l"(r + 3), "h"(std::uint16_t{0x4000}) : "memory");
        __syncthreads();
        if (threadIdx.x != 0) return;
        asm volatile("atom.acq_rel.cta.shared.add.noftz.f16x2 %0, [%1], %2;" : "=r"(r[4]) : "r"(at), "r"(0x3c003c00u) : "memory");
        r[0] = s;
      },
      5, 64);
  // 2 + 64 and 32, and then one more; 64 and -64; 64 subnormal steps; 128
  CHECK(words == Words{0x54305020, 0x4280c280, 0x00000040, 0x00004300, 0x54205000});
}
