/// @file
/// @brief Hidden test cases whose reports catch_report_test.cpp reads, in the form of the Catch2 that is installed.
#include <cstdlib>
#include <stdexcept>

#include "catch.hpp"

TEST_CASE("fixture: passes", "[.][fixture][part1][points:3]") { REQUIRE(1 + 1 == 2); }

TEST_CASE("fixture: fails <&>", "[.][fixture][part2][points:2.5]") {
  const int lanes = 31;
  CAPTURE(lanes);
  INFO("a warp has <32> lanes\x1b[2J");
  CHECK(lanes == 32);
  SECTION("in a section") { FAIL("said \"no\"\n  and why"); }
}

TEST_CASE("fixture: throws", "[.][fixture][part3][points:1][gpu]") { throw std::runtime_error("thrown\x01"); }

TEST_CASE("fixture: may fail", "[.][fixture][!mayfail]") { CHECK(false); }

TEST_CASE("fixture: ends the program", "[.][fixture-end]") { std::_Exit(0); }
