/// @file
/// @brief PTX's arithmetic on integers: values of the PTX ISA's definitions.
#include "ptx_test.hpp"

TEST_CASE("PTX adds and subtracts, and wraps") {
  CHECK(PTX_U32("add.u32 %0, %1, %2;", "r"(0xffffffffu), "r"(3u)) == 2);
  CHECK(PTX_S32("add.s32 %0, %1, -5;", "r"(3)) == -2);
  CHECK(PTX_U64("add.u64 %0, %1, 1;", "l"(0xffffffffffull)) == 0x10000000000ull);
  CHECK(PTX_U16("add.u16 %0, %1, %2;", "h"(std::uint16_t{0xffff}), "h"(std::uint16_t{2})) == 1);
  CHECK(PTX_U32("sub.u32 %0, %1, %2;", "r"(3u), "r"(5u)) == 0xfffffffe);
  CHECK(PTX_S32("add.sat.s32 %0, %1, %2;", "r"(0x7fffffff), "r"(1)) == 0x7fffffff);
  CHECK(PTX_S32("sub.sat.s32 %0, %1, %2;", "r"(-0x7fffffff), "r"(5)) == -0x7fffffff - 1);
  CHECK(PTX_S32("neg.s32 %0, %1;", "r"(7)) == -7);
  CHECK(PTX_S32("abs.s32 %0, %1;", "r"(-7)) == 7);
  CHECK(PTX_U32("min.u32 %0, %1, %2;", "r"(0xffffffffu), "r"(1u)) == 1);
  CHECK(PTX_S32("min.s32 %0, %1, %2;", "r"(-1), "r"(1)) == -1);
  CHECK(PTX_U64("max.u64 %0, %1, %2;", "l"(0xffffffffffffffffull), "l"(1ull)) == ~0ull);
  CHECK(PTX_U32("max.s32 %0, %1, %2;", "r"(0xffffffffu), "r"(1u)) == 1);
  CHECK(PTX_U32("sad.u32 %0, %1, %2, %3;", "r"(3u), "r"(10u), "r"(100u)) == 107);
  CHECK(PTX_U32("sad.s32 %0, %1, %2, %3;", "r"(-3), "r"(10), "r"(100)) == 113);
}

TEST_CASE("PTX multiplies and divides") {
  CHECK(PTX_U32("mul.lo.u32 %0, %1, %2;", "r"(0x10001u), "r"(0x10001u)) == 0x20001);
  CHECK(PTX_U32("mul.hi.u32 %0, %1, %2;", "r"(0xffffffffu), "r"(0xffffffffu)) == 0xfffffffe);
  CHECK(PTX_S32("mul.hi.s32 %0, %1, %2;", "r"(-1), "r"(1)) == -1);
  CHECK(PTX_U64("mul.wide.u32 %0, %1, %2;", "r"(0xffffffffu), "r"(2u)) == 0x1fffffffeull);
  CHECK(PTX(std::int64_t, "l", "mul.wide.s32 %0, %1, %2;", "r"(-3), "r"(4)) == -12);
  CHECK(PTX_U32("mul.wide.u16 %0, %1, %2;", "h"(std::uint16_t{0xffff}), "h"(std::uint16_t{2})) == 0x1fffe);
  CHECK(PTX_U64("mul.hi.u64 %0, %1, %2;", "l"(~0ull), "l"(4ull)) == 3);
  CHECK(PTX_U64("mul.lo.u64 %0, %1, %2;", "l"(0x100000001ull), "l"(3ull)) == 0x300000003ull);
  CHECK(PTX_S32("mad.lo.s32 %0, %1, %2, %3;", "r"(-2), "r"(3), "r"(10)) == 4);
  CHECK(PTX_U32("mad.hi.u32 %0, %1, %2, %3;", "r"(0x80000000u), "r"(4u), "r"(10u)) == 12);
  CHECK(PTX_U64("mad.wide.u32 %0, %1, %2, %3;", "r"(0xffffffffu), "r"(2u), "l"(2ull)) == 0x200000000ull);
  CHECK(PTX_U32("mul24.lo.u32 %0, %1, %2;", "r"(0xff000003u), "r"(0xff000005u)) == 15);
  CHECK(PTX_S32("mul24.lo.s32 %0, %1, %2;", "r"(0x00ffffff), "r"(5)) == -5);
  CHECK(PTX_U32("mul24.hi.u32 %0, %1, %2;", "r"(0xffffffu), "r"(0xffffffu)) == 0xfffffe00u);
  CHECK(PTX_S32("mad24.lo.s32 %0, %1, %2, %3;", "r"(3), "r"(5), "r"(1)) == 16);
  CHECK(PTX_S32("div.s32 %0, %1, %2;", "r"(-7), "r"(2)) == -3);
  CHECK(PTX_U32("rem.u32 %0, %1, %2;", "r"(17u), "r"(5u)) == 2);
  CHECK(PTX_S32("dp4a.s32.s32 %0, %1, %2, %3;", "r"(0x01ff0203), "r"(0x02030405), "r"(10)) == 2 - 3 + 8 + 15 + 10);
  CHECK(PTX_U32("dp4a.u32.u32 %0, %1, %2, %3;", "r"(0x01ff0203u), "r"(0x02030405u), "r"(10u)) == 2 + 765 + 8 + 15 + 10);
  CHECK(PTX_S32("dp4a.u32.s32 %0, %1, %2, %3;", "r"(0x000000ff), "r"(0x000000ff), "r"(0)) == -255);
  CHECK(PTX_U32("dp2a.lo.u32.u32 %0, %1, %2, %3;", "r"(0x00030002u), "r"(0x07060504u), "r"(1u)) == 2 * 4 + 3 * 5 + 1);
  CHECK(PTX_U32("dp2a.hi.u32.u32 %0, %1, %2, %3;", "r"(0x00030002u), "r"(0x07060504u), "r"(1u)) == 2 * 6 + 3 * 7 + 1);
}

