/// @file
/// @brief How inline PTX is written: constraints, names of operands, scopes, labels, comments, and where a statement may stand.
#include "ptx_test.hpp"

using lockstep::testing::after;
using Words = std::vector<std::uint32_t>;

namespace {

template <int N>
__device__ __forceinline__ unsigned add_constant(unsigned x) {
  unsigned result;
  asm("add.u32 %0, %1, %2;" : "=r"(result) : "r"(x), "n"(N));
  return result;
}

__host__ __device__ inline unsigned both_sides(unsigned x) {
  asm("add.u32 %0, %0, 1;" : "+r"(x));
  return x;
}

#define ADD_ONE(x) asm volatile("add.u32 %0, %0, 1;" : "+r"(x))

}  // namespace

// A block in braces has registers of its own, and names them as the block around it does.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
TEST_CASE("inline PTX names its operands and its registers") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        asm("add.u32 %[sum], %[a], %[b];" : [sum] "=r"(r[0]) : [a] "r"(1), [b] "r"(2));
        asm("{\n\t"
            ".reg .u32 t1, %%t2; // temporaries\n\t"
            "mul.lo.u32 t1, %1, %1; /* squared */\n\t"
            "mul.lo.u32 %%t2, t1, %1;\n\t"
            "{ .reg .u32 t1; mov.u32 t1, 100; add.u32 %0, %%t2, t1; }\n\t"
            "add.u32 %0, %0, t1;\n\t"
            "}"
            : "=r"(r[1])
            : "r"(3));
        asm("{ .reg .b32 x<3>; mov.b32 x0, 1; mov.b32 x2, 2; add.u32 %0, x0, x2; }" : "=r"(r[2]));
        asm(R"(mov.u32 %0, 0x1F;)" : "=r"(r[3]));
        r[4] = add_constant<5>(both_sides(1));
      },
      5);
  CHECK(words == Words{3, 136, 3, 31, 7});
}
#pragma GCC diagnostic pop

TEST_CASE("inline PTX may jump within its statement") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        asm volatile(
            "{\n"
            ".reg .pred done;\n"
            ".reg .u32 i;\n"
            "mov.u32 %0, 0;\n"
            "mov.u32 i, 0;\n"
            "LOOP:\n"
            "setp.ge.u32 done, i, %1;\n"
            "@done bra.uni END;\n"
            "add.u32 %0, %0, i;\n"
            "add.u32 i, i, 1;\n"
            "bra LOOP;\n"
            "END:\n"
            "}"
            : "=r"(r[0])
            : "r"(5));
        asm volatile("{.reg .pred p; again_%=: add.u32 %0, %0, 3; setp.lt.u32 p, %0, 8; @p bra again_%=;}" : "+r"(r[2]));
        for (unsigned n = 0; n < 2; ++n)
          asm volatile("{.reg .pred p; setp.eq.u32 p, %1, 0; @p bra $L_skip; mov.u32 %0, 9; $L_skip: }" : "+r"(r[1]) : "r"(n));
      },
      3);
  CHECK(words == Words{10, 9, 9});
}

TEST_CASE("inline PTX stands wherever a statement may") {
  const Words words = after([=] __device__(std::uint32_t * r) {
    unsigned x = 0;
    if (r != nullptr)
      ADD_ONE(x);
    else
      asm("add.u32 %0, %0, 2;" : "+r"(x));
    for (int i = 0; i < 3; ++i) ADD_ONE(x);
    do asm("add.u32 %0, %0, 10;" : "+r"(x));
    while (x < 20);
    switch (x) {
      case 24:
        asm("add.u32 %0, %0, 100;" : "+r"(x));
        break;
      default:
        asm volatile("trap;");
    }
    asm volatile("" ::: "memory");
    asm volatile("// only a comment" : "+r"(x));
    __asm__ __volatile__("add.u32 %0, %0, 1;" : "+r"(x) : : "memory");
    const auto nested = [&] { ADD_ONE(x); };
    nested();
    r[0] = x;
  });
  CHECK(words == Words{126});
}

TEST_CASE("the bits of an operand are those of its register") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        unsigned short h = 0xffff;
        long long l = -1;
        double d = 1.0;
        int* p = nullptr;
        asm("add.u16 %0, %0, 2;" : "+h"(h));
        asm("add.s64 %0, %0, 3;" : "+l"(l));
        asm("add.f64 %0, %0, 0d4000000000000000;" : "+d"(d));
        asm("add.u64 %0, %1, 4;" : "=l"(p) : "l"(p));
        r[0] = h;
        r[1] = static_cast<unsigned>(l);
        r[2] = static_cast<unsigned>(d);
        r[3] = static_cast<unsigned>(reinterpret_cast<unsigned long long>(p));
      },
      4);
  CHECK(words == Words{1, 2, 3, 4});
}

TEST_CASE("an input's register may be written, and the variable stays as it was") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        unsigned x = 4;
        asm volatile("add.u32 %0, %0, 1; st.u32 [%1], %0;" : : "r"(x), "l"(r) : "memory");
        r[1] = x;
      },
      2);
  CHECK(words == Words{5, 4});
}
