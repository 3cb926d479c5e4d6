/// @file
/// @brief A warp's shared log: whatever lanes do, in whatever order they run, each has its own events back.
#include <algorithm>
#include <random>
#include <vector>

#include "catch.hpp"
#include "sim/engine/accesses/warp_log.hpp"

using namespace lockstep::sim;

namespace {

using Events = std::vector<LaneEvent>;

Events events_of(const WarpLog& log, unsigned lane) {
  Events events;
  for (std::size_t at = 0; at < log.passed(lane); ++at) {
    const WarpLog::Column& column = log.columns()[at];
    events.push_back({WarpLog::key_of(column), log.addresses(column)[lane]});
  }
  events.insert(events.end(), log.own(lane).begin(), log.own(lane).end());
  return events;
}

bool same(const Events& a, const Events& b) {
  return std::ranges::equal(a, b, [](const LaneEvent& x, const LaneEvent& y) { return x.key == y.key && x.address == y.address; });
}

/// While it lives, this OS thread may run lanes.
struct Turns {
  ~Turns() { lane_cursor = {}; }
};

constexpr LaneKey kLoad = plain_access_key(AccessKind::load, 2, 0x1234), kStore = plain_access_key(AccessKind::store, 2, 0x1240);

}  // namespace

TEST_CASE("lanes that do the same on a line leave one column each event") {
  const Turns turns;
  WarpLog log;
  for (unsigned lane = 0; lane < 32; ++lane) {
    log.begin_turn(lane);
    record(lane_key(LaneStep::block, 0x1200), 0);
    record(kLoad, 0x5000 + 4 * lane);
    record(kStore, 0x9000 - 8 * lane);
  }
  CHECK(log.columns().size() == 3);
  CHECK(log.alone() == 0);
  CHECK(std::ranges::none_of(log.columns(), &WarpLog::Column::is_scattered));
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(same(events_of(log, lane), {{lane_key(LaneStep::block, 0x1200), 0}, {kLoad, 0x5000 + 4 * lane}, {kStore, 0x9000 - 8 * lane}}));
}

TEST_CASE("addresses on no line are kept lane by lane, and a lane that does something else goes on alone") {
  const Turns turns;
  WarpLog log;
  for (unsigned lane = 0; lane < 32; ++lane) {
    log.begin_turn(lane);
    record(kLoad, 0x5000 + 4 * (lane % 16));
    if (lane == 7) record(kStore, 0x9000);
    record(kLoad, 0x6000 + lane * lane);
  }
  CHECK(log.columns().size() == 2);
  CHECK(log.alone() == 1u << 7);
  for (unsigned lane = 0; lane < 32; ++lane) {
    Events expected{{kLoad, 0x5000 + 4 * (lane % 16)}, {kLoad, 0x6000 + lane * lane}};
    if (lane == 7) expected.insert(expected.begin() + 1, {kStore, 0x9000});
    CHECK(same(events_of(log, lane), expected));
  }
}

// Lanes take turns at any event, in any order; logs of several warps are written in between; some events come from outside.
TEST_CASE("each lane has its own events back, whoever runs when") {
  std::mt19937 random(7);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  for (int trial = 0; trial < 300; ++trial) {
    const Turns turns;
    std::vector<WarpLog> logs(2);
    std::vector<std::vector<Events>> expected(2, std::vector<Events>(32)), left = expected;
    const unsigned divergence = below(3) * below(40), length = below(60);
    for (unsigned warp = 0; warp < 2; ++warp)
      for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned i = 0; i < length; ++i) {
          if (divergence != 0 && below(divergence) == 0) continue;
          const std::uint64_t address = 0x1000 * i + (i % 3 == 0 ? 4 * lane : i % 3 == 1 ? 0 : 4 * (lane / 8) + 64 * (lane % 8));
          expected[warp][lane].push_back({i % 4 == 0 ? kStore : kLoad + i % 5, address});
        }
    for (unsigned warp = 0; warp < 2; ++warp)
      for (unsigned lane = 0; lane < 32; ++lane) {
        left[warp][lane] = expected[warp][lane];
        std::ranges::reverse(left[warp][lane]);
      }
    const bool in_order = below(2) == 0;
    for (unsigned turn = 0; turn < (in_order ? 64 : 4000); ++turn) {
      const unsigned warp = in_order ? turn / 32 : below(2), lane = in_order ? turn % 32 : below(32);
      Events& mine = left[warp][lane];
      logs[warp].begin_turn(lane);
      for (unsigned n = in_order ? length : below(5); n > 0 && !mine.empty(); --n) {
        record(mine.back().key, mine.back().address);
        mine.pop_back();
      }
      const unsigned other = below(32);
      if (in_order || left[warp][other].empty()) continue;
      logs[warp].add(other, left[warp][other].back().key, left[warp][other].back().address);
      left[warp][other].pop_back();
    }
    for (unsigned warp = 0; warp < 2; ++warp)
      for (unsigned lane = 0; lane < 32; ++lane) {
        Events all = expected[warp][lane];
        all.resize(all.size() - left[warp][lane].size());
        CAPTURE(trial, warp, lane);
        REQUIRE(same(events_of(logs[warp], lane), all));
      }
    logs[0].clear();
    CHECK(logs[0].columns().empty());
    CHECK(events_of(logs[0], 3).empty());
  }
}
