/// @file
/// @brief Names the wrong element and its numbers.
#include "harness/running/verdict_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {
namespace {

std::string element(const Verdict& verdict) {
  const std::string what = verdict.what.empty() ? "output" : verdict.what;
  return verdict.index >= 0 ? fmt::format("{}[{}]", what, verdict.index) : what;
}

std::string reason(const Verdict& verdict) { return verdict.why.empty() ? "" : fmt::format(" ({})", verdict.why); }

/// NaN prints as "-nan" where its sign is set, which means nothing.
double got(const Verdict& verdict) { return std::isnan(verdict.got) ? std::abs(verdict.got) : verdict.got; }

}  // namespace

std::string comparison_text(const Verdict& verdict) {
  return fmt::format("{}: expected {:.9g}, got {:.9g}, allowed error {:.3g}{}", element(verdict), verdict.expected, got(verdict),
                     verdict.bound, reason(verdict));
}

std::string to_string(const Verdict& verdict) {
  return fmt::format("{} is {:.9g}; {:.9g} is right, give or take {:.3g}{}", element(verdict), got(verdict), verdict.expected,
                     verdict.bound, reason(verdict));
}

}  // namespace lockstep
