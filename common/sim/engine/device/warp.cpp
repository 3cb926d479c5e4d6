/// @file
/// @brief What the warp intrinsics compute from what lanes brought.
#include <algorithm>
#include <atomic>
#include <bit>
#include <string>
#include <string_view>

#include "lockstep/sim/device/barriers.hpp"
#include "lockstep/sim/device/warp.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kPoison = ~std::uint64_t{0};  // what a lane that takes no part hands out

const char* name_of(Shuffle kind) {
  switch (kind) {
    case Shuffle::index:
      return "__shfl_sync";
    case Shuffle::up:
      return "__shfl_up_sync";
    case Shuffle::down:
      return "__shfl_down_sync";
    case Shuffle::exclusive_or:
      return "__shfl_xor_sync";
  }
  return "";
}

const char* name_of(WarpReduce operation) {
  switch (operation) {
    case WarpReduce::add:
      return "__reduce_add_sync";
    case WarpReduce::minimum:
      return "__reduce_min_sync";
    case WarpReduce::maximum:
      return "__reduce_max_sync";
    case WarpReduce::bit_and:
      return "__reduce_and_sync";
    case WarpReduce::bit_or:
      return "__reduce_or_sync";
    case WarpReduce::bit_xor:
      return "__reduce_xor_sync";
  }
  return "";
}

template <class T>
T combine(WarpReduce operation, T a, T b) {
  const auto x = static_cast<unsigned>(a), y = static_cast<unsigned>(b);  // unsigned arithmetic wraps, as the hardware's does
  switch (operation) {
    case WarpReduce::add:
      return static_cast<T>(x + y);
    case WarpReduce::minimum:
      return std::min(a, b);
    case WarpReduce::maximum:
      return std::max(a, b);
    case WarpReduce::bit_and:
      return static_cast<T>(x & y);
    case WarpReduce::bit_or:
      return static_cast<T>(x | y);
    case WarpReduce::bit_xor:
      return static_cast<T>(x ^ y);
  }
  return a;
}

/// Calls `visit` with the value of each lane that took part, lowest first.
template <class Visit>
void for_each_lane(const WarpExchange& exchange, Visit visit) {
  for (unsigned rest = exchange.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    visit(lane, exchange.value[lane]);
  }
}

void tell(const LaneExchange& what) {
  observe([&](Observer& observer) { observer.exchanged(current_worker->current(), what); });
}

template <class T>
T reduce(WarpReduce operation, unsigned mask, T value, Site site) {
  const WarpExchange& exchange = warp_exchange(mask, lane_bits(value), name_of(operation), site);
  const auto lowest = static_cast<unsigned>(std::countr_zero(exchange.lanes));
  T result = from_lane_bits<T>(exchange.value[lowest]);
  for_each_lane(exchange, [&](unsigned lane, std::uint64_t bits) {
    if (lane != lowest) result = combine(operation, result, from_lane_bits<T>(bits));
  });
  tell({name_of(operation), lane_type<T>, lane_bits(value), lane_bits(result)});
  return result;
}

// What the intrinsic of that name answers: whether any lane said yes, whether all did, or which.
std::uint64_t answer(std::string_view name, const WarpVote& vote) {
  if (name == "__any_sync" || name == "any") return vote.yes != 0;
  if (name == "__all_sync" || name == "all") return vote.yes == vote.lanes;
  if (name == "__uni_sync") return vote.yes == 0 || vote.yes == vote.lanes;
  return vote.yes;
}

}  // namespace

void warp_barrier(unsigned mask, Site site) { warp_exchange(mask, 0, "__syncwarp", site); }

void memory_fence(Scope scope, Site site) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  observe([&](Observer& observer) {
    if (current_worker != nullptr) observer.fence(current_worker->current(), scope, site);
  });
}

unsigned shuffle_source(Shuffle kind, unsigned lane, unsigned operand, unsigned width) noexcept {
  const unsigned offset = operand & 31;
  const unsigned first = lane & ~(width - 1);
  const unsigned last = first + width - 1;
  switch (kind) {
    case Shuffle::index:
      return first + (offset & (width - 1));
    case Shuffle::up:
      return lane >= first + offset ? lane - offset : lane;
    case Shuffle::down:
      return lane + offset <= last ? lane + offset : lane;
    case Shuffle::exclusive_or:
      return (lane ^ offset) <= last ? lane ^ offset : lane;
  }
  return lane;
}

std::uint64_t shuffle(Shuffle kind, unsigned mask, std::uint64_t bits, unsigned operand, int width, Site site, LaneType type) {
  if (width < 1 || width > 32 || !std::has_single_bit(static_cast<unsigned>(width)))
    fail_kernel(cudaErrorLaunchFailure,
                std::string(name_of(kind)) + ": width is " + std::to_string(width) + "; it must be 1, 2, 4, 8, 16 or 32", site);
  return shuffle_from(kind, shuffle_source(kind, thread_rank() % 32, operand, static_cast<unsigned>(width)), mask, bits, site, type);
}

std::uint64_t shuffle_from(Shuffle kind, unsigned source, unsigned mask, std::uint64_t bits, Site site, LaneType type) {
  const WarpExchange& exchange = warp_exchange(mask, bits, name_of(kind), site);
  const std::uint64_t taken = (exchange.lanes >> source & 1u) != 0 ? exchange.value[source] : kPoison;
  tell({name_of(kind), type, bits, taken, static_cast<int>(source)});
  return taken;
}

WarpVote warp_vote(unsigned mask, bool predicate, const char* name, Site site) {
  const WarpExchange& exchange = warp_exchange(mask, predicate, name, site);
  WarpVote vote{exchange.lanes, 0};
  for_each_lane(exchange, [&](unsigned lane, std::uint64_t yes) { vote.yes |= static_cast<unsigned>(yes) << lane; });
  tell({name, LaneType::u32, predicate, answer(name, vote)});
  return vote;
}

unsigned warp_match_any(unsigned mask, std::uint64_t bits, Site site, LaneType type) {
  unsigned equal = 0;
  for_each_lane(warp_exchange(mask, bits, "__match_any_sync", site),
                [&](unsigned lane, std::uint64_t other) { equal |= static_cast<unsigned>(other == bits) << lane; });
  tell({"__match_any_sync", type, bits, equal});
  return equal;
}

unsigned warp_match_all(unsigned mask, std::uint64_t bits, Site site, LaneType type) {
  const WarpExchange& exchange = warp_exchange(mask, bits, "__match_all_sync", site);
  bool all_equal = true;
  for_each_lane(exchange, [&](unsigned, std::uint64_t other) { all_equal = all_equal && other == bits; });
  const unsigned equal = all_equal ? exchange.lanes : 0;
  tell({"__match_all_sync", type, bits, equal});
  return equal;
}

unsigned warp_reduce(WarpReduce operation, unsigned mask, unsigned value, Site site) { return reduce(operation, mask, value, site); }
int warp_reduce(WarpReduce operation, unsigned mask, int value, Site site) { return reduce(operation, mask, value, site); }

}  // namespace lockstep::sim
