/// @file
/// @brief Tests how sizes are read and written.
#include "lockstep/size.hpp"
#include "catch.hpp"
#include "lockstep/usage_error.hpp"

using lockstep::parse_count;
using lockstep::parse_size;
using lockstep::parse_sizes;
using lockstep::Size;
using lockstep::UsageError;

TEST_CASE("A count is a number, a power or a number with a binary suffix", "[size]") {
  CHECK(parse_count("1") == 1);
  CHECK(parse_count("1000") == 1000);
  CHECK(parse_count("2^20") == 1 << 20);
  CHECK(parse_count("10^3") == 1000);
  CHECK(parse_count("7^0") == 1);
  CHECK(parse_count("4k") == 4096);
  CHECK(parse_count("4K") == 4096);
  CHECK(parse_count("1M") == 1 << 20);
  CHECK(parse_count("3G") == std::int64_t{3} << 30);
  CHECK(parse_count("2^61") == std::int64_t{1} << 61);
  CHECK(parse_count("4611686018427387903") == (std::int64_t{1} << 62) - 1);
}

TEST_CASE("What is no positive count is refused", "[size]") {
  const auto* const text =
      GENERATE("", "0", "0k", "0^3", "-1", "+1", " 1", "1 ", "k", "M", "1m", "1kk", "1.5M", "1e6", "0x10", "2^", "^2", "2^-1", "2^62",
               "2^63", "2^1000000000000", "4611686018427387904", "9999999999999999999999", "9007199254740992K", "2^2^2", "１");
  CAPTURE(text);
  CHECK_THROWS_AS(parse_count(text), UsageError);
}

TEST_CASE("Sizes have one extent, two or three", "[size]") {
  CHECK(parse_size("12", 1) == Size{12, 1});
  CHECK(parse_size("12", 2) == Size{12, 12});
  CHECK(parse_size("1kx3", 2) == Size{1024, 3});
  CHECK(parse_size("12", 2, "VERTICESxEDGES", 16) == Size{12, 16});
  CHECK(parse_size("12x12", 2, "VERTICESxEDGES", 16) == Size{12, 12});
  CHECK(parse_sizes("2..4", 2, "VERTICESxEDGES", 16) == std::vector<Size>{{2, 16}, {4, 16}});
  CHECK_THROWS_AS(parse_size("12x3", 1), UsageError);
  for (const char* text : {"x", "3x", "x3", "3x3x3", "0x3", "3x0", "3X4", "2^40x2^40"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_size(text, 2), UsageError);
  }
  CHECK(parse_size("12", 3) == Size{12, 12, 12});
  CHECK(parse_size("2x1kx3", 3) == Size{2, 1024, 3});
  CHECK(Size{2, 3, 5}.count() == 30);
  for (const char* text : {"", "x", "2x3", "2x3x", "x2x3", "2xx3", "2x3x4x5", "2x3x0", "0x1x1", "2^31x2^31x1", "2^21x2^21x2^21"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_size(text, 3), UsageError);
  }
}

TEST_CASE("A size of too few extents is told how this lesson's look", "[size]") {
  CHECK_THROWS_WITH(parse_size("3x4", 3, "MxNxK"), "'3x4' is not a size; write MxNxK, or one number for all 3");
}

TEST_CASE("A list or a doubling range names several sizes", "[size]") {
  CHECK(parse_sizes("3", 1) == std::vector<Size>{{3}});
  CHECK(parse_sizes("3,1k", 1) == std::vector<Size>{{3}, {1024}});
  CHECK(parse_sizes("2^3..2^5", 1) == std::vector<Size>{{8}, {16}, {32}});
  CHECK(parse_sizes("3..13", 1) == std::vector<Size>{{3}, {6}, {12}});
  CHECK(parse_sizes("4..4", 1) == std::vector<Size>{{4}});
  CHECK(parse_sizes("1x2..4x4", 2) == std::vector<Size>{{1, 2}, {2, 4}});
  CHECK(parse_sizes("8..16", 2) == std::vector<Size>{{8, 8}, {16, 16}});
  CHECK(parse_sizes("2..5", 3) == std::vector<Size>{{2, 2, 2}, {4, 4, 4}});
  CHECK(parse_sizes("1x2x3,4", 3) == std::vector<Size>{{1, 2, 3}, {4, 4, 4}});
  for (const char* text : {"", ",", "1,", ",1", "1,,2", "8..4", "..4", "4..", "1..2..3"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_sizes(text, 1), UsageError);
  }
}

TEST_CASE("In a doubling range, an extent that is the same at both ends stays", "[size]") {
  CHECK(parse_sizes("3x4..3x17", 2) == std::vector<Size>{{3, 4}, {3, 8}, {3, 16}});
  CHECK(parse_sizes("8x8x1..8x8x4", 3) == std::vector<Size>{{8, 8, 1}, {8, 8, 2}, {8, 8, 4}});
  CHECK(parse_sizes("5x6x7..5x6x7", 3) == std::vector<Size>{{5, 6, 7}});
  CHECK_THROWS_AS(parse_sizes("3x4..2x9", 2), UsageError);
}

TEST_CASE("A written size reads back", "[size]") {
  CHECK(lockstep::to_string(Size{1 << 20}) == "1048576");
  CHECK(lockstep::to_string(Size{1024, 768}) == "1024x768");
  CHECK(parse_size(lockstep::to_string(Size{7, 5}), 2) == Size{7, 5});
  CHECK(parse_size(lockstep::to_string({7, 1}, 2), 2) == Size{7, 1});
  CHECK(lockstep::to_string({7, 1, 1}, 3) == "7x1x1");
  CHECK(lockstep::to_string(Size{7, 1, 2}) == "7x1x2");
}

TEST_CASE("An error quotes what was wrong and shows what is right", "[size]") {
  try {
    parse_count("12q");
    FAIL("12q was taken for a count");
  } catch (const UsageError& error) {
    const std::string message = error.what();
    CHECK(message.find("'12q'") != std::string::npos);
    CHECK(message.find("from 1 to 2^62 - 1 such as 1000, 2^20") != std::string::npos);
  }
}
