/// @file
/// @brief Puts numbers into sums, which muParser computes.
#include "site/numbers/numbers.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <cmath>
#include <regex>

#include "lockstep/usage_error.hpp"
#include "site/numbers/text.hpp"

namespace lockstep::site {

double Numbers::value(const std::string& field, const std::string& where) const {
  return is_simulated(where) ? runs_.value(field, where, lesson_) : records_.value(field, where, lesson_);
}

double Numbers::evaluate(const std::string& expression) const {
  static const std::regex kNumber(R"re((\w+)\("([^"]*)"\))re");
  const std::string sum =
      replaced(expression, kNumber, [&](const std::smatch& match) { return fmt::format("({:.17g})", value(match[1], match[2])); });
  try {
    mu::Parser parser;
    parser.SetExpr(sum);
    const double result = parser.Eval();
    if (!std::isfinite(result)) throw UsageError(fmt::format("{} is not a number", expression));
    return result;
  } catch (const mu::Parser::exception_type& error) {
    throw UsageError(fmt::format("{}: {}", expression, error.GetMsg()));
  }
}

}  // namespace lockstep::site
