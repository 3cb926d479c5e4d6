/// @file
/// @brief PTX's arithmetic on floats, and conversions: values of the PTX ISA's definitions.
#include <cmath>
#include <limits>

#include "ptx_test.hpp"

using lockstep::testing::bits;

namespace {

constexpr float kTiny = 0x1p-130f;  // subnormal

}  // namespace

TEST_CASE("PTX computes with floats, rounded as asked") {
  const float third = 1.0f / 3.0f;
  CHECK(PTX_F32("add.f32 %0, %1, %2;", "f"(1.5f), "f"(2.0f)) == 3.5f);
  CHECK(PTX_F32("add.rz.f32 %0, %1, %2;", "f"(1.0f), "f"(0x1.8p-24f)) == 1.0f);
  CHECK(PTX_F32("add.rn.f32 %0, %1, %2;", "f"(1.0f), "f"(0x1.8p-24f)) == 1.0f + 0x1p-23f);
  CHECK(PTX_F32("sub.rp.f32 %0, %1, %2;", "f"(1.0f), "f"(0x1p-60f)) == 1.0f);
  CHECK(PTX_F32("mul.rm.f32 %0, %1, %2;", "f"(third), "f"(third)) <= third * third);
  CHECK(PTX_F32("fma.rn.f32 %0, %1, %2, %3;", "f"(third), "f"(3.0f), "f"(-1.0f)) == std::fma(third, 3.0f, -1.0f));
  CHECK(PTX_F64("fma.rn.f64 %0, %1, %2, %3;", "d"(2.0), "d"(3.0), "d"(1.0)) == 7.0);
  CHECK(PTX_F32("div.rn.f32 %0, %1, %2;", "f"(1.0f), "f"(3.0f)) == third);
  CHECK(PTX_F32("div.approx.f32 %0, %1, %2;", "f"(6.0f), "f"(3.0f)) == 2.0f);
  CHECK(PTX_F32("div.full.f32 %0, %1, %2;", "f"(6.0f), "f"(3.0f)) == 2.0f);
  CHECK(PTX_F32("rcp.rn.f32 %0, %1;", "f"(4.0f)) == 0.25f);
  CHECK(PTX_F32("rcp.approx.ftz.f32 %0, %1;", "f"(4.0f)) == 0.25f);
  CHECK(PTX_F32("sqrt.rn.f32 %0, %1;", "f"(9.0f)) == 3.0f);
  CHECK(PTX_F32("rsqrt.approx.f32 %0, %1;", "f"(16.0f)) == 0.25f);
  CHECK(PTX_F32("ex2.approx.f32 %0, %1;", "f"(3.0f)) == 8.0f);
  CHECK(PTX_F32("lg2.approx.f32 %0, %1;", "f"(8.0f)) == 3.0f);
  CHECK(PTX_F32("sin.approx.f32 %0, %1;", "f"(0.0f)) == 0.0f);
  CHECK(PTX_F32("cos.approx.f32 %0, %1;", "f"(0.0f)) == 1.0f);
  CHECK(std::abs(PTX_F32("tanh.approx.f32 %0, %1;", "f"(0.5f)) - std::tanh(0.5f)) < 0x1p-10f);
  CHECK(PTX_F32("neg.f32 %0, %1;", "f"(2.0f)) == -2.0f);
  CHECK(PTX_F64("abs.f64 %0, %1;", "d"(-2.0)) == 2.0);
  CHECK(PTX_F32("copysign.f32 %0, %1, %2;", "f"(-1.0f), "f"(3.0f)) == -3.0f);
}

TEST_CASE("PTX flushes and saturates floats where asked") {
  CHECK(PTX_F32("add.f32 %0, %1, %2;", "f"(kTiny), "f"(0.0f)) == kTiny);
  CHECK(PTX_F32("add.ftz.f32 %0, %1, %2;", "f"(kTiny), "f"(0.0f)) == 0.0f);
  CHECK(std::signbit(PTX_F32("mul.ftz.f32 %0, %1, %2;", "f"(-0x1p-100f), "f"(0x1p-30f))));
  CHECK(PTX_F32("mul.ftz.f32 %0, %1, %2;", "f"(-0x1p-100f), "f"(0x1p-30f)) == 0.0f);
  CHECK(PTX_F32("add.sat.f32 %0, %1, %2;", "f"(0.75f), "f"(0.75f)) == 1.0f);
  CHECK(PTX_F32("sub.sat.f32 %0, %1, %2;", "f"(0.25f), "f"(0.75f)) == 0.0f);
  CHECK(PTX_F32("cvt.sat.f32.f32 %0, %1;", "f"(__builtin_nanf(""))) == 0.0f);
  CHECK(PTX_U32("{.reg .pred p; setp.gt.ftz.f32 p, %1, 0.0; selp.u32 %0, 1, 2, p;}", "f"(kTiny)) == 2);
}

