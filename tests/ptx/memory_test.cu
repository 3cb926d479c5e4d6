/// @file
/// @brief PTX's loads, stores, atomics and asynchronous copies, in each kind of memory.
#include <string>

#include "ptx_test.hpp"

using lockstep::testing::after;
using Words = std::vector<std::uint32_t>;

namespace {

__constant__ unsigned table[4] = {10, 11, 12, 13};

/// An address of shared memory in 32 bits, as programs keep it.
__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

}  // namespace

TEST_CASE("PTX loads and stores words of every size") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        r[0] = 0x80ff1234;
        asm("ld.global.u8 %0, [%1+2];" : "=r"(r[1]) : "l"(r));
        asm("ld.global.s8 %0, [%1+2];" : "=r"(r[2]) : "l"(r));
        asm("ld.s16 %0, [%1 + 2];" : "=r"(r[3]) : "l"(r));
        asm("ld.global.ca.u32 %0, [%1];" : "=r"(r[4]) : "l"(r));
        float f;
        asm("ld.global.nc.L1::no_allocate.L2::128B.f32 %0, [%1];" : "=f"(f) : "l"(r));
        asm volatile("st.global.wb.b32 [%0], %1;" ::"l"(r + 5), "f"(f) : "memory");
        asm volatile("st.global.u8 [%0+-1], %1;" ::"l"(r + 7), "r"(0x1ff) : "memory");
        std::uint64_t wide;
        asm volatile("ld.volatile.global.u64 %0, [%1];" : "=l"(wide) : "l"(r));
        asm volatile("st.volatile.global.u64 [%0], %1;" ::"l"(r + 8), "l"(wide) : "memory");
        asm("ld.const.u32 %0, [%1+8];" : "=r"(r[10]) : "l"(table));
      },
      11);
  CHECK(words == Words{0x80ff1234, 0xff, 0xffffffff, 0xffff80ff, 0x80ff1234, 0x80ff1234, 0xff000000, 0, 0x80ff1234, 0xff, 12});
}

TEST_CASE("PTX loads and stores vectors") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, 4};" ::"l"(r), "r"(1), "r"(2), "r"(3) : "memory");
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2+8];" : "=r"(r[5]), "=r"(r[4]) : "l"(r));
        float4 v;
        asm volatile("ld.global.cs.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(r));
        asm volatile("st.global.cg.v2.f32 [%0], {%1, %2};" ::"l"(r + 6), "f"(v.w), "f"(v.x) : "memory");
        asm volatile("ld.volatile.global.v2.u32 {%0, %1}, [%2];" : "=r"(r[8]), "=r"(r[9]) : "l"(r));
        asm volatile("{.reg .b64 low, high; ld.global.v2.u64 {low, high}, [%0]; st.global.v2.b64 [%0+48], {high, low};}" ::"l"(r)
                     : "memory");
      },
      16);
  CHECK(words == Words{1, 2, 3, 4, 4, 3, 4, 1, 1, 2, 0, 0, 3, 4, 1, 2});
}

TEST_CASE("PTX finds shared memory by addresses of 32 and 64 bits") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ unsigned s[64];
        s[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x != 0) return;
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r[0]) : "r"(shared_address(s + 5)));
        asm volatile("st.shared.u32 [%0+4], %1;" ::"r"(shared_address(s + 5)), "r"(77) : "memory");
        r[1] = s[6];
        asm volatile("ld.shared::cta.v2.u32 {%0, %1}, [%2];" : "=r"(r[2]), "=r"(r[3]) : "l"(s + 2));
        asm volatile(
            "{ .reg .u64 wide; .reg .u32 at;\n"
            "  cvta.to.shared.u64 wide, %1;\n"
            "  cvt.u32.u64 at, wide;\n"
            "  ld.shared.u32 %0, [at+12]; }"
            : "=r"(r[4])
            : "l"(s));
        asm volatile("{.reg .u64 at; cvta.shared.u64 at, %1; ld.u32 %0, [at];}" : "=r"(r[5]) : "l"(__cvta_generic_to_shared(s + 9)));
        asm volatile("{.reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 2, p;}" : "=r"(r[6]) : "l"(s));
        asm volatile("{.reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 2, p;}" : "=r"(r[7]) : "l"(s));
        asm volatile("prefetch.global.L2 [%0];" ::"l"(r));
        asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(r[8]) : "r"(shared_address(s + 1)), "r"(5));
        r[9] = s[1];
      },
      10, 32);
  CHECK(words == Words{5, 77, 2, 3, 3, 9, 1, 2, 1, 6});
}

TEST_CASE("PTX's atomics") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        asm volatile("red.global.add.u32 [%0], %1;" ::"l"(r), "r"(2) : "memory");
        asm volatile("red.relaxed.gpu.global.max.u32 [%0], %1;" ::"l"(r + 1), "r"(threadIdx.x) : "memory");
        asm volatile("red.global.or.b32 [%0], %1;" ::"l"(r + 2), "r"(1u << threadIdx.x) : "memory");
        asm volatile("red.global.add.f32 [%0], %1;" ::"l"(r + 3), "f"(0.5f) : "memory");
        asm volatile("{.reg .u32 t; atom.global.inc.u32 t, [%0], 6;}" ::"l"(r + 4) : "memory");
        unsigned old;
        asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(r + 5));
        asm volatile("{.reg .pred p; setp.eq.u32 p, %1, 31; @p st.global.u32 [%0], %1;}" ::"l"(r + 6), "r"(old) : "memory");
        asm volatile("red.global.add.u64 [%0], %1;" ::"l"(r + 8), "l"(0x100000001ull) : "memory");
        if (threadIdx.x != 0) return;
        asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(r[10]) : "l"(r + 7), "r"(0), "r"(9));
        asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(r[11]) : "l"(r + 7), "r"(4));
      },
      12, 32);
  CHECK(words == Words{64, 31, 0xffffffff, 0x41800000, 32 % 7, 32, 31, 4, 32, 32, 0, 9});
}

TEST_CASE("PTX's ordered loads and stores hand data over") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        if (threadIdx.x == 32) {
          r[0] = 42;
          asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(r + 1), "r"(1) : "memory");
        } else if (threadIdx.x == 0) {
          unsigned ready;
          do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(ready) : "l"(r + 1) : "memory");
          while (ready == 0);
          r[2] = r[0];
        }
      },
      3, 64);
  CHECK(words == Words{42, 1, 42});
}

TEST_CASE("PTX copies asynchronously") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ alignas(16) unsigned s[16];
        for (unsigned i = 0; i < 4; ++i) r[i] = i + 1;
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(shared_address(s)), "l"(r) : "memory");
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;" ::"r"(shared_address(s + 4)), "l"(r), "n"(16), "r"(8)
                     : "memory");
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group %0;" ::"n"(1));
        for (unsigned i = 0; i < 4; ++i) r[4 + i] = s[i];
        asm volatile("cp.async.wait_group 0;");
        for (unsigned i = 0; i < 4; ++i) r[8 + i] = s[4 + i];
        asm volatile("{.reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.ca.shared.global [%0], [%1], 4;}" ::"r"(shared_address(s + 8)),
                     "l"(r + 2), "r"(1)
                     : "memory");
        asm volatile("cp.async.wait_all;" ::: "memory");
        r[12] = s[8];
      },
      13);
  CHECK(words == Words{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 0, 0, 3});
}
