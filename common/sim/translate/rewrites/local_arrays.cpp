/// @file
/// @brief Arrays whose indices the compiler has to check, because the hooks do not see where they lead: a thread's own, which have no
/// hooks, and members of classes, which other members follow. That takes time in every kernel of the unit, and is asked for only
/// where there is such an array.
#include "sim/translate/rewrites/rewrites.hpp"

namespace lockstep::translate {
namespace {

bool ends_type(const Unit& unit, Index i) {
  const Token& token = unit[i];
  return token.word == Word::fundamental || (token.kind == Kind::identifier && token.word == Word::none) || unit.is_symbol(i, '>');
}

/// Is the variable that is declared there in shared, global or constant memory?
bool is_placed(const Unit& unit, Index i) {
  for (; i > 0 && !unit.is_symbol(i, ';') && !unit.is_symbol(i, '{') && !unit.is_symbol(i, '}'); --i) {
    const Word word = unit[i].word;
    if (word == Word::shared || word == Word::device || word == Word::constant || word == Word::managed) return true;
  }
  return false;
}

/// `T name[…]`. An index as in `x > a[i]` may pass for one: then time is lost, and nothing else.
bool declares_array(const Unit& unit, Index bracket) {
  return unit.is_symbol(bracket, '[') && unit[bracket - 1].kind == Kind::identifier && unit[bracket - 1].word == Word::none &&
         ends_type(unit, bracket - 2) && !is_placed(unit, bracket);
}

bool runs_on_device(const Unit& unit, const Scope& scope) {
  const Range head{scope.head, scope.open};
  return unit.find_word(head, Word::global) != kNone || unit.find_word(head, Word::device) != kNone;
}

/// A class's own members: what stands in its functions is code of theirs.
bool has_member_arrays(const Unit& unit, const Scope& scope) {
  if (scope.kind != ScopeKind::record || scope.open == kNone || !unit.source.is_own(unit[scope.open].offset)) return false;
  for (Index i = scope.open + 2; i < scope.close; i = unit.is_symbol(i, '[') ? i + 1 : unit.outline.next_item(i))
    if (declares_array(unit, i)) return true;
  return false;
}

}  // namespace

bool has_arrays_of_members(const Unit& unit) {
  for (Index number = 0; number < unit.outline.scopes(); ++number)
    if (has_member_arrays(unit, unit.outline.scope(number))) return true;
  return false;
}

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
