/// @file
/// @brief PTX's special registers, barriers, fences and warp instructions.
#include "ptx_test.hpp"

using lockstep::testing::after;
using Words = std::vector<std::uint32_t>;

TEST_CASE("PTX's special registers say who a thread is") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        if (threadIdx.x != 37) return;
        asm("mov.u32 %0, %%tid.x;" : "=r"(r[0]));
        asm("mov.u32 %0, %%ntid.x;" : "=r"(r[1]));
        asm("mov.u32 %0, %%ctaid.x;" : "=r"(r[2]));
        asm("mov.u32 %0, %%nctaid.y;" : "=r"(r[3]));
        asm volatile("mov.u32 %0, %%laneid;" : "=r"(r[4]) :);
        asm("mov.u32 %0, %%warpid;" : "=r"(r[5]));
        asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r[6]));
        asm("mov.u32 %0, %%lanemask_le;" : "=r"(r[7]));
        asm("mov.u32 %0, %%lanemask_eq;" : "=r"(r[8]));
        asm("mov.u32 %0, %%lanemask_ge;" : "=r"(r[9]));
        asm("mov.u32 %0, %%lanemask_gt;" : "=r"(r[10]));
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(r[11]));
        asm("mad.lo.u32 %0, %%ctaid.x, %%ntid.x, %%tid.x;" : "=r"(r[12]));
        asm("mov.u32 %0, WARP_SZ;" : "=r"(r[13]));
        asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(r[14]));
        unsigned multiprocessor, count;
        asm("mov.u32 %0, %%smid; mov.u32 %1, %%nsmid;" : "=r"(multiprocessor), "=r"(count));
        r[15] = multiprocessor < count;
      },
      16, 64);
  CHECK(words == Words{37, 64, 0, 1, 5, 1, 31, 63, 32, 0xffffffe0, 0xffffffc0, 0, 37, 32, 1, 1});
}

TEST_CASE("PTX numbers the grids") {
  const auto number = [] {
    return after<std::uint64_t>([=] __device__(std::uint64_t * r) { asm("mov.u64 %0, %%gridid;" : "=l"(r[threadIdx.x])); }, 2, 2);
  };
  const auto first = number(), second = number();
  CHECK(first[0] == first[1]);
  CHECK(first[0] != second[0]);
}

TEST_CASE("PTX's clocks go on") {
  const Words words = after([=] __device__(std::uint32_t * r) {
    unsigned long long before, later, timer;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(before)::"memory");
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
    volatile unsigned i = 0;
    while (i < 1000) i = i + 1;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(later)::"memory");
    r[0] = later > before && timer > 0;
  });
  CHECK(words == Words{1});
}

TEST_CASE("PTX's barriers and fences") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ unsigned s[64];
        s[threadIdx.x] = threadIdx.x;
        asm volatile("bar.sync 0;" ::: "memory");
        const unsigned other = s[63 - threadIdx.x];
        asm volatile("barrier.sync.aligned 0;" ::: "memory");
        s[threadIdx.x] = other;
        asm volatile("membar.gl; membar.cta; membar.sys; fence.sc.sys; fence.acq_rel.gpu;" ::: "memory");
        asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
        r[threadIdx.x] = s[threadIdx.x ^ 1];
        unsigned count;
        asm volatile("{.reg .pred p; setp.lt.u32 p, %1, 10; bar.red.popc.u32 %0, 0, p;}" : "=r"(count) : "r"(threadIdx.x));
        unsigned all;
        asm volatile("{.reg .pred p, q; setp.lt.u32 p, %1, 64; barrier.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q;}"
                     : "=r"(all)
                     : "r"(threadIdx.x));
        if (threadIdx.x == 63) r[64] = count, r[65] = all;
        asm volatile("nanosleep.u32 20;");
      },
      66, 64);
  for (unsigned i = 0; i < 64; ++i) CHECK(words[i] == 63 - (i ^ 1));
  CHECK(words[64] == 10);
  CHECK(words[65] == 1);
}

TEST_CASE("PTX's barriers by number are for a part of the block") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ unsigned passed[32];
        const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        if (warp == 3) {  // comes to none of them
          r[96 + lane] = 7;
          return;
        }
        for (unsigned round = 0; round < 5; ++round) {
          if (warp == 0) {
            asm volatile("bar.sync 1, 64;" ::: "memory");  // it is free
            passed[lane] = 100 * round + lane;
            asm volatile("barrier.arrive 2, 64;" ::: "memory");  // it is filled
          } else if (warp == 1) {
            asm volatile("bar.arrive %0, %1;" ::"r"(1), "r"(64) : "memory");
            asm volatile("barrier.sync.aligned %0, 64;" ::"n"(2) : "memory");
            r[lane] += passed[31 - lane];
          }
        }
        asm volatile("{ .reg .u32 all; mov.u32 all, 96; barrier.cta.sync 15, all; }" ::: "memory");
        r[32 + 32 * (warp % 2) + lane] = passed[lane ^ 1];
      },
      128, 128);
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(words[i] == 1000 + 5 * (31 - i));
    CHECK(words[32 + i] == 400 + (i ^ 1));
    CHECK(words[64 + i] == 400 + (i ^ 1));
    CHECK(words[96 + i] == 7);
  }
}

