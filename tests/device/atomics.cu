/// @file
/// @brief Atomics of all types: each result on its own, totals over many threads, locks between blocks and between lanes of a warp.
#include "device_test.hpp"

#include <cuda/atomic>
#include <cuda/barrier>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>
#include <vector>

namespace {

// ---- One operation on one value: the value before, and the value after ---------------------------------------------

template <class T>
struct Sequence {
  T before[18];
  T after[18];
};

/// Calls an atomic on `cell` and notes what it gave back and what it left.
#define LOCKSTEP_NOTE(i, call) \
  cell = start;                \
  s->before[i] = call;         \
  s->after[i] = cell;

template <class T>
__global__ void integer_sequence(T start, T operand, Sequence<T>* s) {
  __shared__ T cell;
  LOCKSTEP_NOTE(0, atomicAdd(&cell, operand))
  LOCKSTEP_NOTE(1, atomicExch(&cell, operand))
  LOCKSTEP_NOTE(2, atomicMin(&cell, operand))
  LOCKSTEP_NOTE(3, atomicMax(&cell, operand))
  LOCKSTEP_NOTE(4, atomicAnd(&cell, operand))
  LOCKSTEP_NOTE(5, atomicOr(&cell, operand))
  LOCKSTEP_NOTE(6, atomicXor(&cell, operand))
  LOCKSTEP_NOTE(7, atomicCAS(&cell, start, operand))
  LOCKSTEP_NOTE(8, atomicCAS(&cell, start + 1, operand))
  LOCKSTEP_NOTE(9, atomicAdd_block(&cell, operand))
  LOCKSTEP_NOTE(10, atomicMax_system(&cell, operand))
  if constexpr (sizeof(T) == 4) {
    LOCKSTEP_NOTE(11, atomicSub(&cell, operand))
    LOCKSTEP_NOTE(12, atomicSub_system(&cell, operand))
  }
  if constexpr (T(-1) > T(0) && sizeof(T) == 4) {
    LOCKSTEP_NOTE(13, atomicInc(&cell, operand))
    LOCKSTEP_NOTE(14, atomicDec(&cell, operand))
    LOCKSTEP_NOTE(15, atomicInc(&cell, start + 1))
    LOCKSTEP_NOTE(16, atomicDec(&cell, start + 1))
  }
}

template <class T>
void check_integer_sequence(T start, T operand) {
  using Unsigned = std::make_unsigned_t<T>;
  Shared<Sequence<T>> s(1);
  integer_sequence<<<1, 1>>>(start, operand, s.data());
  finish();
  const auto wrapped = [](Unsigned x) { return static_cast<T>(x); };
  const auto a = static_cast<Unsigned>(start), b = static_cast<Unsigned>(operand);
  const T expected[] = {wrapped(a + b), operand,        std::min(start, operand), std::max(start, operand),
                        wrapped(a & b), wrapped(a | b), wrapped(a ^ b),           operand,
                        start,          wrapped(a + b), std::max(start, operand)};
  for (int i = 0; i < 11; ++i) {
    INFO("operation " << i << " on " << start << " and " << operand);
    CHECK(s[0].before[i] == start);
    CHECK(s[0].after[i] == expected[i]);
  }
  if constexpr (sizeof(T) == 4) {
    CHECK(s[0].after[11] == wrapped(a - b));
    CHECK(s[0].after[12] == wrapped(a - b));
  }
  if constexpr (std::is_same_v<T, unsigned>) {
    CHECK(s[0].after[13] == (start >= operand ? 0 : start + 1));
    CHECK(s[0].after[14] == (start == 0 || start > operand ? operand : start - 1));
    CHECK(s[0].after[15] == (start >= start + 1 ? 0 : start + 1));
    CHECK(s[0].after[16] == (start == 0 || start > start + 1 ? start + 1 : start - 1));
  }
}

__global__ void long_long_sequence(long long start, long long operand, Sequence<long long>* s) {
  __shared__ long long cell;
  LOCKSTEP_NOTE(0, atomicMin(&cell, operand))
  LOCKSTEP_NOTE(1, atomicMax(&cell, operand))
  LOCKSTEP_NOTE(2, atomicAnd(&cell, operand))
  LOCKSTEP_NOTE(3, atomicOr(&cell, operand))
  LOCKSTEP_NOTE(4, atomicXor(&cell, operand))
}

__global__ void floating_sequence(float* f, double* d, float2* f2, float4* f4, unsigned short* h) {
  f[1] = atomicAdd(&f[0], 1.5f);
  f[2] = atomicExch(&f[0], -7.0f);
  d[1] = atomicAdd(&d[0], 0.1);
  f2[1] = atomicAdd(&f2[0], make_float2(1, 2));
  f4[1] = atomicAdd(&f4[0], make_float4(1, 2, 3, 4));
  h[1] = atomicCAS(&h[0], static_cast<unsigned short>(5), static_cast<unsigned short>(9));
  h[2] = atomicCAS(&h[0], static_cast<unsigned short>(5), static_cast<unsigned short>(11));
}

// ---- Many threads -------------------------------------------------------------------------------------------------

struct Totals {
  int i;
  unsigned u;
  unsigned long long ull;
  float f;
  double d;
  unsigned largest, tickets, ring;
  int smallest;
};

__global__ void totals(Totals* t, unsigned* ticket_of) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&t->i, -static_cast<int>(thread));
  atomicAdd(&t->u, thread);
  atomicAdd(&t->ull, static_cast<unsigned long long>(thread) << 20);
  atomicAdd(&t->f, 1.0f);
  atomicAdd(&t->d, 0.5);
  atomicMax(&t->largest, thread);
  atomicMin(&t->smallest, -static_cast<int>(thread));
  atomicInc(&t->ring, 6);
  ticket_of[thread] = atomicAdd(&t->tickets, 1u);
}

