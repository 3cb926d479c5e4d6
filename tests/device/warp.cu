/// @file
/// @brief Warp intrinsics and block barriers against plain C++, with lanes of a warp in different branches.
#include "device_test.hpp"

#include <vector>

namespace {

constexpr unsigned kWarps = 4;
constexpr unsigned kSteps = 24;

/// In which of three branches a lane is, and with whom.
__host__ __device__ unsigned branch_of(unsigned seed, unsigned warp, unsigned lane) {
  return static_cast<unsigned>(random_bits(seed * 4096 + warp * 32 + lane) % 3);
}
__host__ __device__ unsigned mask_of(unsigned seed, unsigned warp, unsigned lane) {
  unsigned mask = 0;
  for (unsigned other = 0; other < 32; ++other) mask |= (branch_of(seed, warp, other) == branch_of(seed, warp, lane) ? 1u : 0u) << other;
  return mask;
}
/// What lanes of a branch do in a step: the same for all of them.
__host__ __device__ unsigned operand_of(unsigned seed, unsigned step) { return static_cast<unsigned>(random_bits(seed + 77 * step) % 40); }
__host__ __device__ int width_of(unsigned seed, unsigned step) { return 1 << random_bits(seed + 131 * step) % 6; }
template <class T>
__host__ __device__ T value_of(unsigned seed, unsigned warp, unsigned lane) {
  return from_bits<T>(random_bits(seed * 977 + warp * 32 + lane));
}

template <class T>
__device__ void shuffle_steps(unsigned mask, unsigned seed, unsigned warp, unsigned lane, std::uint64_t* out) {
  const T value = value_of<T>(seed, warp, lane);
  for (unsigned step = 0; step < kSteps; ++step) {
    const unsigned operand = operand_of(seed, step);
    const int width = width_of(seed, step);
    out[4 * step] = to_bits(__shfl_sync(mask, value, static_cast<int>(operand), width));
    out[4 * step + 1] = to_bits(__shfl_up_sync(mask, value, operand, width));
    out[4 * step + 2] = to_bits(__shfl_down_sync(mask, value, operand, width));
    out[4 * step + 3] = to_bits(__shfl_xor_sync(mask, value, static_cast<int>(operand), width));
  }
}

template <class T>
__global__ void shuffles(unsigned seed, std::uint64_t* results) {
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned mask = mask_of(seed, warp, lane);
  std::uint64_t* out = results + threadIdx.x * 4 * kSteps;
  switch (branch_of(seed, warp, lane)) {  // three calls, so that lanes of one warp are in different places
    case 0:
      shuffle_steps<T>(mask, seed, warp, lane, out);
      break;
    case 1:
      shuffle_steps<T>(mask, seed, warp, lane, out);
      break;
    default:
      shuffle_steps<T>(mask, seed, warp, lane, out);
      break;
  }
}

/// The lane that the CUDA C++ Programming Guide says is read, by shuffle: index, up, down, xor.
unsigned source_by_the_guide(unsigned kind, unsigned lane, unsigned operand, unsigned width) {
  operand %= 32;
  const unsigned segment = lane / width * width, place = lane % width;
  if (kind == 0) return segment + operand % width;
  if (kind == 1) return place >= operand ? lane - operand : lane;
  if (kind == 2) return place + operand < width ? lane + operand : lane;
  const unsigned target = lane ^ operand;
  return target / width > lane / width ? lane : target;
}

template <class T>
void check_shuffles() {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    Shared<std::uint64_t> out(kWarps * 32 * 4 * kSteps);
    shuffles<T><<<1, kWarps * 32>>>(seed, out.data());
    finish();
    for (unsigned thread = 0; thread < kWarps * 32; ++thread)
      for (unsigned step = 0; step < 4 * kSteps; ++step) {
        const unsigned warp = thread / 32, lane = thread % 32;
        const unsigned source =
            source_by_the_guide(step % 4, lane, operand_of(seed, step / 4), static_cast<unsigned>(width_of(seed, step / 4)));
        const bool present = (mask_of(seed, warp, lane) >> source & 1u) != 0;
#ifndef __LOCKSTEP_SIM__
        if (!present) continue;  // undefined on hardware
#endif
        const std::uint64_t expected = present ? to_bits(value_of<T>(seed, warp, source)) : to_bits(from_bits<T>(~std::uint64_t{0}));
        INFO("seed " << seed << ", thread " << thread << ", step " << step);
        if (out[thread * 4 * kSteps + step] != expected) FAIL(out[thread * 4 * kSteps + step] << " instead of " << expected);
      }
  }
}

struct Votes {
  unsigned all, any, ballot, uniform, same, every, every_flag, active;
  unsigned add, smallest, largest, bits_and, bits_or, bits_xor;
  int signed_add, signed_smallest, signed_largest;
};