TEST_CASE("PTX's barriers by number take warps as a whole, and number 0 of all is __syncthreads()") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ unsigned s[48];
        s[threadIdx.x] = threadIdx.x;
        asm volatile("bar.sync 1;" ::: "memory");
        const unsigned far = s[47 - threadIdx.x];
        asm volatile("bar.sync 0, 64;" ::: "memory");
        s[threadIdx.x] = far;
        if (threadIdx.x < 16)
          asm volatile("barrier.sync 2, 64;" ::: "memory");  // a warp's lanes may come by different ways
        else
          asm volatile("barrier.sync 2, 64;" ::: "memory");
        r[threadIdx.x] = s[(threadIdx.x + 16) % 48];
      },
      48, 48);
  for (unsigned i = 0; i < 48; ++i) CHECK(words[i] == 47 - (i + 16) % 48);
}

TEST_CASE("PTX's barriers by number leave a block its shared memory") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ unsigned s[48 * 1024 / 4];
        s[12287 - threadIdx.x] = threadIdx.x;
        asm volatile("bar.sync 3, 64;" ::: "memory");
        r[threadIdx.x] = s[12287 - (threadIdx.x ^ 32)];
      },
      64, 64);
  for (unsigned i = 0; i < 64; ++i) CHECK(words[i] == (i ^ 32));
}

TEST_CASE("PTX votes, matches and reduces") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        unsigned ballot, any, matched, all, active, sum, most;
        asm volatile("{.reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff;}" : "=r"(ballot) : "r"(threadIdx.x));
        asm volatile("{.reg .pred p, q; setp.eq.u32 p, %1, 40; vote.sync.any.pred q, p, -1; selp.u32 %0, 1, 0, q;}"
                     : "=r"(any)
                     : "r"(threadIdx.x));
        asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(matched) : "r"(threadIdx.x / 8));
        asm volatile("{.reg .pred p; match.all.sync.b32 _|p, %1, 0xffffffff; selp.u32 %0, 1, 0, p;}" : "=r"(all) : "r"(7));
        asm volatile("activemask.b32 %0;" : "=r"(active));
        asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(threadIdx.x));
        asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(-5 - static_cast<int>(threadIdx.x)));
        if (threadIdx.x != 9) return;
        r[0] = ballot, r[1] = any, r[2] = matched, r[3] = all, r[4] = active, r[5] = sum, r[6] = most;
      },
      7, 32);
  CHECK(words == Words{31, 0, 0xff00, 1, 0xffffffff, 496, static_cast<std::uint32_t>(-5)});
}

TEST_CASE("PTX shuffles as CUDA's functions do, and tells whether the source is in range") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        const unsigned me = threadIdx.x;
        unsigned up, down, bfly, idx, half, scanned = 1;
        asm volatile("shfl.sync.up.b32 %0, %1, 3, 0, 0xffffffff;" : "=r"(up) : "r"(me));
        asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, %4;" : "=r"(down) : "r"(me), "r"(4), "r"(0x1f), "r"(0xffffffff));
        asm volatile("shfl.sync.bfly.b32 %0, %1, 16, 31, -1;" : "=r"(bfly) : "r"(me));
        asm volatile("shfl.sync.idx.b32 %0, %1, 7, 0x1f, 0xffffffff;" : "=r"(idx) : "r"(me));
        asm volatile("shfl.sync.down.b32 %0, %1, 2, 0x181f, 0xffffffff;" : "=r"(half) : "r"(me));
        for (int by = 1; by < 32; by *= 2)
          asm volatile(
              "{ .reg .u32 r0; .reg .pred p;\n"
              "  shfl.sync.up.b32 r0|p, %0, %1, 0x0, 0xffffffff;\n"
              "  @p add.u32 r0, r0, %0;\n"
              "  @p mov.u32 %0, r0; }"
              : "+r"(scanned)
              : "r"(by));
        r[me] = up | down << 8 | bfly << 16 | idx << 24;
        r[32 + me] = half | scanned << 8;
      },
      64, 32);
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(words[i] == ((i < 3 ? i : i - 3) | (i + 4 > 31 ? i : i + 4) << 8 | (i ^ 16) << 16 | 7u << 24));
    CHECK(words[32 + i] == ((i % 8 + 2 > 7 ? i : i + 2) | (i + 1) << 8));
  }
}

TEST_CASE("PTX's shfl reads from a part of the warp that c describes") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        const unsigned me = threadIdx.x, last = 5;
        unsigned down, in_range, up;
        asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 2, %3, 0xffffffff; selp.u32 %1, 1, 0, p; }"
                     : "=r"(down), "=r"(in_range)
                     : "r"(me), "r"(24 << 8 | last));  // groups of eight lanes, of which six take part
        asm volatile("shfl.sync.up.b32 %0, %1, 3, %2, 0xffffffff;" : "=r"(up) : "r"(me), "r"(16 << 8 | 2));
        r[me] = down << 16 | in_range << 8 | up;
      },
      32, 32);
  Words right;
  for (unsigned i = 0; i < 32; ++i) {
    const bool down = i % 8 + 2 <= 5, up = i % 16 >= 3 + 2;
    right.push_back((down ? i + 2 : i) << 16 | (down ? 1 : 0) << 8 | (up ? i - 3 : i));
  }
  CHECK(words == right);
}

TEST_CASE("PTX's exit ends a thread where it stands") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        r[threadIdx.x] = 1;
        if (threadIdx.x % 2 == 1) asm volatile("exit;");
        __syncthreads();
        r[threadIdx.x] = 2;
      },
      4, 4);
  CHECK(words == Words{2, 1, 2, 1});
}
