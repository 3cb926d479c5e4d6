/// @file
/// @brief Shuffles, votes, matches and reductions of a warp (CUDA C++ Programming Guide, "Warp Shuffle Functions" and its neighbours).
///
/// The functions here only turn values into bits and back; the work is done in the library, where no hook slows it down.
#pragma once

#include <cstdint>
#include "lockstep/sim/dialect.hpp"

#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

/// Which lane a shuffle reads from, as PTX `shfl` has it.
enum class Shuffle : std::uint8_t { index, up, down, exclusive_or };

/// The lane that `lane` reads from, in segments of `width` lanes: the rules of PTX ISA, "shfl.sync", with the clamp that CUDA's intrinsics
/// pass.
unsigned shuffle_source(Shuffle kind, unsigned lane, unsigned operand, unsigned width) noexcept;

/// What the bits of a lane's value mean: only observers care.
enum class LaneType : std::uint8_t { bits, i32, u32, i64, u64, f32, f64 };
template <class T>
inline constexpr LaneType lane_type = LaneType::bits;
template <>
inline constexpr LaneType lane_type<int> = LaneType::i32;
template <>
inline constexpr LaneType lane_type<unsigned> = LaneType::u32;
template <>
inline constexpr LaneType lane_type<long> = LaneType::i64;
template <>
inline constexpr LaneType lane_type<long long> = LaneType::i64;
template <>
inline constexpr LaneType lane_type<unsigned long> = LaneType::u64;
template <>
inline constexpr LaneType lane_type<unsigned long long> = LaneType::u64;
template <>
inline constexpr LaneType lane_type<float> = LaneType::f32;
template <>
inline constexpr LaneType lane_type<double> = LaneType::f64;

/// The bits that `value` has in the source lane, or the caller's own where the source is outside its segment of `width` lanes.
/// Where the source lane does not take part the result is undefined on hardware; here all its bits are 1.
/// Ends the launch with a report where `width` is not 1, 2, 4, 8, 16 or 32.
std::uint64_t shuffle(Shuffle kind, unsigned mask, std::uint64_t bits, unsigned operand, int width, Site site, LaneType type);
/// The same with the lane that it reads from.
std::uint64_t shuffle_from(Shuffle kind, unsigned source, unsigned mask, std::uint64_t bits, Site site, LaneType type);

/// How the lanes of a mask voted; a lane that has exited is in neither set.
struct WarpVote {
  unsigned lanes;
  unsigned yes;
};
WarpVote warp_vote(unsigned mask, bool predicate, const char* name, Site site);

/// Lanes of `mask` whose `bits` equal the caller's.
unsigned warp_match_any(unsigned mask, std::uint64_t bits, Site site, LaneType type);
/// The lanes that took part where all have the same `bits`, otherwise 0.
unsigned warp_match_all(unsigned mask, std::uint64_t bits, Site site, LaneType type);

/// What `__reduce_*_sync` combine by.
enum class WarpReduce : std::uint8_t { add, minimum, maximum, bit_and, bit_or, bit_xor };
unsigned warp_reduce(WarpReduce operation, unsigned mask, unsigned value, Site site);
int warp_reduce(WarpReduce operation, unsigned mask, int value, Site site);

/// A value of at most 8 bytes as the low bits of a word, and back.
template <class T>
[[gnu::always_inline]] inline std::uint64_t lane_bits(const T& value) {
  static_assert(sizeof(T) <= 8);
  if constexpr (sizeof(T) == 8) {
    return __builtin_bit_cast(std::uint64_t, value);
  } else if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(std::uint32_t, value);
  } else {
    std::uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
  }
}
template <class T>
[[gnu::always_inline]] inline T from_lane_bits(std::uint64_t bits) {
  static_assert(sizeof(T) <= 8);
  if constexpr (sizeof(T) == 8) {
    return __builtin_bit_cast(T, bits);
  } else if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, static_cast<std::uint32_t>(bits));
  } else {
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
  }
}

}  // namespace lockstep::sim

