/// @file
/// @brief Sectors and banks.
#include "sim/observers/counting/coalescing.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "sim/observers/counting/lanes.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kWord = 4, kBanks = 32;

/// Up to 64 numbers that are compared with each other; kept in the order of lanes, which is mostly sorted already.
class Numbers {
 public:
  void add(std::uint64_t number) {
    if (count_ != 0 && all_[count_ - 1] == number) return;
    sorted_ = sorted_ && (count_ == 0 || all_[count_ - 1] < number);
    all_[count_++] = number;
  }
  std::uint32_t distinct() {
    if (sorted_) return count_;
    std::sort(all_.begin(), all_.begin() + count_);
    return static_cast<std::uint32_t>(std::unique(all_.begin(), all_.begin() + count_) - all_.begin());
  }

 private:
  std::array<std::uint64_t, 64> all_;
  std::uint32_t count_ = 0;
  bool sorted_ = true;
};

// Do all pairs of active lanes that are `distance` apart read the same address? Their halves of the warp then share a phase.
bool pairs_agree(const WarpAccess& access, unsigned distance) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned other = lane ^ distance;
    if ((access.lanes >> lane & access.lanes >> other & 1u) != 0 && access.address[lane] != access.address[other]) return false;
  }
  return true;
}

unsigned phases_of(const WarpAccess& access, bool load) {
  const unsigned phases = access.bytes <= 4 ? 1 : access.bytes / 4;
  const bool shares = load && phases > 1 && (pairs_agree(access, 1) || pairs_agree(access, 2));
  return shares ? phases / 2 : phases;
}

std::uint64_t magnitude(std::int64_t stride) { return static_cast<std::uint64_t>(stride < 0 ? -stride : stride); }

// All lanes on a line, at multiples of their bytes: what they cost can be computed without looking at each.
bool is_full_line(const WarpAccess& access) {
  return access.is_line && access.lanes == ~0u && (access.address[0] | magnitude(access.stride)) % access.bytes == 0;
}

// Words that are w apart fall into every gcd(w, 32)th bank, as many into each.
Phase phase_of_line(const WarpAccess& access) {
  const std::uint64_t apart = magnitude(access.stride) / kWord;
  Phase phase{.lanes = ~0u, .wavefronts = apart == 0 ? 1 : static_cast<std::uint32_t>(std::gcd(apart, kBanks))};
  if (phase.wavefronts == 1) return phase;
  for (std::uint64_t bank = access.address[0] / kWord % phase.wavefronts; bank < kBanks; bank += phase.wavefronts)
    phase.crowded_banks |= 1u << bank;
  return phase;
}

// A bank serves one distinct word after the other.
Phase phase_of_words(const WarpAccess& access, std::uint32_t group) {
  std::array<std::uint64_t, 128> words;
  std::array<std::uint8_t, 128> before;      // the word seen before it in the same bank
  std::array<std::uint8_t, kBanks> last{};   // of each bank: 1 + its newest word
  std::array<std::uint8_t, kBanks> depth{};  // distinct words of each bank
  std::uint8_t count = 0;
  Phase phase{.lanes = group};
  for_each_lane(access.lanes & group, [&](unsigned lane) {
    const std::uint64_t end = (access.address[lane] + access.bytes - 1) / kWord;
    for (std::uint64_t word = access.address[lane] / kWord; word <= end; ++word) {
      const std::size_t bank = word % kBanks;
      std::uint8_t seen = last[bank];
      while (seen != 0 && words[seen - 1u] != word) seen = before[seen - 1u];
      if (seen != 0) continue;
      words[count] = word;
      before[count] = last[bank];
      last[bank] = ++count;
      if (++depth[bank] > 1) phase.crowded_banks |= 1u << bank;
      phase.wavefronts = std::max<std::uint32_t>(phase.wavefronts, depth[bank]);
    }
  });
  return phase;
}

