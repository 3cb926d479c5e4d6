/// @file
/// @brief Kernels that are wrong and must be caught, and twins that are right and must be passed in silence.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lockstep/sim/check.hpp"

namespace {

using lockstep::sim::Hazard;
using lockstep::sim::Severity;

struct Free {
  void operator()(void* p) const { cudaFree(p); }
};
template <class T>
using Device = std::unique_ptr<T, Free>;

template <class T>
Device<T> zeros(std::size_t count) {
  void* p = nullptr;
  REQUIRE(cudaMalloc(&p, count * sizeof(T)) == cudaSuccess);
  REQUIRE(cudaMemset(p, 0, count * sizeof(T)) == cudaSuccess);
  return Device<T>(static_cast<T*>(p));
}

std::vector<Hazard> check(const std::function<void()>& launch) {
  lockstep::sim::start_check();
  launch();
  cudaDeviceSynchronize();
  return lockstep::sim::stop_check();
}

void require_caught(const std::function<void()>& launch, const std::string& kind, Severity severity) {
  const std::vector<Hazard> found = check(launch);
  REQUIRE(!found.empty());
  INFO(to_string(found.front()));
  REQUIRE(found.front().kind == kind);
  REQUIRE(found.front().severity == severity);
  REQUIRE(found.front().line > 0);
  REQUIRE(found.front().file.find("races_test.cu") != std::string::npos);
  REQUIRE(!found.front().threads.empty());
}

void require_silent(const std::function<void()>& launch) {
  const std::vector<Hazard> found = check(launch);
  INFO((found.empty() ? std::string() : to_string(found.front())));
  REQUIRE(found.empty());
}

template <bool safe>
__global__ void reverse_block(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (safe) __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

template <bool safe>
__global__ void reverse_warp(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  __shfl_sync(0xffffffffu, 0, 0);  // orders no memory
  if (safe) __syncwarp();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

__global__ void reverse_volatile(int* out) {
  __shared__ volatile int s[32];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = s[31 - threadIdx.x];
}

template <bool safe>
__global__ void reverse_global(int* data, int* out) {
  data[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (safe) __syncthreads();
  out[threadIdx.x] = data[63 - threadIdx.x];
}

template <bool safe>
__global__ void add_blocks(float* sum) {
  if (threadIdx.x != 0) return;
  if (safe) {
    atomicAdd(sum, 1.0f);
  } else {
    *sum += 1.0f;
  }
}

__global__ void same_value(int* flag) { *flag = 1; }

template <bool safe>
__global__ void mix_atomic(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  if (safe) __syncthreads();
  atomicAdd(&s, 1);
  __syncthreads();
  if (threadIdx.x == 0) *out = s;
}

template <bool narrow>
__global__ void scoped(int* count) {
  if (narrow) {
    atomicAdd_block(count, 1);
  } else {
    atomicAdd(count, 1);
  }
}

template <bool fenced>
__global__ void locked_add(int* lock, float* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (fenced) __threadfence();
  *sum += 1.0f;
  if (fenced) __threadfence();
  atomicExch(lock, 0);
}

template <bool fenced>
__global__ void pass_flag(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    if (fenced) __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    if (fenced) __threadfence();
    *out = *data;
  }
}

// Every thread of a block writes; thread 0 draws the ticket; every thread of the last block reads what all have written.
template <bool fenced>
__global__ void last_block(int* partial, unsigned* tickets, int* out) {
  __shared__ bool last;
  partial[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (fenced) __threadfence();
    last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    if (fenced) __threadfence();
  }
  __syncthreads();
  if (!last) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b * blockDim.x + (threadIdx.x + 1) % blockDim.x];
  out[threadIdx.x] = sum;
}

__global__ void bytes(unsigned char* data) { data[threadIdx.x] = static_cast<unsigned char>(threadIdx.x); }

}  // namespace

TEST_CASE("a missing block barrier is a race, in shared memory and in global memory") {
  const auto data = zeros<int>(64), out = zeros<int>(64);
  require_caught([&] { reverse_block<false><<<1, 64>>>(out.get()); }, "race", Severity::error);
  require_silent([&] { reverse_block<true><<<1, 64>>>(out.get()); });
  require_caught([&] { reverse_global<false><<<1, 64>>>(data.get(), out.get()); }, "race", Severity::error);
  require_silent([&] { reverse_global<true><<<1, 64>>>(data.get(), out.get()); });
}

TEST_CASE("lanes of a warp are ordered by __syncwarp only, and their races are warnings") {
  const auto out = zeros<int>(32);
  require_caught([&] { reverse_warp<false><<<1, 32>>>(out.get()); }, "race", Severity::warning);
  require_silent([&] { reverse_warp<true><<<1, 32>>>(out.get()); });
  require_caught([&] { reverse_volatile<<<1, 32>>>(out.get()); }, "race", Severity::warning);
}

TEST_CASE("blocks are concurrent, whatever order they ran in") {
  const auto sum = zeros<float>(1);
  require_caught([&] { add_blocks<false><<<4, 32>>>(sum.get()); }, "race", Severity::error);
  require_silent([&] { add_blocks<true><<<4, 32>>>(sum.get()); });
  require_silent([&] {
    add_blocks<false><<<1, 32>>>(sum.get());
    add_blocks<false><<<1, 32>>>(sum.get());  // the end of a kernel orders
  });
}

TEST_CASE("two writes of one value are a note") {
  const auto flag = zeros<int>(1);
  REQUIRE(cudaMemset(flag.get(), 1, 1) == cudaSuccess);  // it is 1 already
  require_caught([&] { same_value<<<2, 1>>>(flag.get()); }, "race", Severity::note);
}

TEST_CASE("atomics against plain accesses, and of too narrow a scope") {
  const auto out = zeros<int>(1);
  require_caught([&] { mix_atomic<false><<<1, 64>>>(out.get()); }, "race", Severity::error);
  require_silent([&] { mix_atomic<true><<<1, 64>>>(out.get()); });
  require_caught([&] { scoped<true><<<2, 32>>>(out.get()); }, "race", Severity::error);
  require_silent([&] { scoped<true><<<1, 64>>>(out.get()); });
  require_silent([&] { scoped<false><<<2, 32>>>(out.get()); });
}

TEST_CASE("locks, flags and tickets order memory where they come with fences") {
  const auto lock = zeros<int>(1), flag = zeros<int>(1), data = zeros<int>(256), out = zeros<int>(64);
  const auto sum = zeros<float>(1);
  const auto tickets = zeros<unsigned>(1);
  require_caught([&] { locked_add<false><<<4, 32>>>(lock.get(), sum.get()); }, "race", Severity::error);
  require_silent([&] { locked_add<true><<<4, 32>>>(lock.get(), sum.get()); });
  require_caught([&] { pass_flag<false><<<2, 1>>>(data.get(), flag.get(), out.get()); }, "race", Severity::error);
  REQUIRE(cudaMemset(flag.get(), 0, sizeof(int)) == cudaSuccess);
  require_silent([&] { pass_flag<true><<<2, 1>>>(data.get(), flag.get(), out.get()); });
  require_caught([&] { last_block<false><<<4, 64>>>(data.get(), tickets.get(), out.get()); }, "race", Severity::error);
  require_silent([&] { last_block<true><<<4, 64>>>(data.get(), tickets.get(), out.get()); });
}

TEST_CASE("neighbouring bytes are not one word") {
  const auto data = zeros<unsigned char>(64);
  require_silent([&] { bytes<<<1, 64>>>(data.get()); });
}

