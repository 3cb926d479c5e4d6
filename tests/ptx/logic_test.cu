/// @file
/// @brief PTX's instructions on bits, comparisons and moves: values of the PTX ISA's definitions.
#include "ptx_test.hpp"

TEST_CASE("PTX combines and shifts bits") {
  CHECK(PTX_U32("and.b32 %0, %1, %2;", "r"(0xf0f0u), "r"(0xff00u)) == 0xf000);
  CHECK(PTX_U32("or.b32 %0, %1, %2;", "r"(0xf0f0u), "r"(0xff00u)) == 0xfff0);
  CHECK(PTX_U64("xor.b64 %0, %1, %2;", "l"(0xf0f0ull), "l"(0xff00ull)) == 0x0ff0);
  CHECK(PTX_U32("not.b32 %0, %1;", "r"(0xf0f0u)) == 0xffff0f0f);
  CHECK(PTX_U32("cnot.b32 %0, %1;", "r"(0u)) == 1);
  CHECK(PTX_U32("shl.b32 %0, %1, %2;", "r"(3u), "r"(31u)) == 0x80000000);
  CHECK(PTX_U32("shl.b32 %0, %1, %2;", "r"(3u), "r"(32u)) == 0);
  CHECK(PTX_U32("shr.u32 %0, %1, 4;", "r"(0x80000000u)) == 0x08000000);
  CHECK(PTX_S32("shr.s32 %0, %1, 4;", "r"(-32)) == -2);
  CHECK(PTX_S32("shr.s32 %0, %1, 40;", "r"(-32)) == -1);
  CHECK(PTX_U32("shf.l.wrap.b32 %0, %1, %2, %3;", "r"(0x80000000u), "r"(1u), "r"(33u)) == 3);
  CHECK(PTX_U32("shf.l.clamp.b32 %0, %1, %2, %3;", "r"(0x80000000u), "r"(1u), "r"(33u)) == 0x80000000);
  CHECK(PTX_U32("shf.r.wrap.b32 %0, %1, %2, %3;", "r"(2u), "r"(1u), "r"(1u)) == 0x80000001);
  CHECK(PTX_U32("shf.r.clamp.b32 %0, %1, %2, %3;", "r"(2u), "r"(7u), "r"(99u)) == 7);
}

TEST_CASE("PTX's lop3 follows its table") {
  const unsigned a = 0xf0f0a5a5, b = 0xcccc1234, c = 0xaaaa9876;
  CHECK(PTX_U32("lop3.b32 %0, %1, %2, %3, 0x80;", "r"(a), "r"(b), "r"(c)) == (a & b & c));
  CHECK(PTX_U32("lop3.b32 %0, %1, %2, %3, 0x96;", "r"(a), "r"(b), "r"(c)) == (a ^ b ^ c));
  CHECK(PTX_U32("lop3.b32 %0, %1, %2, %3, 0xEA;", "r"(a), "r"(b), "r"(c)) == ((a & b) | c));
  CHECK(PTX_U32("lop3.b32 %0, %1, %2, %3, %4;", "r"(a), "r"(b), "r"(c), "n"((0xf0 & 0xcc) | (~0xf0 & 0xaa))) == ((a & b) | (~a & c)));
}

TEST_CASE("PTX finds, extracts and permutes bits") {
  CHECK(PTX_U32("bfe.u32 %0, %1, %2, %3;", "r"(0xabcd1234u), "r"(4u), "r"(8u)) == 0x23);
  CHECK(PTX_S32("bfe.s32 %0, %1, 16, 16;", "r"(0xabcd1234u)) == static_cast<int>(0xffffabcd));
  CHECK(PTX_U32("bfe.u32 %0, %1, 28, 8;", "r"(0xabcd1234u)) == 0xa);
  CHECK(PTX_S32("bfe.s32 %0, %1, 28, 8;", "r"(0xabcd1234u)) == static_cast<int>(0xfffffffa));
  CHECK(PTX_U32("bfe.u32 %0, %1, 4, 0;", "r"(0xabcd1234u)) == 0);
  CHECK(PTX_U64("bfe.u64 %0, %1, 32, 16;", "l"(0x1122334455667788ull)) == 0x3344);
  CHECK(PTX_U32("bfi.b32 %0, %1, %2, 8, 8;", "r"(0xabu), "r"(0x11223344u)) == 0x1122ab44);
  CHECK(PTX_U32("bfi.b32 %0, %1, %2, 28, 8;", "r"(0xabu), "r"(0x11223344u)) == 0xb1223344);
  CHECK(PTX_U32("brev.b32 %0, %1;", "r"(0x00000005u)) == 0xa0000000);
  CHECK(PTX_U64("brev.b64 %0, %1;", "l"(1ull)) == 1ull << 63);
  CHECK(PTX_U32("clz.b32 %0, %1;", "r"(0x00100000u)) == 11);
  CHECK(PTX_U32("clz.b32 %0, %1;", "r"(0u)) == 32);
  CHECK(PTX_U32("clz.b64 %0, %1;", "l"(1ull)) == 63);
  CHECK(PTX_U32("popc.b32 %0, %1;", "r"(0xf0f1u)) == 9);
  CHECK(PTX_U32("popc.b64 %0, %1;", "l"(~0ull)) == 64);
  CHECK(PTX_U32("bfind.u32 %0, %1;", "r"(0x00100000u)) == 20);
  CHECK(PTX_U32("bfind.s32 %0, %1;", "r"(-2)) == 0);
  CHECK(PTX_U32("bfind.u32 %0, %1;", "r"(0u)) == 0xffffffff);
  CHECK(PTX_U32("bfind.shiftamt.u32 %0, %1;", "r"(0x00100000u)) == 11);
  CHECK(PTX_U32("prmt.b32 %0, %1, %2, %3;", "r"(0x33221100u), "r"(0x77665544u), "r"(0x7410u)) == 0x77441100);
  CHECK(PTX_U32("prmt.b32 %0, %1, %2, %3;", "r"(0x80000080u), "r"(0u), "r"(0x0b8cu)) == 0x80ffff00);
  CHECK(PTX_U32("prmt.b32.f4e %0, %1, %2, %3;", "r"(0x33221100u), "r"(0x77665544u), "r"(1u)) == 0x44332211);
  CHECK(PTX_U32("prmt.b32.rc16 %0, %1, %2, %3;", "r"(0x33221100u), "r"(0x77665544u), "r"(1u)) == 0x33223322);
}

