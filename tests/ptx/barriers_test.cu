/// @file
/// @brief PTX's barriers in memory: phases, parities, bytes, and the copies that bring them.
#include "ptx_test.hpp"

using lockstep::testing::after;
using Words = std::vector<std::uint32_t>;

namespace {

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ void begin(std::uint64_t& barrier, unsigned count) {
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(shared_address(&barrier)), "r"(count)
                 : "memory");
  __syncthreads();
}

__device__ void wait(std::uint64_t& barrier, unsigned parity) {
  asm volatile(
      "{ .reg .pred P1;\n"
      "LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\n"
      "bra LAB_WAIT;\n"
      "DONE: }" ::"r"(shared_address(&barrier)),
      "r"(parity)
      : "memory");
}

}  // namespace

TEST_CASE("threads that arrive at an mbarrier wait for its phase") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ std::uint64_t barrier;
        __shared__ unsigned s[64];
        begin(barrier, 64);
        for (unsigned phase = 0; phase < 20; ++phase) {
          s[threadIdx.x] = 100 * phase + threadIdx.x;
          std::uint64_t state;
          asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(shared_address(&barrier)) : "memory");
          unsigned over = 0;
          while (over == 0)
            asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                         : "=r"(over)
                         : "r"(shared_address(&barrier)), "l"(state)
                         : "memory");
          r[threadIdx.x] += s[63 - threadIdx.x];
          asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0], 1;" ::"r"(shared_address(&barrier)) : "memory");
          wait(barrier, 1);
        }
      },
      64, 64);
  for (unsigned i = 0; i < 64; ++i) CHECK(words[i] == 100 * 190 + 20 * (63 - i));
}

TEST_CASE("warps hand over by the parities of two mbarriers") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ std::uint64_t filled, freed;
        __shared__ unsigned s[32];
        begin(filled, 32);
        begin(freed, 32);
        const unsigned lane = threadIdx.x % 32;
        for (unsigned round = 0; round < 10; ++round) {
          if (threadIdx.x < 32) {
            wait(freed, (round & 1) ^ 1);  // before the first phase, that of parity 1 is over
            s[lane] = round * lane;
            asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(&filled)) : "memory");
          } else {
            wait(filled, round & 1);
            r[lane] += s[lane ^ 1];
            asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(&freed)) : "memory");
          }
        }
      },
      32, 64);
  for (unsigned i = 0; i < 32; ++i) CHECK(words[i] == 45 * (i ^ 1));
}

TEST_CASE("an mbarrier counts what comes at once, and those that drop out") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ std::uint64_t barrier;
        const unsigned at = shared_address(&barrier);
        const auto over = [=](unsigned parity) {
          unsigned result;
          asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                       : "=r"(result)
                       : "r"(at), "r"(parity)
                       : "memory");
          return result;
        };
        begin(barrier, 3);
        r[0] = over(0);
        asm volatile("mbarrier.arrive.shared.b64 _, [%0], 2;" ::"r"(at) : "memory");
        r[1] = over(0);
        asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(at) : "memory");
        r[2] = over(0);
        r[3] = over(1);
        asm volatile("mbarrier.arrive.shared.b64 _, [%0], 2;" ::"r"(at) : "memory");  // of two that are left
        r[4] = over(1);
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 64;" ::"r"(at) : "memory");
        asm volatile("mbarrier.arrive.shared.b64 _, [%0], 2;" ::"r"(at) : "memory");
        r[5] = over(0);
        asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 64;" ::"r"(at) : "memory");
        r[6] = over(0);
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
        begin(barrier, 1);
        r[7] = over(0);
      },
      8);
  CHECK(words == Words{0, 0, 1, 0, 1, 0, 1, 0});
}

TEST_CASE("an mbarrier waits for a thread's asynchronous copies") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ std::uint64_t barrier;
        __shared__ alignas(16) unsigned s[32];
        r[threadIdx.x] = threadIdx.x + 1;
        begin(barrier, 32);
        for (unsigned round = 0; round < 2; ++round) {
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&s[threadIdx.x])), "l"(&r[threadIdx.x]) : "memory");
          if (round == 0) {
            asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
          } else {
            asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
            asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(&barrier)) : "memory");
          }
          wait(barrier, round);
          const unsigned other = s[31 - threadIdx.x];
          __syncthreads();
          r[threadIdx.x] = 10 * other;
        }
      },
      32, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(words[i] == 100 * (i + 1));
}

TEST_CASE("bulk copies tell an mbarrier how many bytes have come, and go back") {
  const Words words = after(
      [=] __device__(std::uint32_t * r) {
        __shared__ std::uint64_t barrier;
        __shared__ alignas(128) unsigned s[64];
        r[threadIdx.x] = threadIdx.x;
        begin(barrier, 1);
        if (threadIdx.x == 0) {
          asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(256)
                       : "memory");
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(s)),
                       "l"(r), "r"(128), "r"(shared_address(&barrier))
                       : "memory");
          asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(s + 32)),
                       "l"(r + 32), "n"(128), "r"(shared_address(&barrier))
                       : "memory");
        }
        wait(barrier, 0);
        const unsigned other = s[63 - threadIdx.x];
        __syncthreads();
        s[threadIdx.x] = other + 1;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
          std::uint64_t policy;
          asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
          asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::"l"(r + 64),
                       "r"(shared_address(s)), "r"(256), "l"(policy)
                       : "memory");
          asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;" ::: "memory");
        }
        asm volatile("griddepcontrol.wait; griddepcontrol.launch_dependents;");
      },
      128, 64);
  for (unsigned i = 0; i < 64; ++i) {
    CHECK(words[i] == i);
    CHECK(words[64 + i] == 64 - i);
  }
}