__global__ void block_histogram(unsigned* bins) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd_block(&mine[random_bits(blockIdx.x * blockDim.x + threadIdx.x) % 16], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// ---- Locks --------------------------------------------------------------------------------------------------------

__global__ void locked_by_block(int* lock, volatile int* counter) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *counter = *counter + 1;  // not atomic: the lock has to make it so
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void locked_by_lane(int* lock, volatile int* counter) {
  for (bool done = false; !done;) {
    if (atomicExch(lock, 1) == 0) {
      __threadfence();
      *counter = *counter + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void handed_on(unsigned* turn, unsigned* order) {
  const unsigned block = gridDim.x - 1 - blockIdx.x;  // the last block goes first
  while (atomicAdd(turn, 0u) != block) {
  }
  order[block] = blockIdx.x;
  __threadfence();
  atomicAdd(turn, 1u);
}

__global__ void atomic_objects(int* values, cuda::atomic<unsigned, cuda::thread_scope_device>* counter) {
  cuda::atomic_ref<int, cuda::thread_scope_device> first(values[0]);
  first.fetch_add(2, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_block> second(values[1]);
  second.fetch_max(static_cast<int>(threadIdx.x));
  cuda::atomic_ref<int, cuda::thread_scope_block> counted(values[6]);
  int seen = counted.load(cuda::memory_order_acquire);
  while (!counted.compare_exchange_weak(seen, seen + 1, cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {
  }
  counter->fetch_add(1, cuda::memory_order_release);
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int> third(values[2]);
    values[3] = third.exchange(5);
    values[4] = third.fetch_sub(1);
    values[5] = third.fetch_min(-3);
    third.store(third.fetch_or(8) ^ 1);
    third.fetch_and(0x7f);
  }
}

__global__ void misaligned(char* bytes) { atomicAdd(reinterpret_cast<int*>(bytes + 2), 1); }
__global__ void out_of_bounds(int* cells) { atomicAdd(cells + (1ll << 42), 1); }

}  // namespace

TEST_CASE("each integer atomic gives back the old value and leaves the right one") {
  for (const int start : {0, 1, -1, 5, 0x7fffffff, -0x7fffffff - 1})
    for (const int operand : {0, 1, -1, 7, 0x7fffffff}) {
      check_integer_sequence<int>(start, operand);
      check_integer_sequence<unsigned>(static_cast<unsigned>(start), static_cast<unsigned>(operand));
    }
  for (const unsigned long long start : {0ull, 1ull, ~0ull, 1ull << 63, 0x123456789abcdefull})
    for (const unsigned long long operand : {0ull, 3ull, ~0ull, 1ull << 33}) check_integer_sequence<unsigned long long>(start, operand);
}

TEST_CASE("signed 64-bit atomics compare as signed") {
  Shared<Sequence<long long>> s(1);
  long_long_sequence<<<1, 1>>>(-5, 3, s.data());
  finish();
  CHECK(s[0].after[0] == -5);
  CHECK(s[0].after[1] == 3);
  CHECK(s[0].after[2] == (-5 & 3));
  CHECK(s[0].after[3] == (-5 | 3));
  CHECK(s[0].after[4] == (-5 ^ 3));
  for (int i = 0; i < 5; ++i) CHECK(s[0].before[i] == -5);
}

TEST_CASE("atomics on floats, vectors and halfwords") {
  Shared<float> f(3);
  Shared<double> d(2);
  Shared<float2> f2(2);
  Shared<float4> f4(2);
  Shared<unsigned short> h(3);
  f[0] = 2;
  d[0] = 0.2;
  f2[0] = {10, 20};
  f4[0] = {10, 20, 30, 40};
  h[0] = 5;
  floating_sequence<<<1, 1>>>(f.data(), d.data(), f2.data(), f4.data(), h.data());
  finish();
  CHECK((f[0] == -7.0f && f[1] == 2.0f && f[2] == 3.5f));
  CHECK((d[0] == 0.2 + 0.1 && d[1] == 0.2));
  CHECK((f2[0].x == 11 && f2[0].y == 22 && f2[1].x == 10 && f2[1].y == 20));
  CHECK((f4[0].x == 11 && f4[0].w == 44 && f4[1].x == 10 && f4[1].w == 40));
  CHECK((h[0] == 9 && h[1] == 5 && h[2] == 9));
}

TEST_CASE("no update is lost among many blocks") {
  constexpr unsigned blocks = 64, threads = 96, all = blocks * threads;
  Shared<Totals> t(1);
  Shared<unsigned> tickets(all);
  totals<<<blocks, threads>>>(t.data(), tickets.data());
  finish();
  const unsigned sum = all * (all - 1) / 2;
  CHECK(t[0].i == -static_cast<int>(sum));
  CHECK(t[0].u == sum);
  CHECK(t[0].ull == static_cast<unsigned long long>(sum) << 20);
  CHECK(t[0].f == static_cast<float>(all));
  CHECK(t[0].d == all / 2.0);
  CHECK(t[0].largest == all - 1);
  CHECK(t[0].smallest == -static_cast<int>(all - 1));
  CHECK(t[0].ring == all % 7);
  const std::set<unsigned> different(tickets.data(), tickets.data() + all);
  CHECK(different.size() == all);
  CHECK(*different.rbegin() == all - 1);
}

TEST_CASE("shared and global atomics make a histogram") {
  Shared<unsigned> bins(16);
  block_histogram<<<20, 128>>>(bins.data());
  finish();
  unsigned expected[16] = {};
  for (unsigned i = 0; i < 20 * 128; ++i) ++expected[random_bits(i) % 16];
  for (unsigned i = 0; i < 16; ++i) CHECK(bins[i] == expected[i]);
}

TEST_CASE("locks let one thread in at a time") {
  Shared<int> lock(1), counter(1);
  SECTION("between blocks") {
    locked_by_block<<<200, 64>>>(lock.data(), counter.data());
    finish();
    CHECK(counter[0] == 200);
  }
  SECTION("between the lanes of a warp") {
    locked_by_lane<<<4, 64>>>(lock.data(), counter.data());
    finish();
    CHECK(counter[0] == 256);
  }
  SECTION("handed from block to block") {
    Shared<unsigned> turn(1), order(8);
    handed_on<<<8, 1>>>(turn.data(), order.data());
    finish();
    for (unsigned i = 0; i < 8; ++i) CHECK(order[i] == 7 - i);
  }
}

TEST_CASE("cuda::atomic and cuda::atomic_ref") {
  Shared<int> values(7);
  cuda::atomic<unsigned, cuda::thread_scope_device>* counter = nullptr;
  REQUIRE(cudaMallocManaged(&counter, sizeof(*counter)) == cudaSuccess);
  new (counter) cuda::atomic<unsigned, cuda::thread_scope_device>(3);
  atomic_objects<<<1, 64>>>(values.data(), counter);
  finish();
  CHECK(values[0] == 128);
  CHECK(values[1] == 63);
  CHECK(values[6] == 64);
  CHECK(values[3] == 0);
  CHECK(values[4] == 5);
  CHECK(values[5] == 4);
  CHECK(values[2] == ((-3 ^ 1) & 0x7f));
  cudaFree(counter);
}

TEST_CASE("atomics on bad addresses end the launch") {
  Shared<int> cells(4);
  SECTION("misaligned") {
    misaligned<<<1, 1>>>(reinterpret_cast<char*>(cells.data()));
    fail_with(cudaErrorMisalignedAddress);
  }
  SECTION("out of bounds") {
    out_of_bounds<<<1, 1>>>(cells.data());
    fail_with(cudaErrorIllegalAddress);
  }
}

namespace {

__global__ void add_to(cuda::atomic<int>* counter) { ++*counter; }

template <class T>
void require_operations_in_host_code() {
  cuda::atomic<T> a;
  a = 3;
  CHECK(a == T{3});
  CHECK(a++ == T{3});
  CHECK(--a == T{3});
  CHECK((a += 5) == T{8});
  CHECK((a -= 1) == T{7});
  CHECK(a.exchange(4) == T{4} + T{3});
  CHECK(a.fetch_min(2) == T{4});
  CHECK(a.fetch_max(9) == T{2});
  T expected = 1;
  CHECK_FALSE(a.compare_exchange_strong(expected, 5));
  CHECK(expected == T{9});
  CHECK(a.compare_exchange_weak(expected, 5));
  a.store(2, cuda::memory_order_release);
  CHECK(a.load(cuda::memory_order_acquire) == T{2});
  T plain = 1;
  cuda::atomic_ref<T, cuda::thread_scope_system> reference(plain);
  reference += 41;
  CHECK(plain == T{42});
}

}  // namespace

TEST_CASE("host code has all operations of cuda::atomic, on memory of its own and on what kernels use") {
  require_operations_in_host_code<unsigned char>();
  require_operations_in_host_code<short>();
  require_operations_in_host_code<int>();
  require_operations_in_host_code<unsigned long long>();
  require_operations_in_host_code<float>();
  require_operations_in_host_code<double>();
  cuda::atomic<bool> set(false);
  CHECK_FALSE(set.exchange(true));
  bool expected = false;
  CHECK_FALSE(set.compare_exchange_strong(expected, false));
  CHECK(expected);
  cuda::atomic<unsigned> bits(12);
  CHECK((bits &= 6) == 4);
  CHECK((bits |= 1) == 5);
  CHECK((bits ^= 7) == 2);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst);

  cuda::atomic<int>* counter = nullptr;
  for (const bool managed : {true, false}) {
    REQUIRE((managed ? cudaMallocManaged(&counter, sizeof *counter) : cudaMallocHost(&counter, sizeof *counter)) == cudaSuccess);
    new (counter) cuda::atomic<int>(10);
    add_to<<<2, 32>>>(counter);
    finish();
    counter->fetch_add(5);
    CHECK(*counter == 79);
    managed ? cudaFree(counter) : cudaFreeHost(counter);
  }
}

TEST_CASE("host threads wait for each other by cuda::atomic and cuda::barrier") {
  constexpr int kRounds = 1000;
  cuda::atomic<int> go(0), sum(0);
  cuda::barrier<cuda::thread_scope_system> barrier(3);
  int parts[3] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      go.wait(0);
      for (int i = 0; i < kRounds; ++i) ++sum;
      parts[t] = 1;
      barrier.arrive_and_wait();
      if (t == 0) sum += parts[0] + parts[1] + parts[2];
    });
  go = 1;
  go.notify_all();
  for (std::thread& thread : threads) thread.join();
  CHECK(sum == 3 * kRounds + 3);
}
