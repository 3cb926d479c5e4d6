/// @file
/// @brief Their names.
#include "grading/guard/mathematics.hpp"

#include <algorithm>
#include <array>

namespace lockstep::grading {
namespace {

constexpr std::array<std::string_view, 57> kNames{
    "acos",   "acosh",  "asin",   "asinh", "atan",      "atan2",     "atanh",   "cbrt",      "ceil",   "copysign", "cos",   "cosh",
    "erf",    "erfc",   "exp",    "exp2",  "expm1",     "fabs",      "fdim",    "floor",     "fma",    "fmax",     "fmin",  "fmod",
    "frexp",  "hypot",  "ilogb",  "ldexp", "lgamma",    "llrint",    "llround", "log",       "log10",  "log1p",    "log2",  "logb",
    "lrint",  "lround", "modf",   "nan",   "nearbyint", "nextafter", "pow",     "remainder", "remquo", "rint",     "round", "rsqrt",
    "scalbn", "sin",    "sincos", "sinh",  "sqrt",      "tan",       "tanh",    "tgamma",    "trunc"};
constexpr std::array<std::string_view, 6> kComplexNames{"cabs", "carg", "cexp", "clog", "cpow", "csqrt"};

bool is_listed(std::string_view name) {
  return std::ranges::find(kNames, name) != kNames.end() || std::ranges::find(kComplexNames, name) != kComplexNames.end();
}

}  // namespace

bool is_mathematics(std::string_view function) {
  if (is_listed(function)) return true;
  return (function.ends_with('f') || function.ends_with('l')) && is_listed(function.substr(0, function.size() - 1));
}

bool is_arithmetic(std::string_view function) {
  constexpr std::array<std::string_view, 6> kOthers{"__popcountdi2", "__popcountsi2", "__clzdi2", "__clzti2", "__ctzdi2", "__ctzti2"};
  if (std::ranges::find(kOthers, function) != kOthers.end()) return true;
  // GCC's manual of its internals, "The GCC low-level runtime library": an operation, one mode or two, and the number of operands.
  constexpr std::array<std::string_view, 20> kOperations{"mul",     "udivmod", "divmod", "udiv",  "div", "umod", "mod",
                                                         "floatun", "float",   "fixuns", "fix",   "add", "sub",  "neg",
                                                         "extend",  "trunc",   "powi",   "unord", "cmp", "eq"};
  constexpr std::array<std::string_view, 5> kComparisons{"ne", "lt", "le", "gt", "ge"};
  if (!function.starts_with("__")) return false;
  function.remove_prefix(2);
  const auto is_followed_by_modes = [&](std::string_view operation) {
    if (!function.starts_with(operation)) return false;
    std::string_view rest = function.substr(operation.size());
    int modes = 0;
    // A complex number of 128-bit parts would be written where a hidden argument says.
    for (; rest.size() >= 2 && !rest.starts_with("tc") && std::string_view("sdxthb").find(rest[0]) != rest.npos &&
           std::string_view("fic").find(rest[1]) != rest.npos;
         ++modes)
      rest.remove_prefix(2);
    return (modes == 1 || modes == 2) && (rest.empty() || rest == "2" || rest == "3" || rest == "4");
  };
  return std::ranges::any_of(kOperations, is_followed_by_modes) || std::ranges::any_of(kComparisons, is_followed_by_modes);
}

}  // namespace lockstep::grading