__host__ __device__ bool predicate_of(unsigned seed, unsigned warp, unsigned lane) {
  const std::uint64_t often = random_bits(seed + 5) % 3;  // never, sometimes, always
  return often == 2 || (often == 1 && random_bits(seed * 31 + warp * 32 + lane) % 2 == 0);
}
__host__ __device__ unsigned label_of(unsigned seed, unsigned warp, unsigned lane) {
  return static_cast<unsigned>(random_bits(seed * 57 + warp * 32 + lane) % (seed % 2 == 0 ? 1 : 4)) * 0x40000001u;
}
__host__ __device__ unsigned word_of(unsigned seed, unsigned warp, unsigned lane) {
  return static_cast<unsigned>(random_bits(seed * 91 + warp * 32 + lane));
}

__device__ Votes vote(unsigned mask, unsigned seed, unsigned warp, unsigned lane) {
  const bool predicate = predicate_of(seed, warp, lane);
  const unsigned label = label_of(seed, warp, lane), word = word_of(seed, warp, lane);
  Votes v;
  v.all = static_cast<unsigned>(__all_sync(mask, predicate));
  v.any = static_cast<unsigned>(__any_sync(mask, predicate));
  v.ballot = __ballot_sync(mask, predicate);
  v.uniform = static_cast<unsigned>(__uni_sync(mask, predicate));
  v.same = __match_any_sync(mask, label);
  int flag = -1;
  v.every = __match_all_sync(mask, label, &flag);
  v.every_flag = static_cast<unsigned>(flag);
  v.add = __reduce_add_sync(mask, word);
  v.smallest = __reduce_min_sync(mask, word);
  v.largest = __reduce_max_sync(mask, word);
  v.bits_and = __reduce_and_sync(mask, word | 0x0f0f0f0fu);
  v.bits_or = __reduce_or_sync(mask, word & 0x0f0f0f0fu);
  v.bits_xor = __reduce_xor_sync(mask, word);
  v.signed_add = __reduce_add_sync(mask, static_cast<int>(word));
  v.signed_smallest = __reduce_min_sync(mask, static_cast<int>(word));
  v.signed_largest = __reduce_max_sync(mask, static_cast<int>(word));
  return v;
}

__global__ void votes(unsigned seed, Votes* out) {
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned mask = mask_of(seed, warp, lane);
  unsigned active = 0;
  if (branch_of(seed, warp, lane) == 0) {
    active = __activemask();
    out[threadIdx.x] = vote(mask, seed, warp, lane);
  } else if (branch_of(seed, warp, lane) == 1) {
    active = __activemask();
    out[threadIdx.x] = vote(mask, seed, warp, lane);
  } else {
    active = __activemask();
    out[threadIdx.x] = vote(mask, seed, warp, lane);
  }
  out[threadIdx.x].active = active;
}

Votes votes_by_loop(unsigned seed, unsigned warp, unsigned lane) {
  const unsigned mask = mask_of(seed, warp, lane);
  Votes v{1, 0, 0, 0, 0, 0, 0, mask, 0, ~0u, 0, ~0u, 0, 0, 0, 0x7fffffff, -0x7fffffff - 1};
  bool labels_equal = true;
  for (unsigned other = 0; other < 32; ++other) {
    if ((mask >> other & 1u) == 0) continue;
    const bool yes = predicate_of(seed, warp, other);
    const unsigned word = word_of(seed, warp, other);
    const bool same = label_of(seed, warp, other) == label_of(seed, warp, lane);
    v.all &= yes ? 1u : 0u;
    v.any |= yes ? 1u : 0u;
    v.ballot |= (yes ? 1u : 0u) << other;
    v.same |= (same ? 1u : 0u) << other;
    labels_equal = labels_equal && same;
    v.add += word;
    v.smallest = std::min(v.smallest, word);
    v.largest = std::max(v.largest, word);
    v.bits_and &= word | 0x0f0f0f0fu;
    v.bits_or |= word & 0x0f0f0f0fu;
    v.bits_xor ^= word;
    v.signed_smallest = std::min(v.signed_smallest, static_cast<int>(word));
    v.signed_largest = std::max(v.signed_largest, static_cast<int>(word));
  }
  v.uniform = v.ballot == 0 || v.ballot == mask;
  v.every = labels_equal ? mask : 0;
  v.every_flag = labels_equal;
  v.signed_add = static_cast<int>(v.add);
  return v;
}

