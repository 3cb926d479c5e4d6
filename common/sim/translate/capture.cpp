/// @file
/// @brief Adds `__shared__` variables to the captures of the lambdas that use them.
///
/// In CUDA they have static storage, so that a lambda uses them without a capture, and `[=]` does not copy them.
#include <map>

#include "rewrites.hpp"

namespace lockstep::translate {
namespace {

struct Lambda {
  Range captures;
  Range parameters;
  Range body;
};

/// True if the `[` at `open` can start a lambda, judged by what stands before it.
bool may_start_lambda(const Unit& unit, Index open) {
  const Token& before = unit[open - 1];
  if (before.kind == Kind::identifier) return before.word == Word::statement || before.word == Word::case_;
  if (before.kind == Kind::number || before.kind == Kind::text) return false;
  return std::string_view(")]*[").find(before.symbol == 0 ? ' ' : before.symbol) == std::string_view::npos;
}

/// Reads the lambda that starts at `open`; the body is empty where it is none.
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

bool mentions(const Unit& unit, Range range, std::string_view name) {
  for (Index i = range.first; i < range.last; ++i) {
    const bool member = unit.is_symbol(i - 1, '.') || unit.is_word(i - 1, Word::arrow) || unit.is_word(i - 1, Word::scope);
    if (unit[i].kind == Kind::identifier && !member && unit.source.text(i) == name) return true;
  }
  return false;
}

bool captures_all_by_reference(const Unit& unit, Range captures) {
  return !captures.empty() && unit.is_symbol(captures.first, '&') &&
         (captures.last == captures.first + 1 || unit.is_symbol(captures.first + 1, ','));
}

}  // namespace

void rewrite_captures(Unit& unit) {
  std::map<Index, std::string> added;  // by the `]` of the captures
  for (const SharedVariable& variable : unit.shared_variables) {
    for (Index i = variable.visible.first; i < variable.visible.last; ++i) {
      if (!unit.is_symbol(i, '[')) continue;
      const Lambda lambda = read_lambda(unit, i);
      const bool hidden = mentions(unit, lambda.captures, variable.name) || mentions(unit, lambda.parameters, variable.name);
      if (hidden || !mentions(unit, lambda.body, variable.name) || captures_all_by_reference(unit, lambda.captures)) continue;
      std::string& text = added[lambda.captures.last];
      text += text.empty() && lambda.captures.empty() ? "&" : ", &";
      text += variable.name;
    }
  }
  for (const auto& [close, text] : added) unit.edits.before(close, text);
}

}  // namespace lockstep::translate
