/// @file
/// @brief Notes beside memory: each word has its own, and unused ones are given back.
#include "sim/observers/races/shadow.hpp"

#include "catch.hpp"

using namespace lockstep::sim;

namespace {

struct Cell {
  std::uint32_t number;
  std::uint32_t more[11];
};

}  // namespace

TEST_CASE("every word has its own cell, which starts as zeros") {
  Shadow<Cell> shadow;
  int outside[4];
  const std::uintptr_t variable = reinterpret_cast<std::uintptr_t>(outside) & ~std::uintptr_t{3};
  std::uint32_t number = 0;
  for (const std::uintptr_t base :
       {kUsualLayout.begin, kUsualLayout.begin + (std::uintptr_t{1} << 24) - 8, kUsualLayout.shared_begin, variable})
    for (std::uintptr_t word = base; word < base + 16; word += 4) {
      REQUIRE(shadow.at(word).number == 0);
      shadow.at(word).number = ++number;
    }
  for (const std::uintptr_t base : {variable, kUsualLayout.shared_begin}) REQUIRE(shadow.at(base + 3).number == shadow.at(base).number);
  REQUIRE(shadow.at(kUsualLayout.begin + 4).number == 2);
  REQUIRE(shadow.at(kUsualLayout.begin + (std::uintptr_t{1} << 24)).number == 7);
  REQUIRE(shadow.at(variable + 12).number == number);
}

TEST_CASE("what was not used since the last time is given back") {
  Shadow<Cell> shadow;
  constexpr std::uintptr_t kOther = kUsualLayout.begin + (std::uintptr_t{1} << 30);
  shadow.at(kUsualLayout.begin).number = 1;
  shadow.at(kOther).number = 2;
  shadow.drop_unused();
  REQUIRE(shadow.at(kUsualLayout.begin).number == 1);
  shadow.drop_unused();
  REQUIRE(shadow.at(kUsualLayout.begin).number == 1);
  REQUIRE(shadow.at(kOther).number == 0);
  shadow.clear();
  REQUIRE(shadow.at(kUsualLayout.begin).number == 0);
}