TEST_CASE("PTX compares and selects") {
  const auto less = [](unsigned a, unsigned b) {
    return PTX_U32("{\n .reg .pred p;\n setp.lt.s32 p, %1, %2;\n selp.u32 %0, 1, 0, p;\n}", "r"(a), "r"(b));
  };
  CHECK(less(0xffffffff, 0) == 1);
  CHECK(less(0, 0) == 0);
  CHECK(PTX_U32("{.reg .pred p; setp.lo.u32 p, %1, %2; selp.b32 %0, 7, 8, p;}", "r"(0xffffffffu), "r"(0u)) == 8);
  CHECK(PTX_U32("{.reg .pred p, q; setp.eq.u32 p|q, %1, 3; @q mov.u32 %0, 5; @p mov.u32 %0, 6;}", "r"(3u)) == 6);
  CHECK(PTX_U32("{.reg .pred p, q; setp.eq.u32 q, %1, 3; setp.gt.and.u32 p, %1, 2, !q; selp.u32 %0, 1, 2, p;}", "r"(3u)) == 2);
  const float nan = __builtin_nanf("");
  CHECK(PTX_U32("{.reg .pred p; setp.lt.f32 p, %1, %2; selp.u32 %0, 1, 2, p;}", "f"(nan), "f"(1.0f)) == 2);
  CHECK(PTX_U32("{.reg .pred p; setp.ltu.f32 p, %1, %2; selp.u32 %0, 1, 2, p;}", "f"(nan), "f"(1.0f)) == 1);
  CHECK(PTX_U32("{.reg .pred p; setp.ne.f32 p, %1, %1; selp.u32 %0, 1, 2, p;}", "f"(nan)) == 2);
  CHECK(PTX_U32("{.reg .pred p; setp.nan.f32 p, %1, %1; selp.u32 %0, 1, 2, p;}", "f"(nan)) == 1);
  CHECK(PTX_U32("set.gt.u32.s32 %0, %1, %2;", "r"(3), "r"(-3)) == 0xffffffff);
  CHECK(PTX_F32("set.gt.f32.s32 %0, %1, %2;", "r"(3), "r"(-3)) == 1.0f);
  CHECK(PTX_F32("slct.f32.s32 %0, %1, %2, %3;", "f"(1.0f), "f"(2.0f), "r"(-1)) == 2.0f);
  CHECK(PTX_U32("{.reg .pred p, q, r; setp.eq.u32 p, %1, 3; not.pred q, p; xor.pred r, p, q; and.pred r, r, p; selp.u32 %0, 1, 2, r;}",
                "r"(3u)) == 1);
}

TEST_CASE("PTX moves, packs and unpacks") {
  CHECK(PTX_U32("mov.b32 %0, %1;", "f"(1.0f)) == 0x3f800000);
  CHECK(PTX_F32("mov.b32 %0, %1;", "r"(0x40000000u)) == 2.0f);
  CHECK(PTX_F32("mov.f32 %0, 0f3FC00000;", "r"(0)) == 1.5f);
  CHECK(PTX_F32("add.f32 %0, %1, -2.5;", "f"(1.0f)) == -1.5f);
  CHECK(PTX_F64("mov.f64 %0, 0d3FF8000000000000;", "r"(0)) == 1.5);
  CHECK(PTX_U64("mov.b64 %0, {%1, %2};", "r"(1u), "r"(2u)) == 0x200000001ull);
  CHECK(PTX_U32("{.reg .b32 low; mov.b64 {low, %0}, %1;}", "l"(0x200000001ull)) == 2);
  CHECK(PTX_U32("mov.b64 {_, %0}, %1;", "l"(0x300000001ull)) == 3);
  CHECK(PTX_U32("mov.b32 %0, {%1, %2};", "h"(std::uint16_t{1}), "h"(std::uint16_t{2})) == 0x20001);
  CHECK(PTX_U64("mov.b64 %0, {%1, %2, %1, %2};", "h"(std::uint16_t{1}), "h"(std::uint16_t{2})) == 0x0002000100020001ull);
}