TEST_CASE("PTX carries from one instruction to the next, and from one statement to the next") {
  const auto sum = lockstep::testing::after(
      [=] __device__(std::uint32_t * r) {
        asm("add.cc.u32 %0, %2, %4;\n\t"
            "addc.u32 %1, %3, %5;"
            : "=r"(r[0]), "=r"(r[1])
            : "r"(0xffffffffu), "r"(1u), "r"(2u), "r"(3u));
        asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r[2]) : "r"(1u), "r"(2u));
        asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r[3]) : "r"(0u), "r"(0u));
        asm volatile("subc.u32 %0, %1, %2;" : "=r"(r[4]) : "r"(9u), "r"(1u));
        asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r[5]) : "r"(1u), "r"(2u));
        asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r[6]) : "r"(0xffffffffu), "r"(0u));
      },
      7);
  CHECK(sum == std::vector<std::uint32_t>{1, 5, 0xffffffff, 0xffffffff, 7, 3, 0xffffffff});
}

// (2⁶⁴ − 1)² by 32-bit halves, as libraries for long integers do it.
TEST_CASE("PTX multiplies long integers") {
  const auto product = lockstep::testing::after(
      [=] __device__(std::uint32_t * r) {
        const std::uint32_t a0 = 0xffffffff, a1 = 0xffffffff, b0 = 0xffffffff, b1 = 0xffffffff;
        asm("{\n\t"
            "mul.lo.u32      %0, %4, %6;\n\t"
            "mul.hi.u32      %1, %4, %6;\n\t"
            "mad.lo.cc.u32   %1, %4, %7, %1;\n\t"
            "madc.hi.u32     %2, %4, %7, 0;\n\t"
            "mad.lo.cc.u32   %1, %5, %6, %1;\n\t"
            "madc.hi.cc.u32  %2, %5, %6, %2;\n\t"
            "addc.u32        %3, 0, 0;\n\t"
            "mad.lo.cc.u32   %2, %5, %7, %2;\n\t"
            "madc.hi.u32     %3, %5, %7, %3;\n\t"
            "}"
            : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3])
            : "r"(a0), "r"(a1), "r"(b0), "r"(b1));
      },
      4);
  CHECK(product == std::vector<std::uint32_t>{1, 0, 0xfffffffe, 0xffffffff});
}

TEST_CASE("PTX's video instructions with a second addition") {
  const std::vector<std::uint32_t> words = lockstep::testing::after(
      [=] __device__(std::uint32_t * r) {
        const unsigned x = 0x80000003, five = 5, many = 32;
        asm("vadd.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r[0]) : "r"(x), "r"(x), "r"(five));
        asm("vshl.u32.u32.u32.clamp.add %0, %1, %2, %3;" : "=r"(r[1]) : "r"(x), "r"(five), "r"(five));
        asm("vshr.u32.u32.u32.clamp.add %0, %1, %2, %3;" : "=r"(r[2]) : "r"(x), "r"(five), "r"(five));
        asm("vshr.u32.u32.u32.clamp.add %0, %1, %2, %3;" : "=r"(r[3]) : "r"(x), "r"(many), "r"(five));
      },
      4);
  CHECK(words == std::vector<std::uint32_t>{11, 0x65, 0x4000005, 5});
}