// Overloads and not templates, so that a `short` or `bool` argument becomes `int` as it does in CUDA.
#define LOCKSTEP_WARP_VALUES(T)                                                                                                     \
  [[gnu::always_inline]] inline T __shfl_sync(unsigned mask, T value, int source_lane, int width = warpSize,                        \
                                              lockstep::sim::Site site = lockstep::sim::Site::current()) {                          \
    using namespace lockstep::sim;                                                                                                  \
    return from_lane_bits<T>(                                                                                                       \
        shuffle(Shuffle::index, mask, lane_bits(value), static_cast<unsigned>(source_lane), width, site, lane_type<T>));            \
  }                                                                                                                                 \
  [[gnu::always_inline]] inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize,                      \
                                                 lockstep::sim::Site site = lockstep::sim::Site::current()) {                       \
    using namespace lockstep::sim;                                                                                                  \
    return from_lane_bits<T>(shuffle(Shuffle::up, mask, lane_bits(value), delta, width, site, lane_type<T>));                       \
  }                                                                                                                                 \
  [[gnu::always_inline]] inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize,                    \
                                                   lockstep::sim::Site site = lockstep::sim::Site::current()) {                     \
    using namespace lockstep::sim;                                                                                                  \
    return from_lane_bits<T>(shuffle(Shuffle::down, mask, lane_bits(value), delta, width, site, lane_type<T>));                     \
  }                                                                                                                                 \
  [[gnu::always_inline]] inline T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize,                      \
                                                  lockstep::sim::Site site = lockstep::sim::Site::current()) {                      \
    using namespace lockstep::sim;                                                                                                  \
    return from_lane_bits<T>(                                                                                                       \
        shuffle(Shuffle::exclusive_or, mask, lane_bits(value), static_cast<unsigned>(lane_mask), width, site, lane_type<T>));       \
  }                                                                                                                                 \
  [[gnu::always_inline]] inline unsigned __match_any_sync(unsigned mask, T value,                                                   \
                                                          lockstep::sim::Site site = lockstep::sim::Site::current()) {              \
    return lockstep::sim::warp_match_any(mask, lockstep::sim::lane_bits(value), site, lockstep::sim::lane_type<T>);                 \
  }                                                                                                                                 \
  [[gnu::always_inline]] inline unsigned __match_all_sync(unsigned mask, T value, int* all_equal,                                   \
                                                          lockstep::sim::Site site = lockstep::sim::Site::current()) {              \
    const unsigned lanes = lockstep::sim::warp_match_all(mask, lockstep::sim::lane_bits(value), site, lockstep::sim::lane_type<T>); \
    *all_equal = lanes != 0;                                                                                                        \
    return lanes;                                                                                                                   \
  }

LOCKSTEP_WARP_VALUES(int)
LOCKSTEP_WARP_VALUES(unsigned)
LOCKSTEP_WARP_VALUES(long)
LOCKSTEP_WARP_VALUES(unsigned long)
LOCKSTEP_WARP_VALUES(long long)
LOCKSTEP_WARP_VALUES(unsigned long long)
LOCKSTEP_WARP_VALUES(float)
LOCKSTEP_WARP_VALUES(double)
#undef LOCKSTEP_WARP_VALUES

/// Lanes of `mask` whose `predicate` is not 0.
[[gnu::always_inline]] inline unsigned __ballot_sync(unsigned mask, int predicate,
                                                     lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return lockstep::sim::warp_vote(mask, predicate != 0, "__ballot_sync", site).yes;
}
/// 1 where `predicate` is not 0 in any lane of `mask`.
[[gnu::always_inline]] inline int __any_sync(unsigned mask, int predicate, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return lockstep::sim::warp_vote(mask, predicate != 0, "__any_sync", site).yes != 0;
}
/// 1 where `predicate` is not 0 in every lane of `mask` that has not exited.
[[gnu::always_inline]] inline int __all_sync(unsigned mask, int predicate, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  const lockstep::sim::WarpVote vote = lockstep::sim::warp_vote(mask, predicate != 0, "__all_sync", site);
  return vote.yes == vote.lanes;
}
/// 1 where `predicate` is 0 in all lanes of `mask`, or not 0 in all.
[[gnu::always_inline]] inline int __uni_sync(unsigned mask, int predicate, lockstep::sim::Site site = lockstep::sim::Site::current()) {
  const lockstep::sim::WarpVote vote = lockstep::sim::warp_vote(mask, predicate != 0, "__uni_sync", site);
  return vote.yes == 0 || vote.yes == vote.lanes;
}
/// The lanes that are here together.
[[gnu::always_inline]] inline unsigned __activemask(lockstep::sim::Site site = lockstep::sim::Site::current()) {
  return lockstep::sim::converged_lanes(site);
}

#define LOCKSTEP_WARP_REDUCE(T, name, operation)                                                                            \
  [[gnu::always_inline]] inline T name(unsigned mask, T value, lockstep::sim::Site site = lockstep::sim::Site::current()) { \
    return lockstep::sim::warp_reduce(lockstep::sim::WarpReduce::operation, mask, value, site);                             \
  }

LOCKSTEP_WARP_REDUCE(unsigned, __reduce_add_sync, add)
LOCKSTEP_WARP_REDUCE(unsigned, __reduce_min_sync, minimum)
LOCKSTEP_WARP_REDUCE(unsigned, __reduce_max_sync, maximum)
LOCKSTEP_WARP_REDUCE(int, __reduce_add_sync, add)
LOCKSTEP_WARP_REDUCE(int, __reduce_min_sync, minimum)
LOCKSTEP_WARP_REDUCE(int, __reduce_max_sync, maximum)
LOCKSTEP_WARP_REDUCE(unsigned, __reduce_and_sync, bit_and)
LOCKSTEP_WARP_REDUCE(unsigned, __reduce_or_sync, bit_or)
LOCKSTEP_WARP_REDUCE(unsigned, __reduce_xor_sync, bit_xor)
#undef LOCKSTEP_WARP_REDUCE
