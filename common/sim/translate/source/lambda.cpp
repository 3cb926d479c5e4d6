/// @file
/// @brief Tells a lambda from a subscript, and finds its parts.
#include "sim/translate/source/lambda.hpp"

#include <string_view>

namespace lockstep::translate {
namespace {

/// True if the `[` at `open` can start a lambda, judged by what stands before it.
bool may_start_lambda(const Unit& unit, Index open) {
  const Token& before = unit[open - 1];
  if (before.kind == Kind::identifier) return before.word == Word::statement || before.word == Word::case_;
  if (before.kind == Kind::number || before.kind == Kind::text) return false;
  return std::string_view(")]*[").find(before.symbol == 0 ? ' ' : before.symbol) == std::string_view::npos;
}

}  // namespace

Lambda read_lambda(const Unit& unit, Index open) {
  Lambda lambda;
  const Index close = unit.outline.partner(open);
  if (close == kNone || !may_start_lambda(unit, open) || unit.is_symbol(open + 1, '[')) return lambda;
  lambda.captures = {open + 1, close};
  Index i = close + 1;
  if (unit.is_symbol(i, '<')) {
    const Index angle = unit.outline.close_angle(i, true);
    if (angle != kNone) i = angle + 1;
  }
  for (; !unit.is_symbol(i, '{'); i = unit.outline.next_item(i)) {
    const char symbol = unit[i].symbol;
    if (unit[i].kind == Kind::end || symbol == ';' || symbol == ',' || symbol == '=' || symbol == ')' || symbol == '}') return {};
    if (symbol == '(' && lambda.parameters.empty()) lambda.parameters = {i + 1, unit.outline.partner(i)};
  }
  const Index end = unit.outline.partner(i);
  if (end != kNone) lambda.body = {i + 1, end};
  return lambda;
}

}  // namespace lockstep::translate
