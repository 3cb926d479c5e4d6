/// @file
/// @brief Tests the properties that the lessons' checks rely on.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "catch.hpp"
#include "lockstep/random.hpp"

using namespace lockstep;

TEST_CASE("The generator is SplitMix64", "[random]") {
  // The first outputs for seed 1234567, as published with the reference implementation's test vectors.
  CHECK(random_bits(1234567, 0) == 6457827717110365317ULL);
  CHECK(random_bits(1234567, 1) == 3203168211198807973ULL);
  CHECK(random_bits(1234567, 2) == 9817491932198370423ULL);
}

TEST_CASE("The same seed gives the same array, whatever its length, and another seed or array another", "[random]") {
  std::vector<float> shorter(1000), longer(50000), other(1000);
  fill_reals<float>(shorter, 7, -1, 1);
  fill_reals<float>(longer, 7, -1, 1);
  fill_reals<float>(other, 8, -1, 1);
  CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
  CHECK(shorter != other);
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    for (std::uint64_t array = 0; array < 10; ++array) seeds.insert(array_seed(seed, array));
  CHECK(seeds.size() == 500);
}

TEST_CASE("Integers are never zero, within the magnitude, of both signs and all values", "[random]") {
  const int magnitude = GENERATE(1, 3, 8, 100);
  std::vector<float> values(20000);
  fill_integers<float>(values, 3, magnitude);
  std::set<float> seen(values.begin(), values.end());
  CHECK(seen.size() == static_cast<std::size_t>(2 * magnitude));
  CHECK(seen.count(0.0f) == 0);
  CHECK(*seen.begin() == static_cast<float>(-magnitude));
  CHECK(*seen.rbegin() == static_cast<float>(magnitude));
}

TEST_CASE("All element types get the same integers", "[random]") {
  std::vector<double> doubles(100);
  std::vector<int> ints(100);
  std::vector<short> shorts(100);
  fill_integers<double>(doubles, 5, 8);
  fill_integers<int>(ints, 5, 8);
  fill_integers<short>(shorts, 5, 8);
  CHECK(std::equal(doubles.begin(), doubles.end(), ints.begin()));
  CHECK(std::equal(ints.begin(), ints.end(), shorts.begin()));
}

TEST_CASE("Reals fill their range evenly", "[random]") {
  std::vector<double> values(100000);
  fill_reals<double>(values, 11, -2, 6);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  CHECK(*low >= -2);
  CHECK(*low < -1.99);
  CHECK(*high < 6);
  CHECK(*high > 5.99);
  CHECK(std::accumulate(values.begin(), values.end(), 0.0) / 1e5 == Catch::Approx(2).margin(0.05));
}

TEST_CASE("With the exact magnitude every order of summation gives the same float", "[random]") {
  const std::int64_t n = GENERATE(1, 1023, 1 << 18, 1 << 22, 1 << 24);
  const int magnitude = exact_magnitude(n, 2);
  CHECK(static_cast<double>(n) * magnitude * magnitude <= 0x1p24);
  if (n > (1 << 18)) return;  // the sums below are for the smaller ones
  std::vector<float> a(static_cast<std::size_t>(n)), b(a.size()), products(a.size());
  fill_integers<float>(a, array_seed(1, 0), magnitude);
  fill_integers<float>(b, array_seed(1, 1), magnitude);
  double exact = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    products[i] = a[i] * b[i];
    exact += products[i];
  }
  const auto sum = [&] { return std::accumulate(products.begin(), products.end(), 0.0f); };
  CHECK(static_cast<double>(sum()) == exact);
  std::reverse(products.begin(), products.end());
  CHECK(static_cast<double>(sum()) == exact);
  std::sort(products.begin(), products.end());  // all negative ones first: the worst order there is
  CHECK(static_cast<double>(sum()) == exact);
}

TEST_CASE("The exact magnitude is the largest that is safe, and at least one", "[random]") {
  CHECK(exact_magnitude(1 << 18, 2) == 8);
  CHECK(exact_magnitude((1 << 18) + 1, 2) == 7);
  CHECK(exact_magnitude(1 << 22, 2) == 2);
  CHECK(exact_magnitude(1 << 24, 1) == 1);
  CHECK(exact_magnitude(std::int64_t{1} << 28, 2) == 1);
}
