/// @file
/// @brief Whether outputs are right, and how they are wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// The outcome of a check.
struct Verdict {
  bool passed = false;
  double error = 0;         ///< |got − expected| of the first bad element; of the element nearest to its bound if none is bad
  double bound = 0;         ///< the error that this element was allowed
  std::int64_t index = -1;  ///< the first bad element, or −1
  double expected = 0;      ///< what it should be
  double got = 0;           ///< what it is
  std::string what{};       ///< which output or property was checked ("sum", "lower triangle")
  std::string why{};        ///< the reason for the bound, in a few words
};

/// True where `got` is `expected`, or finite and within `bound` of it. NaN is never within a bound, as `got`, `expected` or `bound`.
inline bool within(double got, double expected, double bound) {
  return got == expected || (std::isfinite(got) && std::abs(got - expected) <= bound);
}

/// A vector, an array or a span of numbers.
template <class Array>
concept NumberArray = requires(const Array& array) {
  { array.size() } -> std::convertible_to<std::size_t>;
  static_cast<double>(array[0]);
};

/// Compares element by element; `bound(i)` is the absolute error that element i is allowed.
/// @param want  as many numbers; a different length fails, with the shorter length as the bad index
template <NumberArray Got, NumberArray Want, std::invocable<std::size_t> Bound>
Verdict compare(const Got& got, const Want& want, const Bound& bound, std::string what = {}, std::string why = {}) {
  Verdict verdict{.passed = true, .what = std::move(what), .why = std::move(why)};
  const std::size_t count = std::min(got.size(), want.size());
  double nearest = -1;
  for (std::size_t index = 0; index < count; ++index) {
    const double found = static_cast<double>(got[index]), right = static_cast<double>(want[index]),
                 allowed = static_cast<double>(bound(index));
    const double error = found == right ? 0.0 : std::abs(found - right);
    const bool good = within(found, right, allowed);
    const double nearness = allowed > 0 ? error / allowed : 0.0;
    if (good && !(nearness > nearest)) continue;
    nearest = nearness;
    verdict.error = error;
    verdict.bound = allowed;
    if (good) continue;
    verdict.passed = false;
    verdict.index = static_cast<std::int64_t>(index);
    verdict.expected = right;
    verdict.got = found;
    return verdict;
  }
  if (got.size() != want.size()) {
    verdict.passed = false;
    verdict.index = static_cast<std::int64_t>(count);
    verdict.what += " (wrong number of elements)";
    verdict.expected = static_cast<double>(want.size());
    verdict.got = static_cast<double>(got.size());
  }
  return verdict;
}

/// As above, with the same absolute bound for each element; 0 asks for the exact value.
template <NumberArray Got, NumberArray Want>
Verdict compare(const Got& got, const Want& want, double bound, std::string what = {}, std::string why = {}) {
  return compare(
      got, want, [bound](std::size_t) { return bound; }, std::move(what), std::move(why));
}

/// Compares one number.
inline Verdict compare(double got, double expected, double bound, std::string what = {}, std::string why = {}) {
  return compare(std::span(&got, 1), std::span(&expected, 1), bound, std::move(what), std::move(why));
}

}  // namespace lockstep