TEST_CASE("PTX takes the number beside NaN, and tells kinds of numbers apart") {
  const float nan = __builtin_nanf("");
  CHECK(PTX_F32("min.f32 %0, %1, %2;", "f"(nan), "f"(1.0f)) == 1.0f);
  CHECK(PTX_F32("max.f32 %0, %1, %2;", "f"(2.0f), "f"(nan)) == 2.0f);
  CHECK(std::signbit(PTX_F32("min.f32 %0, %1, %2;", "f"(0.0f), "f"(-0.0f))));
  CHECK_FALSE(std::signbit(PTX_F32("max.f32 %0, %1, %2;", "f"(-0.0f), "f"(0.0f))));
  CHECK(PTX_U32("{.reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 2, p;}", "f"(kTiny)) == 1);
  CHECK(PTX_U32("{.reg .pred p; testp.finite.f32 p, %1; selp.u32 %0, 1, 2, p;}", "f"(nan)) == 2);
}

TEST_CASE("PTX converts") {
  CHECK(PTX_S32("cvt.rzi.s32.f32 %0, %1;", "f"(-2.7f)) == -2);
  CHECK(PTX_S32("cvt.rni.s32.f32 %0, %1;", "f"(2.5f)) == 2);
  CHECK(PTX_S32("cvt.rmi.s32.f32 %0, %1;", "f"(-2.1f)) == -3);
  CHECK(PTX_S32("cvt.rpi.s32.f64 %0, %1;", "d"(2.1)) == 3);
  CHECK(PTX_S32("cvt.rzi.s32.f32 %0, %1;", "f"(3e9f)) == std::numeric_limits<int>::max());
  CHECK(PTX_U32("cvt.rzi.u32.f32 %0, %1;", "f"(-1.0f)) == 0);
  CHECK(PTX_U32("cvt.rzi.u32.f32 %0, %1;", "f"(__builtin_nanf(""))) == 0);
  CHECK(PTX_F32("cvt.rn.f32.u32 %0, %1;", "r"(0xffffffffu)) == 4294967296.0f);
  CHECK(PTX_F32("cvt.rz.f32.u32 %0, %1;", "r"(0xffffffffu)) == 4294967040.0f);
  CHECK(PTX_F32("cvt.rn.f32.s32 %0, %1;", "r"(-5)) == -5.0f);
  CHECK(PTX_F64("cvt.rn.f64.s64 %0, %1;", "l"(-5ll)) == -5.0);
  CHECK(PTX_F64("cvt.f64.f32 %0, %1;", "f"(0.1f)) == double{0.1f});
  CHECK(PTX_F32("cvt.rn.f32.f64 %0, %1;", "d"(0.1)) == 0.1f);
  CHECK(PTX_F32("cvt.rz.f32.f64 %0, %1;", "d"(1.0 - 0x1p-50)) == 1.0f - 0x1p-24f);
  CHECK(PTX_F32("cvt.rni.f32.f32 %0, %1;", "f"(2.5f)) == 2.0f);
  CHECK(PTX_U64("cvt.u64.u32 %0, %1;", "r"(0xffffffffu)) == 0xffffffffull);
  CHECK(PTX_U64("cvt.s64.s32 %0, %1;", "r"(-1)) == ~0ull);
  CHECK(PTX_U32("cvt.u32.u64 %0, %1;", "l"(0x100000002ull)) == 2);
  CHECK(PTX_S32("cvt.s32.s8 %0, %1;", "r"(0x1ff)) == -1);
  CHECK(PTX_U32("cvt.u32.u16 %0, %1;", "h"(std::uint16_t{0xffff})) == 0xffff);
  CHECK(PTX_U32("cvt.sat.u8.s32 %0, %1;", "r"(300)) == 255);
  CHECK(PTX_U32("cvt.sat.u8.s32 %0, %1;", "r"(-3)) == 0);
  CHECK(PTX_S32("cvt.sat.s8.s32 %0, %1;", "r"(-300)) == -128);
}

