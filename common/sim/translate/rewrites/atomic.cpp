/// @file
/// @brief Atomic functions: an unused result is marked, as the hardware has separate instructions for that, and counts them
/// separately; a call in host code is refused, as by nvcc.
#include <algorithm>
#include <string>

#include "sim/translate/rewrites/rewrites.hpp"

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

/// True where a function or a lambda around `scope` may run on the device.
bool may_run_on_device(const Unit& unit, Index number) {
  for (; number != kNone; number = unit.outline.scope(number).parent) {
    const Scope& scope = unit.outline.scope(number);
    if (scope.kind != ScopeKind::code) continue;
    for (const Word word : {Word::global, Word::device, Word::constant_expression})
      if (unit.find_word({scope.head, scope.open}, word) != kNone) return true;
  }
  return false;
}

/// Does the program have a function of its own of that name?
bool declares(const Unit& unit, std::string_view name) {
  return std::ranges::any_of(unit.outline.spots(), [&](const Spot& spot) {
    const bool own = unit.source.is_own(unit[spot.token].offset) && !unit.outline.function_around(spot.scope);
    return own && unit.source.text(spot.token) == name;
  });
}

/// `__device__ double atomicAdd(double*, double);`, which declares again what CUDA has.
bool is_declaration(const Unit& unit, const Spot& spot) {
  const Index close = unit.is_symbol(spot.token + 1, '(') ? unit.outline.partner(spot.token + 1) : kNone;
  const bool in_names = unit.outline.scope(spot.scope).kind == ScopeKind::names && spot.bracket == kNone && spot.statement < spot.token;
  return in_names && close != kNone && unit.is_symbol(close + 1, ';') && unit.source.is_own(unit[spot.token].offset);
}

bool is_host_call(const Unit& unit, const Spot& spot) {
  const Index word = spot.token;
  const bool call = unit.is_symbol(word + 1, '(') && unit.outline.function_around(spot.scope) && unit.source.is_own(unit[word].offset);
  const bool member = unit.is_symbol(word - 1, '.') || unit.is_word(word - 1, Word::arrow) || unit.is_word(word - 1, Word::scope);
  return call && !member && !may_run_on_device(unit, spot.scope) && !declares(unit, unit.source.text(word));
}

}  // namespace

void rewrite_atomic(Unit& unit, const Spot& spot) {
  if (is_declaration(unit, spot)) return unit.edits.erase(spot.statement, unit.outline.partner(spot.token + 1) + 2);
  if (is_host_call(unit, spot))
    return unit.error(spot.token, std::string(unit.source.text(spot.token)) +
                                      "() is a device function, which host code cannot call; use a cuda::atomic_ref there");
  const Range arguments = unit.in_parentheses(spot.token);
  if (arguments.empty() || !unit.is_symbol(arguments.last + 1, ';') || !begins_statement(unit, spot.token)) return;
  if (contains_atomic(unit, arguments)) return;  // what is said here would be taken for the inner one
  unit.edits.before(spot.token, "::lockstep::sim::ignore_atomic_result(), ");
}

}  // namespace lockstep::translate
