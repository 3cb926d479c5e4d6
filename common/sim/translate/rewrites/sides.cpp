/// @file
/// @brief Reads the heads of all functions.
#include "sim/translate/rewrites/sides.hpp"

#include <algorithm>

#include "sim/translate/source/function.hpp"

namespace lockstep::translate {
namespace {

/// A `constexpr` function may be evaluated by the compiler, and is on no side.
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

void remove_names(Names& from, const Names& names) {
  for (const std::string_view name : names) from.erase(name);
}

/// Does the occurrence make the name something other than a function of the program's own?
bool is_other_declaration(const Unit& unit, Index name) {
  if (!unit.source.is_own(unit[name].offset)) return is_called(unit, name);
  const Word before = unit[name - 1].word;
  return before == Word::record || before == Word::enum_ || before == Word::typedef_ || before == Word::typename_ ||
         unit.is_symbol(name + 1, '=');
}

/// `T name(…)` in a statement without `word`: a member of a class may have the name, too.
bool is_declared_without(const Unit& unit, Index name, Word word) {
  if (!is_called(unit, name) || !declares(unit, {name, name + 1}, unit.source.text(name))) return false;
  for (Index i = name; i > 0 && !unit.is_symbol(i, ';') && !unit.is_symbol(i, '{') && !unit.is_symbol(i, '}'); --i)
    if (unit.is_word(i, word)) return false;
  return true;
}

}  // namespace

bool has_any_word(const Unit& unit, Range head, std::initializer_list<Word> words) {
  return std::ranges::any_of(words, [&](Word word) { return unit.find_word(head, word) != kNone; });
}

bool is_function(const Unit& unit, const Scope& scope) {
  return scope.kind == ScopeKind::code && scope.close != kNone && unit.outline.scope(scope.parent).kind != ScopeKind::code;
}

bool is_for_device_alone(const Unit& unit, const Scope& scope) {
  const Range head{scope.head, scope.open};
  return is_function(unit, scope) && has_any_word(unit, head, {Word::global, Word::device}) && !has_any_word(unit, head, {Word::host});
}

std::vector<const Scope*> own_device_functions(const Unit& unit) {
  std::vector<const Scope*> functions;
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (is_for_device_alone(unit, scope) && unit.source.is_own(unit[scope.open].offset)) functions.push_back(&scope);
  }
  return functions;
}

bool is_called(const Unit& unit, Index name) {
  Index next = name + 1;
  if (unit.is_symbol(next, '<')) next = unit.outline.next_item(name);
  return unit.is_symbol(next, '(');
}

bool is_member_or_qualified(const Unit& unit, Index name) {
  return unit.is_symbol(name - 1, '.') || unit.is_word(name - 1, Word::arrow) || unit.is_word(name - 1, Word::scope);
}

Index before_declarator(const Unit& unit, Index name) {
  Index i = name - 1;
  while (unit.is_symbol(i, '*') || unit.is_symbol(i, '&') || unit.source.text(i) == "&&") --i;
  const bool in_parentheses = i + 1 < name && unit.is_symbol(i, '(') && unit.is_symbol(name + 1, ')');
  return in_parentheses && (unit.is_symbol(name + 2, '[') || unit.is_symbol(name + 2, '(')) ? i - 1 : i;
}

bool declares(const Unit& unit, Range function, std::string_view name) {
  const auto is_type = [&](Index i) {
    const Token& token = unit[i];
    return (token.kind == Kind::identifier && token.word != Word::statement && token.word != Word::case_) || token.symbol == '>';
  };
  for (Index i = function.first; i < function.last; ++i) {
    if (unit.source.text(i) != name || is_member_or_qualified(unit, i)) continue;
    if (is_type(before_declarator(unit, i)) || unit.is_symbol(i + 1, '=')) return true;
  }
  return false;
}

Range lambda_words(const Unit& unit, Index open) {
  Index end = open;
  while (end > 0 && (unit[end - 1].kind == Kind::identifier || unit.is_word(end - 1, Word::arrow) || unit.is_symbol(end - 1, '*'))) --end;
  if (unit.is_symbol(end - 1, ')') && unit.outline.partner(end - 1) != kNone) end = unit.outline.partner(end - 1);
  Index first = end;
  while (first > 0 && unit[first - 1].kind == Kind::identifier) --first;
  return unit.is_symbol(first - 1, ']') ? Range{first, end} : Range{};
}

Sides read_sides(const Unit& unit) {
  Sides sides;
  Names both;
  for (const Spot& spot : unit.outline.spots()) {
    const bool kernel = unit.is_word(spot.token, Word::global);
    if (spot.bracket != kNone || !(kernel || unit.is_word(spot.token, Word::device))) continue;
    const Function function = read_function(unit, spot.statement);
    if (function.name == kNone) continue;
    const std::string_view name = unit.source.text(function.name);
    const bool plain = unit.source.is_own(unit[function.name].offset) && unit.outline.scope(spot.scope).kind == ScopeKind::names &&
                       !has_any_word(unit, function.specifiers, {Word::host, Word::constant_expression}) &&
                       !unit.is_word(function.name - 1, Word::scope);
    (plain ? (kernel ? sides.kernels : sides.device) : both).insert(name);
  }
  sides.host = host_functions(unit);
  const Sides all = sides;
  for (Names* const names : {&sides.host, &sides.device, &sides.kernels}) {
    remove_names(*names, both);
    for (const Names* const others : {&all.host, &all.device, &all.kernels})
      if (others - &all.host != names - &sides.host) remove_names(*names, *others);
  }
  const Index count = static_cast<Index>(unit.source.tokens().size());
  for (Index i = 1; i < count; ++i) {
    if (unit[i].kind != Kind::identifier || unit[i].word != Word::none) continue;
    const std::string_view name = unit.source.text(i);
    for (Names* const names : {&sides.host, &sides.device, &sides.kernels})
      if (const auto found = names->find(name); found != names->end() && is_other_declaration(unit, i)) names->erase(found);
    if (sides.kernels.contains(name) && is_declared_without(unit, i, Word::global)) sides.kernels.erase(name);
    if (sides.device.contains(name) && is_declared_without(unit, i, Word::device)) sides.device.erase(name);
  }
  return sides;
}

}  // namespace lockstep::translate
