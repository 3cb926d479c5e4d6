/// @file
/// @brief Calls of host functions in device code, which nvcc refuses.
///
/// There are no types here. So a call is refused only where its name can mean nothing else: a function of the student's own that is
/// never declared for the device, nor as something else, nor by a header of the system or the simulator.
#include <algorithm>
#include <set>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/source/function.hpp"

namespace lockstep::translate {
namespace {

using Names = std::set<std::string_view>;

bool has_any_word(const Unit& unit, Range head, std::initializer_list<Word> words) {
  return std::any_of(words.begin(), words.end(), [&](Word word) { return unit.find_word(head, word) != kNone; });
}

/// The names of functions that are defined for the host alone. A `constexpr` one may be evaluated by the compiler.
Names host_functions(const Unit& unit) {
  Names names;
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (scope.kind != ScopeKind::code || unit.outline.scope(scope.parent).kind != ScopeKind::names) continue;
    if (!unit.source.is_own(unit[scope.open].offset)) continue;
    if (has_any_word(unit, {scope.head, scope.open}, {Word::global, Word::device, Word::constant_expression, Word::operator_})) continue;
    const Function function = read_function(unit, scope.head);
    const bool member = function.name != kNone && unit.is_word(function.name - 1, Word::scope);
    if (function.name != kNone && function.end == scope.open && !member) names.insert(unit.source.text(function.name));
  }
  return names;
}

bool is_called(const Unit& unit, Index name) {
  Index next = name + 1;
  if (unit.is_symbol(next, '<')) next = unit.outline.next_item(name);
  return unit.is_symbol(next, '(');
}

/// Does the occurrence make the name something other than a host function of the program's own?
bool is_other_declaration(const Unit& unit, Index name) {
  if (!unit.source.is_own(unit[name].offset)) return is_called(unit, name);
  const Word before = unit[name - 1].word;
  return before == Word::record || before == Word::enum_ || before == Word::typedef_ || before == Word::typename_ ||
         unit.is_symbol(name + 1, '=');
}

void erase_ambiguous(const Unit& unit, Names& names) {
  for (const Spot& spot : unit.outline.spots()) {
    if (spot.bracket != kNone || !(unit.is_word(spot.token, Word::device) || unit.is_word(spot.token, Word::global))) continue;
    const Function function = read_function(unit, spot.statement);
    if (function.name != kNone) names.erase(unit.source.text(function.name));
  }
  const Index count = static_cast<Index>(unit.source.tokens().size());
  for (Index i = 1; i < count && !names.empty(); ++i) {
    if (unit[i].kind != Kind::identifier || unit[i].word != Word::none) continue;
    const auto found = names.find(unit.source.text(i));
    if (found != names.end() && is_other_declaration(unit, i)) names.erase(found);
  }
}

bool is_member_or_qualified(const Unit& unit, Index name) {
  return unit.is_symbol(name - 1, '.') || unit.is_word(name - 1, Word::arrow) || unit.is_word(name - 1, Word::scope);
}

/// False for `T name(…)`, which declares a variable.
bool is_expression(const Unit& unit, Index name) {
  const Token& before = unit[name - 1];
  const bool type = before.kind == Kind::identifier && before.word != Word::statement && before.word != Word::case_;
  return !type && before.symbol != '>';
}

/// Is the name a parameter or a variable of the function?
bool is_shadowed(const Unit& unit, Range function, std::string_view name) {
  for (Index i = function.first; i < function.last; ++i)
    if (unit.source.text(i) == name && !is_member_or_qualified(unit, i) && !(is_called(unit, i) && is_expression(unit, i))) return true;
  return false;
}

bool is_device_function(const Unit& unit, const Scope& scope) {
  if (scope.kind != ScopeKind::code || unit.outline.scope(scope.parent).kind == ScopeKind::code) return false;
  const Range head{scope.head, scope.open};
  return has_any_word(unit, head, {Word::global, Word::device}) && !has_any_word(unit, head, {Word::host});
}

void refuse_calls(Unit& unit, const Scope& scope, const Names& names) {
  for (Index i = scope.open + 1; i < scope.close; ++i) {
    const std::string_view name = unit.source.text(i);
    if (unit[i].kind != Kind::identifier || !names.contains(name)) continue;
    if (is_member_or_qualified(unit, i) || !is_called(unit, i) || is_shadowed(unit, {scope.head, scope.close}, name)) continue;
    unit.error(i, std::string(name) + "() is a host function, which device code cannot call; declare it __host__ __device__");
  }
}

}  // namespace

void refuse_host_calls(Unit& unit) {
  Names names = host_functions(unit);
  if (!names.empty()) erase_ambiguous(unit, names);
  if (names.empty()) return;
  for (Index number = 1; number < unit.outline.scopes(); ++number)
    if (const Scope& scope = unit.outline.scope(number); is_device_function(unit, scope)) refuse_calls(unit, scope, names);
}

}  // namespace lockstep::translate
