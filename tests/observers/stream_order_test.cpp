/// @file
/// @brief Clocks along chains tell the same order as walking from operation to operation.
#include "sim/observers/streams/stream_order.hpp"

#include <random>
#include <set>

#include "catch.hpp"

using lockstep::sim::StreamOrder;

TEST_CASE("operations of one stream are one chain") {
  StreamOrder order;
  order.issued(1, {});
  order.issued(2, {1});
  order.issued(3, {2});
  CHECK(order.ordered(1, 3));
  CHECK_FALSE(order.branches());
  CHECK_FALSE(order.known_to_host(3));
  order.host_waits({2});
  CHECK(order.known_to_host(1));
  CHECK_FALSE(order.known_to_host(3));
}

TEST_CASE("two streams are unordered until an event or the host orders them") {
  StreamOrder order;
  order.issued(1, {});
  order.issued(2, {});
  CHECK(order.branches());
  CHECK_FALSE(order.ordered(1, 2));
  order.issued(3, {1, 2});
  CHECK(order.ordered(1, 3));
  CHECK(order.ordered(2, 3));
  order.issued(4, {2});
  CHECK_FALSE(order.ordered(3, 4));
  order.host_waits({4});
  order.issued(5, {});
  CHECK(order.ordered(4, 5));
  CHECK(order.ordered(2, 5));
  CHECK_FALSE(order.ordered(1, 5));
  order.host_waits_for_all();
  order.issued(6, {});
  CHECK(order.ordered(1, 6));
  CHECK(order.ordered(5, 6));
}

TEST_CASE("one stream after another, with the host waiting between them, needs no second chain") {
  StreamOrder order;
  order.issued(1, {});
  order.host_waits({1});
  order.issued(2, {});
  order.host_waits_for_all();
  order.issued(3, {});
  CHECK_FALSE(order.branches());
  CHECK(order.ordered(1, 2));
}

TEST_CASE("clocks are as exact as a walk along the edges, on random graphs") {
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same graphs each time
  for (int graph = 0; graph < 200; ++graph) {
    StreamOrder order;
    std::vector<std::set<std::uint64_t>> before(1);  // of each operation, all that happen before it
    std::set<std::uint64_t> known;                   // to the host
    for (std::uint64_t id = 1; id <= 40; ++id) {
      std::set<std::uint64_t> all = known;
      std::vector<std::uint64_t> after;
      for (unsigned edges = random() % 4; edges > 0 && id > 1; --edges) after.push_back(1 + random() % (id - 1));
      for (const std::uint64_t other : after) {
        all.insert(other);
        all.insert(before[other].begin(), before[other].end());
      }
      order.issued(id, after);
      before.push_back(all);
      for (std::uint64_t other = 1; other < id; ++other) {
        CAPTURE(graph, id, other);
        REQUIRE(order.ordered(other, id) == all.contains(other));
      }
      if (random() % 8 != 0) continue;
      const std::uint64_t waited = 1 + random() % id;
      known.insert(waited);
      known.insert(before[waited].begin(), before[waited].end());
      order.host_waits({waited});
      for (std::uint64_t other = 1; other <= id; ++other) REQUIRE(order.known_to_host(other) == known.contains(other));
      if (random() % 2 == 0) order.forget_known();
    }
  }
}
