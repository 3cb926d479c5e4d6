/// @file
/// @brief Atomic functions whose result nobody uses. The hardware has instructions of their own for those, and counts them apart.
#include "rewrites.hpp"

namespace lockstep::translate {
namespace {

/// True where a statement begins at `token`: after another one, or after `else`, `do`, or the condition of an `if` or a loop.
bool begins_statement(const Unit& unit, Index token) {
  if (token == 0) return false;
  const Index before = token - 1;
  if (unit.is_symbol(before, ';') || unit.is_symbol(before, '{') || unit.is_symbol(before, '}')) return true;
  const std::string_view word = unit.source.text(before);
  if (word == "else" || word == "do") return true;
  const Index open = unit.is_symbol(before, ')') ? unit.outline.partner(before) : kNone;
  return open != kNone && open > 0 && unit.is_word(open - 1, Word::control);
}

bool contains_atomic(const Unit& unit, Range range) {
  for (Index i = range.first; i < range.last; ++i)
    if (unit.is_word(i, Word::atomic)) return true;
  return false;
}

}  // namespace

void rewrite_atomic(Unit& unit, const Spot& spot) {
  const Range arguments = unit.in_parentheses(spot.token);
  if (arguments.empty() || !unit.is_symbol(arguments.last + 1, ';') || !begins_statement(unit, spot.token)) return;
  if (contains_atomic(unit, arguments)) return;  // what is said here would be taken for the inner one
  unit.edits.before(spot.token, "::lockstep::sim::ignore_atomic_result(), ");
}

}  // namespace lockstep::translate
