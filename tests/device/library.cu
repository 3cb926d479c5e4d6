/// @file
/// @brief The `cuda::` library: atomics of any type, barriers with completions, latches, semaphores, pipelines by roles, and `cuda::std`.
#include "device_test.hpp"

#include <cooperative_groups.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include <new>

namespace cg = cooperative_groups;

namespace {

// ---- Atomics of any type ------------------------------------------------------------------------------------------

struct Pair {
  int a, b;
};
struct alignas(16) Wide {
  double sum;
  long long count;
};

__global__ void structs(Pair* pair, Wide* wide) {
  cuda::atomic_ref<Pair, cuda::thread_scope_device> small(*pair);
  Pair seen = small.load();
  while (!small.compare_exchange_weak(seen, Pair{seen.a + 1, seen.b + 2})) {
  }
  Wide old = atomicExch(wide + 1, Wide{0, 1}), assumed;
  do {
    assumed = old;
    old = atomicCAS(wide, assumed, Wide{assumed.sum + threadIdx.x, assumed.count + 1});
  } while (old.sum != assumed.sum || old.count != assumed.count);
}

__global__ void pointers(int* out) {
  __shared__ int cells[64];
  __shared__ cuda::atomic<int*, cuda::thread_scope_block> next;
  __shared__ cuda::std::atomic_flag taken;
  if (threadIdx.x == 0) {
    next.store(cells);
    taken.clear();
    out[64] = 0;
  }
  __syncthreads();
  *next.fetch_add(1) = 1;
  if (!taken.test_and_set()) atomicAdd(out + 64, 1);
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x] + static_cast<int>(next.load() - cells);
}

// ---- Barriers, latches, semaphores --------------------------------------------------------------------------------

struct CountPhases {
  int* phases;
  __device__ void operator()() const noexcept { ++*phases; }
};

__global__ void completions(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block, CountPhases>* barrier;
  __shared__ alignas(16) unsigned char memory[64];
  __shared__ int phases, values[64];
  if (threadIdx.x == 0) {
    phases = 0;
    barrier = new (memory) cuda::barrier<cuda::thread_scope_block, CountPhases>(blockDim.x, CountPhases{&phases});
  }
  __syncthreads();
  int right = 0;
  for (int i = 1; i <= 3; ++i) {
    values[threadIdx.x] = i;
    barrier->arrive_and_wait();
    right += phases == 2 * i - 1 && values[63 - threadIdx.x] == i;
    barrier->arrive_and_wait();
  }
  out[threadIdx.x] = right;
}

__global__ void others(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ cuda::latch<cuda::thread_scope_block>* latch;
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 1>* semaphore;
  __shared__ alignas(16) unsigned char memory[2][64];
  __shared__ __mbarrier_t primitive;
  __shared__ int sum;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    latch = new (memory[0]) cuda::latch<cuda::thread_scope_block>(blockDim.x);
    semaphore = new (memory[1]) cuda::counting_semaphore<cuda::thread_scope_block, 1>(1);
    __mbarrier_init(&primitive, blockDim.x);
    sum = 0;
  }
  __syncthreads();
  auto token = barrier.arrive();
  while (!barrier.try_wait_for(cuda::std::move(token), cuda::std::chrono::nanoseconds(100))) {
  }
  latch->arrive_and_wait();
  semaphore->acquire();
  sum = sum + 1;
  semaphore->release();
  const __mbarrier_token_t arrived = __mbarrier_arrive(&primitive);
  while (!__mbarrier_test_wait(&primitive, arrived)) {
  }
  out[threadIdx.x] = sum;
}

// ---- Copies that a barrier counts in bytes ------------------------------------------------------------------------