TEST_CASE("PTX computes with halves, rounded once") {
  CHECK(PTX_U16("cvt.rn.f16.f32 %0, %1;", "f"(1.0f)) == 0x3c00);
  CHECK(PTX_U16("cvt.rn.f16.f32 %0, %1;", "f"(65520.0f)) == 0x7c00);
  CHECK(PTX_U16("cvt.rz.f16.f32 %0, %1;", "f"(1e9f)) == 0x7bff);
  CHECK(PTX_U16("cvt.rn.f16.f32 %0, %1;", "f"(0x1p-24f)) == 1);
  CHECK(PTX_U16("cvt.rn.f16.f32 %0, %1;", "f"(0x1p-25f)) == 0);
  CHECK(PTX_U16("cvt.rn.f16.f32 %0, %1;", "f"(0x1.8p-25f)) == 1);
  CHECK(PTX_U16("cvt.rn.f16.f32 %0, %1;", "f"(2049.0f)) == 0x6800);
  CHECK(PTX_U16("cvt.rn.f16.f32 %0, %1;", "f"(-__builtin_nanf(""))) == 0x7fff);
  CHECK(PTX_U16("cvt.rn.bf16.f32 %0, %1;", "f"(1.00390625f)) == 0x3f80);
  CHECK(PTX_F32("cvt.f32.f16 %0, %1;", "h"(std::uint16_t{0x3555})) == 0x1.554p-2f);
  CHECK(PTX_F32("cvt.f32.f16 %0, %1;", "h"(std::uint16_t{0x8001})) == -0x1p-24f);
  CHECK(PTX_F32("cvt.f32.bf16 %0, %1;", "h"(std::uint16_t{0xc000})) == -2.0f);
  CHECK(PTX_U32("cvt.rn.f16x2.f32 %0, %1, %2;", "f"(1.0f), "f"(2.0f)) == 0x3c004000);
  CHECK(PTX_U32("cvt.rn.bf16x2.f32 %0, %1, %2;", "f"(1.0f), "f"(2.0f)) == 0x3f804000);
  CHECK(PTX_U32("cvt.rna.tf32.f32 %0, %1;", "f"(bits<float>(0x3f801000u))) == 0x3f802000);
  CHECK(PTX_U16("add.f16 %0, %1, %2;", "h"(std::uint16_t{0x3c00}), "h"(std::uint16_t{0x4000})) == 0x4200);
  CHECK(PTX_U32("mul.f16x2 %0, %1, %2;", "r"(0x40003c00u), "r"(0x42004000u)) == 0x46004000);
  CHECK(PTX_U32("fma.rn.f16x2 %0, %1, %2, %3;", "r"(0x40003c00u), "r"(0x42004000u), "r"(0x3c003c00u)) == 0x47004200);
  CHECK(PTX_U32("fma.rn.bf16x2 %0, %1, %2, %3;", "r"(0x3f803f80u), "r"(0x40004000u), "r"(0x3f803f80u)) == 0x40404040);
  // 1 + 2⁻¹¹ (a tie) and a little: twice rounded it would be 1
  CHECK(PTX_U16("fma.rn.f16 %0, %1, %2, %3;", "h"(std::uint16_t{0x1001}), "h"(std::uint16_t{0x3c00}), "h"(std::uint16_t{0x3c00})) ==
        0x3c01);
  CHECK(PTX_U32("neg.f16x2 %0, %1;", "r"(0x3c00bc00u)) == 0xbc003c00);
  CHECK(PTX_U32("max.f16x2 %0, %1, %2;", "r"(0x3c00bc00u), "r"(0x40000000u)) == 0x40000000);
}

// Every half there is, to a float and back.
TEST_CASE("PTX's halves and floats agree") {
  const auto back = lockstep::testing::after<std::uint16_t>(
      [=] __device__(std::uint16_t * r) {
        for (unsigned i = threadIdx.x; i < 65536; i += blockDim.x) {
          float wide;
          asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(static_cast<std::uint16_t>(i)));
          asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r[i]) : "f"(wide));
        }
      },
      65536, 256);
  unsigned wrong = 0;
  for (unsigned i = 0; i < 65536; ++i) wrong += back[i] != ((i & 0x7fff) > 0x7c00 ? 0x7fff : i);
  CHECK(wrong == 0);
}