/// Lanes pass a number around in shared memory: right only if `__syncwarp` holds the lanes of its mask together.
__global__ void ring(unsigned seed, unsigned* out) {
  __shared__ unsigned cells[kWarps * 32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned mask = mask_of(seed, warp, lane);
  unsigned next = lane;
  do next = (next + 1) % 32;
  while ((mask >> next & 1u) == 0);
  unsigned value = lane;
  for (unsigned step = 0; step < 5; ++step) {
    cells[threadIdx.x] = value;
    __syncwarp(mask);
    value = cells[warp * 32 + next] + step;
    __syncwarp(mask);
  }
  out[threadIdx.x] = value;
}

__global__ void early_exit_votes(unsigned* out) {
  if (threadIdx.x % 3 == 0) return;
  out[threadIdx.x] = __ballot_sync(0xffffffffu, threadIdx.x % 2 == 0);
}

__global__ void counts(unsigned seed, unsigned leavers, int* out) {
  if (threadIdx.x < leavers) return;  // a barrier waits only for threads that are still there
  const bool predicate = predicate_of(seed, 0, threadIdx.x);
  int* mine = out + 3 * threadIdx.x;
  mine[0] = __syncthreads_count(predicate);
  mine[1] = __syncthreads_and(predicate);
  mine[2] = __syncthreads_or(predicate);
}

#ifdef __LOCKSTEP_SIM__  // undefined on hardware
__global__ void odd_width(int* out) { *out = __shfl_sync(0xffffffffu, 1, 0, 5); }
#endif

}  // namespace

TEST_CASE("shuffles read the lane that the guide says, for every type, mask and width") {
  check_shuffles<int>();
  check_shuffles<unsigned>();
  check_shuffles<long>();
  check_shuffles<unsigned long>();
  check_shuffles<long long>();
  check_shuffles<unsigned long long>();
  check_shuffles<float>();
  check_shuffles<double>();
}

TEST_CASE("votes, matches and reductions of a warp equal a loop over the lanes of the mask") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    Shared<Votes> out(kWarps * 32);
    votes<<<1, kWarps * 32>>>(seed, out.data());
    finish();
    for (unsigned thread = 0; thread < kWarps * 32; ++thread) {
      INFO("seed " << seed << ", thread " << thread);
      const Votes expected = votes_by_loop(seed, thread / 32, thread % 32);
      const Votes& got = out[thread];
      CHECK(got.all == expected.all);
      CHECK(got.any == expected.any);
      CHECK(got.ballot == expected.ballot);
      CHECK(got.uniform == expected.uniform);
      CHECK(got.same == expected.same);
      CHECK(got.every == expected.every);
      CHECK(got.every_flag == expected.every_flag);
      CHECK(got.active == expected.active);
      CHECK(got.add == expected.add);
      CHECK(got.smallest == expected.smallest);
      CHECK(got.largest == expected.largest);
      CHECK(got.bits_and == expected.bits_and);
      CHECK(got.bits_or == expected.bits_or);
      CHECK(got.bits_xor == expected.bits_xor);
      CHECK(got.signed_add == expected.signed_add);
      CHECK(got.signed_smallest == expected.signed_smallest);
      CHECK(got.signed_largest == expected.signed_largest);
    }
  }
}

TEST_CASE("__syncwarp holds the lanes of its mask together") {
  for (unsigned seed = 1; seed < 5; ++seed) {
    Shared<unsigned> out(kWarps * 32);
    ring<<<1, kWarps * 32>>>(seed, out.data());
    finish();
    for (unsigned thread = 0; thread < kWarps * 32; ++thread) {
      unsigned lane = thread % 32;
      for (unsigned step = 0; step < 5; ++step) {  // five steps to the right around the lanes of the mask
        const unsigned mask = mask_of(seed, thread / 32, thread % 32);
        do lane = (lane + 1) % 32;
        while ((mask >> lane & 1u) == 0);
      }
      CHECK(out[thread] == lane + 0 + 1 + 2 + 3 + 4);
    }
  }
}

TEST_CASE("a lane that has exited is not waited for, and has no vote") {
  Shared<unsigned> out(32);
  early_exit_votes<<<1, 32>>>(out.data());
  finish();
  unsigned expected = 0;
  for (unsigned lane = 0; lane < 32; ++lane) expected |= (lane % 3 != 0 && lane % 2 == 0 ? 1u : 0u) << lane;
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane % 3 == 0 ? 0 : expected));
}

TEST_CASE("block barriers combine the predicates of all threads that are left") {
  for (const unsigned threads : {1u, 31u, 33u, 100u, 1024u})
    for (const unsigned leavers : {0u, threads / 2})
      for (unsigned seed = 0; seed < 6; ++seed) {
        Shared<int> out(3 * threads);
        counts<<<1, threads>>>(seed, leavers, out.data());
        finish();
        unsigned yes = 0;
        for (unsigned thread = leavers; thread < threads; ++thread) yes += predicate_of(seed, 0, thread);
        for (unsigned thread = leavers; thread < threads; ++thread) {
          INFO(threads << " threads, " << leavers << " left, seed " << seed);
          if (out[3 * thread] != static_cast<int>(yes)) FAIL("count " << out[3 * thread] << " instead of " << yes);
          if ((out[3 * thread + 1] != 0) != (yes == threads - leavers)) FAIL("and");
          if ((out[3 * thread + 2] != 0) != (yes != 0)) FAIL("or");
        }
      }
}

#ifdef __LOCKSTEP_SIM__
TEST_CASE("a shuffle's width that is no power of two ends the launch") {
  Shared<int> out(1);
  odd_width<<<1, 32>>>(out.data());
  fail_with(cudaErrorLaunchFailure);
}
#endif
