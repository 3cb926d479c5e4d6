/// @file
/// @brief `return;` of device code: marked, because a thread that leaves a kernel by it has not gone around the barriers that follow.
///
/// Machine code does not tell: `if (c) return; …` and `if (!c) { … }` are the same instructions.
#include <set>

#include "rewrites.hpp"

namespace lockstep::translate {
namespace {

/// Kernels, and functions of the device alone that say `void`: constructors return nothing at all, and what is constant calls nothing.
bool may_end_kernel(const Unit& unit, const Scope& scope) {
  if (scope.kind != ScopeKind::code || unit.outline.scope(scope.parent).kind == ScopeKind::code) return false;
  const Range head{scope.head, scope.open};
  const auto has = [&](Word word) { return unit.find_word(head, word) != kNone; };
  return (has(Word::global) || has(Word::device)) && has(Word::void_) && !has(Word::host) && !has(Word::constant_expression);
}

}  // namespace

void mark_returns(Unit& unit) {
  std::set<Index> marked;  // a member function of a local class stands in two of them
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (!may_end_kernel(unit, scope)) continue;
    for (Index i = scope.open + 1; i < scope.close; ++i)
      if (unit.is_word(i, Word::statement) && unit.source.text(i) == "return" && unit.is_symbol(i + 1, ';')) marked.insert(i);
  }
  for (const Index i : marked) unit.edits.after(i, " ::lockstep::sim::returns()");
}

}  // namespace lockstep::translate
