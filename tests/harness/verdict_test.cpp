/// @file
/// @brief Tests what passes a comparison, and the words for what does not.
#include <array>
#include <limits>

#include "catch.hpp"
#include "harness/running/verdict_text.hpp"
#include "lockstep/verdict.hpp"

using lockstep::compare;
using lockstep::Verdict;
using lockstep::within;

namespace {
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
}  // namespace

TEST_CASE("A bound includes its edge and nothing beyond", "[verdict]") {
  CHECK(within(1.5, 1.0, 0.5));
  CHECK(within(0.5, 1.0, 0.5));
  CHECK_FALSE(within(std::nextafter(1.5, 2.0), 1.0, 0.5));
  CHECK(within(1.0, 1.0, 0.0));
  CHECK_FALSE(within(std::nextafter(1.0, 2.0), 1.0, 0.0));
  CHECK(within(0.0, -0.0, 0.0));
  CHECK_FALSE(within(1.0, 2.0, -1.0));
}

TEST_CASE("NaN never passes, and infinity only where it is expected", "[verdict]") {
  CHECK_FALSE(within(kNan, 1.0, 1.0));
  CHECK_FALSE(within(kNan, kNan, 1.0));
  CHECK_FALSE(within(kNan, kNan, kInf));
  CHECK_FALSE(within(1.0, kNan, kInf));
  CHECK_FALSE(within(1.0, 2.0, kNan));
  CHECK_FALSE(within(kInf, 1.0, kInf));
  CHECK_FALSE(within(kInf, -kInf, kInf));
  CHECK(within(kInf, kInf, 0.0));
}

TEST_CASE("The first bad element is named with what it is and should be", "[verdict]") {
  const std::vector<float> got{1, 2, 9, 4, 9};
  const std::array<double, 5> want{1, 2, 3, 4, 5};
  const Verdict verdict = compare(got, want, 0.25, "row", "because");
  CHECK_FALSE(verdict.passed);
  CHECK(verdict.index == 2);
  CHECK(verdict.expected == 3);
  CHECK(verdict.got == 9);
  CHECK(verdict.error == 6);
  CHECK(verdict.bound == 0.25);
  CHECK(verdict.what == "row");
  CHECK(verdict.why == "because");
}

TEST_CASE("A bad element is found wherever it is", "[verdict]") {
  const std::size_t bad = GENERATE(0u, 1u, 31u, 32u, 99u);
  const std::vector<double> want(100, 1.0);
  std::vector<double> got = want;
  got[bad] = GENERATE(kNan, kInf, 0.0, 1.5);
  CHECK(compare(got, want, 0.4).index == static_cast<std::int64_t>(bad));
}

TEST_CASE("A pass reports the element nearest to its bound", "[verdict]") {
  const std::vector<double> got{1.0, 2.5, 30.2}, want{1, 2, 30};
  const std::vector<double> bounds{1, 10, 0.25};
  const Verdict verdict = compare(got, want, [&](std::size_t i) { return bounds[i]; });
  CHECK(verdict.passed);
  CHECK(verdict.index == -1);
  CHECK(verdict.error == Catch::Approx(0.2));
  CHECK(verdict.bound == 0.25);
}

TEST_CASE("A wrong number of elements fails even where all that are there agree", "[verdict]") {
  const std::vector<double> want{1, 2, 3};
  for (const auto& got : {std::vector<double>{1, 2}, std::vector<double>{1, 2, 3, 4}, std::vector<double>{}}) {
    const Verdict verdict = compare(got, want, 1.0);
    CHECK_FALSE(verdict.passed);
    CHECK(verdict.index == static_cast<std::int64_t>(std::min<std::size_t>(got.size(), 3)));
    CHECK(verdict.what.find("number of elements") != std::string::npos);
  }
  CHECK(compare(std::vector<double>{}, std::vector<double>{}, 0.0).passed);
}

TEST_CASE("One number compares as an array of one", "[verdict]") {
  CHECK(compare(1.5, 1.0, 0.5).passed);
  const Verdict verdict = compare(kNan, 1.0, 0.5, "sum");
  CHECK_FALSE(verdict.passed);
  CHECK(verdict.index == 0);
  CHECK(verdict.what == "sum");
}

TEST_CASE("A verdict that nobody reached is a failure", "[verdict]") { CHECK_FALSE(Verdict{}.passed); }

TEST_CASE("Both sentences about a wrong answer name the element, and a NaN without its sign", "[verdict]") {
  Verdict verdict{.bound = 0.5, .index = 3, .expected = 6, .got = -kNan, .what = "sum", .why = "rounding"};
  CHECK(comparison_text(verdict) == "sum[3]: expected 6, got nan, allowed error 0.5 (rounding)");
  CHECK(to_string(verdict) == "sum[3] is nan; 6 is right, give or take 0.5 (rounding)");
  verdict = {.index = -1, .expected = 6, .got = 7};
  CHECK(comparison_text(verdict) == "output: expected 6, got 7, allowed error 0");
  CHECK(to_string(verdict) == "output is 7; 6 is right, give or take 0");
}