// A bank serves one lane after the other.
Phase phase_of_lanes(const WarpAccess& access) {
  std::array<std::uint32_t, kBanks> lanes{};
  Phase phase{.lanes = ~0u};
  for_each_lane(access.lanes, [&](unsigned lane) {
    const std::size_t bank = access.address[lane] / kWord % kBanks;
    if (++lanes[bank] > 1) phase.crowded_banks |= 1u << bank;
    phase.wavefronts = std::max(phase.wavefronts, lanes[bank]);
  });
  return phase;
}

}  // namespace

std::uint32_t sectors(const WarpAccess& access) {
  if (is_full_line(access)) {
    const std::uint64_t first = std::min(access.address.front(), access.address.back());
    const std::uint64_t end = std::max(access.address.front(), access.address.back()) + access.bytes - 1;
    // Steps of a sector and less leave none out; with longer ones no two lanes share one.
    return magnitude(access.stride) <= kSectorBytes ? static_cast<std::uint32_t>(end / kSectorBytes - first / kSectorBytes + 1) : 32;
  }
  Numbers touched;
  for_each_lane(access.lanes, [&](unsigned lane) {
    touched.add(access.address[lane] / kSectorBytes);
    const std::uint64_t end = (access.address[lane] + access.bytes - 1) / kSectorBytes;
    if (end != access.address[lane] / kSectorBytes) touched.add(end);
  });
  return touched.distinct();
}

std::uint32_t atomic_sectors(const WarpAccess& access) {
  std::array<std::uint64_t, 32> sorted;
  std::uint32_t count = 0;
  for_each_lane(access.lanes, [&](unsigned lane) { sorted[count++] = access.address[lane]; });
  std::sort(sorted.begin(), sorted.begin() + count);
  std::uint32_t sum = 0, most = 0, same = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    same = i != 0 && sorted[i] == sorted[i - 1] ? same + 1 : 1;
    most = std::max(most, same);
    const bool last_of_sector = i + 1 == count || sorted[i + 1] / kSectorBytes != sorted[i] / kSectorBytes;
    if (!last_of_sector) continue;
    sum += most;
    most = 0;
  }
  return sum;
}

std::uint32_t ideal_sectors(const WarpAccess& access, std::uint32_t touched) {
  const auto packed = (static_cast<std::uint32_t>(std::popcount(access.lanes)) * access.bytes + 31) / 32;
  return std::min(packed, touched);
}

std::uint32_t contention(const WarpAccess& access) {
  std::uint32_t most = 0;
  for (std::uint32_t rest = access.lanes; rest != 0;) {
    const std::uint64_t address = access.address[static_cast<unsigned>(std::countr_zero(rest))];
    std::uint32_t same = 0;
    for_each_lane(rest, [&](unsigned lane) { same |= access.address[lane] == address ? 1u << lane : 0; });
    most = std::max(most, static_cast<std::uint32_t>(std::popcount(same)));
    rest &= ~same;
  }
  return most;
}

Banks banks(const WarpAccess& access, bool load) {
  if (access.bytes == kWord && is_full_line(access)) {
    const Phase phase = phase_of_line(access);
    return {.wavefronts = phase.wavefronts, .conflicts = phase.wavefronts - 1, .phases = {phase}, .phase_count = 1};
  }
  const unsigned phases = phases_of(access, load), width = 32 / phases;
  Banks result{.phase_count = phases};
  for (unsigned i = 0; i < phases; ++i) {
    const Phase phase = phase_of_words(access, ~0u >> (32 - width) << i * width);
    result.phases[i] = phase;
    result.wavefronts += phase.wavefronts;
    result.conflicts += phase.wavefronts - std::min(phase.wavefronts, 1u);
  }
  return result;
}

Banks atomic_banks(const WarpAccess& access, AtomicKind kind) {
  if (kind == AtomicKind::count) return banks(access, false);
  Phase phase = phase_of_lanes(access);
  const std::uint32_t conflicts = phase.wavefronts - 1;
  if (kind == AtomicKind::compare_exchange) phase.wavefronts *= 2;
  return {.wavefronts = phase.wavefronts, .conflicts = conflicts, .phases = {phase}, .phase_count = 1};
}

}  // namespace lockstep::sim
