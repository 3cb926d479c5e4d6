/// @file
/// @brief Tests the model that lays operations out in time, on cases small enough to draw by hand.
#include "harness/timing/timeline_model.hpp"

#include "catch.hpp"

using namespace lockstep;

namespace {

constexpr Engine kIn = Engine::copy_to_device, kRun = Engine::kernels, kOut = Engine::copy_to_host;

void check_spans(const std::vector<ModelOperation>& operations, const std::vector<std::pair<double, double>>& expected) {
  const std::vector<Span> spans = lay_out(operations);
  REQUIRE(spans.size() == expected.size());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    CAPTURE(i);
    CHECK(spans[i].begin == expected[i].first);
    CHECK(spans[i].end == expected[i].second);
  }
}

}  // namespace

TEST_CASE("One stream does one thing after the other", "[timeline]") {
  check_spans({{1, {}, kIn, 2}, {2, {1}, kRun, 1}, {3, {2}, kOut, 2}, {4, {3}, kIn, 2}, {5, {4}, kRun, 1}, {6, {5}, kOut, 2}},
              {{0, 2}, {2, 3}, {3, 5}, {5, 7}, {7, 8}, {8, 10}});
}

TEST_CASE("Two streams overlap: one copies while the other computes or copies back", "[timeline]") {
  check_spans({{1, {}, kIn, 2}, {2, {1}, kRun, 1}, {3, {2}, kOut, 2}, {4, {}, kIn, 2}, {5, {4}, kRun, 1}, {6, {5}, kOut, 2}},
              {{0, 2}, {2, 3}, {3, 5}, {2, 4}, {4, 5}, {5, 7}});
}

TEST_CASE("An engine that streams share does one thing at a time, in the order of issue", "[timeline]") {
  check_spans({{1, {}, kRun, 3}, {2, {}, kRun, 1}, {3, {}, kRun, 2}}, {{0, 3}, {3, 4}, {4, 6}});
  check_spans({{1, {}, kIn, 3}, {2, {}, kOut, 1}, {3, {}, kIn, 2}}, {{0, 3}, {0, 1}, {3, 5}});
}

TEST_CASE("Who is ready first goes first, whoever was issued first", "[timeline]") {
  check_spans({{1, {}, kIn, 4}, {2, {1}, kRun, 1}, {3, {}, kRun, 2}}, {{0, 4}, {4, 5}, {0, 2}});
}

TEST_CASE("An event takes no time and no turn, and holds back who waits for it", "[timeline]") {
  const Engine none = Engine::none;
  check_spans({{1, {}, kIn, 2}, {2, {1}, none, 0}, {3, {}, none, 0}, {4, {2}, kRun, 1}, {5, {3}, kOut, 1}},
              {{0, 2}, {2, 2}, {0, 0}, {2, 3}, {0, 1}});
}

TEST_CASE("An operation waits for the last of all that it follows, and what is not known has ended", "[timeline]") {
  check_spans({{11, {7}, kIn, 2}, {12, {7, 8}, kOut, 5}, {13, {11, 12, 9}, kRun, 1}}, {{0, 2}, {0, 5}, {5, 6}});
  check_spans({{1, {}, kOut, 5}, {2, {}, kIn, 2}, {3, {1, 2}, kRun, 1}}, {{0, 5}, {0, 2}, {5, 6}});
  CHECK(lay_out({}).empty());
}
