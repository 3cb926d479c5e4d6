/// @file
/// @brief Arrays of a thread's own. The hooks do not see them, so that the compiler has to check their indices; that takes time in
/// every kernel of the unit, and is asked for only where there is such an array.
#include "rewrites.hpp"

namespace lockstep::translate {
namespace {

bool ends_type(const Unit& unit, Index i) {
  const Token& token = unit[i];
  return token.word == Word::fundamental || (token.kind == Kind::identifier && token.word == Word::none) || unit.is_symbol(i, '>');
}

bool is_shared(const Unit& unit, Index i) {
  for (; i > 0 && !unit.is_symbol(i, ';') && !unit.is_symbol(i, '{') && !unit.is_symbol(i, '}'); --i)
    if (unit.is_word(i, Word::shared)) return true;
  return false;
}

/// `T name[…]`. An index as in `x > a[i]` may pass for one: then time is lost, and nothing else.
bool declares_array(const Unit& unit, Index bracket) {
  return unit.is_symbol(bracket, '[') && unit[bracket - 1].kind == Kind::identifier && unit[bracket - 1].word == Word::none &&
         ends_type(unit, bracket - 2) && !is_shared(unit, bracket);
}

bool runs_on_device(const Unit& unit, const Scope& scope) {
  const Range head{scope.head, scope.open};
  return unit.find_word(head, Word::global) != kNone || unit.find_word(head, Word::device) != kNone;
}

}  // namespace

bool has_local_arrays(const Unit& unit) {
  for (Index number = 0; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (scope.kind != ScopeKind::code || scope.open == kNone || !runs_on_device(unit, scope)) continue;
    for (Index i = scope.open + 2; i < scope.close; ++i)
      if (declares_array(unit, i)) return true;
  }
  return false;
}

}  // namespace lockstep::translate