__global__ void bulk_copies(const int* in, int* out, int chunks) {
  __shared__ alignas(128) int cells[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::memcpy_async_tx(cells, in + 64 * chunk, cuda::aligned_size_t<16>(128), barrier);
      cuda::device::memcpy_async_tx(cells + 32, in + 64 * chunk + 32, cuda::aligned_size_t<16>(128), barrier);
      token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof cells);
    } else {
      token = barrier.arrive();
    }
    barrier.wait(cuda::std::move(token));
    sum = 3 * sum + cells[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

#ifdef __LOCKSTEP_SIM__  // on hardware it hangs
__global__ void bytes_that_never_come(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  init(&barrier, 1);
  cuda::device::barrier_expect_tx(barrier, 16);
  *out = barrier.try_wait_for(barrier.arrive(), cuda::std::chrono::nanoseconds(100));
}
#endif

// ---- A pipeline whose threads name their roles --------------------------------------------------------------------

__global__ void roles(const int* in, int* out, unsigned chunks) {
  __shared__ int stages[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const bool produces = warp.meta_group_rank() == 1;
  auto pipeline = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  int sum = 0;
  for (unsigned chunk = 0; chunk < chunks; ++chunk) {
    if (produces) {
      pipeline.producer_acquire();
      cuda::memcpy_async(warp, stages[chunk % 2], in + 32 * chunk, cuda::aligned_size_t<16>(sizeof stages[0]), pipeline);
      pipeline.producer_commit();
    } else {
      pipeline.consumer_wait();
      sum = 3 * sum + stages[chunk % 2][31 - threadIdx.x % 32];
      pipeline.consumer_release();
    }
  }
  if (!produces) out[threadIdx.x] = sum;
}

// ---- cuda::std ----------------------------------------------------------------------------------------------------

__global__ void standard(float* out, int* words) {
  const cuda::std::array<float, 4> array{1, 2, 3, 4};
  const auto tuple = cuda::std::make_tuple(1, 2.5f);
  cuda::std::complex<float> z(1, 2);
  z = z * z;
  const cuda::std::pair<int, float> pair(2, 0.5f);
  const cuda::std::span<int> span(words, 4);
  int sum = 0;
  for (int& word : span) sum += ++word;
  const cuda::std::span<const int> part = span.subspan(1, 2);
  out[0] = array[2] + static_cast<float>(array.size());
  out[1] = static_cast<float>(cuda::std::get<0>(tuple)) + cuda::std::get<1>(tuple);
  out[2] = z.real();
  out[3] = z.imag();
  out[4] = static_cast<float>(pair.first) + pair.second;
  out[5] = static_cast<float>(sum);
  out[6] = static_cast<float>(part[1]) + static_cast<float>(part.size());
  out[7] = cuda::std::numeric_limits<float>::max();
  out[8] = static_cast<float>(cuda::std::popcount(7u) + cuda::std::countl_zero(1u));
  out[9] = cuda::std::plus<>{}(cuda::std::bit_cast<float>(0x3f800000u), 1.0f);
  static_assert(cuda::std::is_same<cuda::std::remove_cvref_t<const int&>, int>::value, "of the library");
}

}  // namespace

TEST_CASE("atomics of structs and pointers, up to 16 bytes") {
  Shared<Pair> pair(1);
  Shared<Wide> wide(2);
  structs<<<4, 32>>>(pair.data(), wide.data());
  finish();
  CHECK((pair[0].a == 128 && pair[0].b == 256));
  CHECK((wide[0].sum == 4 * 496 && wide[0].count == 128 && wide[1].count == 1));

  Shared<int> out(65);
  pointers<<<1, 64>>>(out.data());
  finish();
  for (unsigned t = 0; t < 64; ++t) CHECK(out[t] == 65);
  CHECK(out[64] == 1);
}

TEST_CASE("a barrier calls its completion once a phase, before its threads go on") {
  Shared<int> out(64);
  completions<<<1, 64>>>(out.data());
  finish();
  for (unsigned t = 0; t < 64; ++t) CHECK(out[t] == 3);
}

TEST_CASE("latches, semaphores, and barriers that are asked") {
  Shared<int> out(64);
  others<<<1, 64>>>(out.data());
  finish();
  for (unsigned t = 0; t < 64; ++t) CHECK(out[t] == 64);
}

TEST_CASE("a barrier waits for the bytes of copies") {
  constexpr int chunks = 11;  // more phases than a barrier tells apart
  Shared<int> in(64 * chunks), out(64);
  for (unsigned i = 0; i < in.size(); ++i) in[i] = static_cast<int>(random_bits(i) % 100);
  bulk_copies<<<1, 64>>>(in.data(), out.data(), chunks);
  finish();
  for (unsigned t = 0; t < 64; ++t) {
    int sum = 0;
    for (unsigned chunk = 0; chunk < chunks; ++chunk) sum = 3 * sum + in[64 * chunk + 63 - t];
    CHECK(out[t] == sum);
  }
#ifdef __LOCKSTEP_SIM__
  out[0] = -1;
  bytes_that_never_come<<<1, 1>>>(out.data());
  finish();
  CHECK(out[0] == 0);
#endif
}

TEST_CASE("a pipeline whose threads name their roles") {
  constexpr unsigned chunks = 7;
  Shared<int> in(32 * chunks), out(32);
  for (unsigned i = 0; i < in.size(); ++i) in[i] = static_cast<int>(random_bits(i) % 100);
  roles<<<1, 64>>>(in.data(), out.data(), chunks);
  finish();
  for (unsigned t = 0; t < 32; ++t) {
    int sum = 0;
    for (unsigned chunk = 0; chunk < chunks; ++chunk) sum = 3 * sum + in[32 * chunk + 31 - t];
    CHECK(out[t] == sum);
  }
}

TEST_CASE("cuda::std in kernels") {
  Shared<float> out(10);
  Shared<int> words(4);
  for (unsigned i = 0; i < 4; ++i) words[i] = static_cast<int>(i);
  standard<<<1, 1>>>(out.data(), words.data());
  finish();
  const float expected[] = {7, 3.5f, -3, 4, 2.5f, 10, 5, 0x1.fffffep127f, 34, 2};
  for (unsigned i = 0; i < 10; ++i) {
    INFO(i);
    CHECK(out[i] == expected[i]);
  }
}

TEST_CASE("host code has atomics, spans and latches of the library") {
  cuda::std::atomic<int> count{3};
  ++count;
  CHECK(count.fetch_add(6) == 4);
  CHECK(count.load() == 10);
  cuda::atomic<Pair> pair(Pair{1, 2});
  CHECK((pair.exchange(Pair{3, 4}).b == 2 && pair.load().a == 3));
  cuda::latch<cuda::thread_scope_system> latch(1);
  latch.count_down();
  latch.wait();
  int cells[3] = {1, 2, 3};
  const cuda::std::span<int> all(cells);
  CHECK((all.size() == 3 && all.back() == 3));
}
