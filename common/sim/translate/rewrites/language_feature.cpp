/// @file
/// @brief What C++ has and device code has not: exceptions, run-time types, variables of OS threads, and constants that change.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"
#include "sim/translate/source/declaration.hpp"

namespace lockstep::translate {
namespace {

struct Forbidden {
  std::string_view word, message;
};

constexpr std::string_view kExceptions = "device code has no exceptions; return an error, or call __trap()";

constexpr Forbidden kWords[] = {
    {"throw", kExceptions},
    {"try", kExceptions},
    {"dynamic_cast", "device code has no dynamic_cast; use a virtual function"},
    {"typeid", "device code has no typeid; use a template or a virtual function"},
    {"thread_local", "device code has no thread_local variables; use a local variable"},
};

/// The names of `__constant__` variables at file scope.
Names constants(const Unit& unit) {
  Names names;
  for (const Spot& spot : unit.outline.spots()) {
    if (!unit.is_word(spot.token, Word::constant) || spot.bracket != kNone || unit.outline.scope(spot.scope).kind != ScopeKind::names)
      continue;
    Index end = spot.token;
    while (!unit.is_symbol(end, ';') && unit[end].kind != Kind::end) end = unit.outline.next_item(end);
    for (const Range& part : unit.split_at_commas({read_specifiers(unit, spot.statement).declarators, end}))
      if (const Declarator declarator = read_declarator(unit, part); declarator.name != kNone)
        names.insert(unit.source.text(declarator.name));
  }
  return names;
}

bool is_change(std::string_view text) {
  constexpr std::string_view kChanges[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="};
  return std::ranges::find(kChanges, text) != std::end(kChanges);
}

/// `c = …`, `c[i].x += …`, `c++`
bool is_changed(const Unit& unit, Index name) {
  Index next = name + 1;
  while (unit.is_symbol(next, '[') || unit.is_symbol(next, '.')) next = unit.is_symbol(next, '[') ? unit.outline.next_item(next) : next + 2;
  const auto twice = [&](Index i, char symbol) { return unit.is_symbol(i, symbol) && unit.is_symbol(i + 1, symbol); };
  return is_change(unit.source.text(next)) || twice(next, '+') || twice(next, '-') || twice(name - 2, '+') || twice(name - 2, '-');
}

void refuse_words(Unit& unit, const Scope& scope) {
  for (Index i = scope.open + 1; i < scope.close; ++i) {
    if (unit[i].kind != Kind::identifier) continue;
    const auto found = std::ranges::find(kWords, unit.source.text(i), &Forbidden::word);
    if (found != std::end(kWords)) unit.error(i, found->message);
  }
}

void refuse_changes(Unit& unit, const Scope& scope, const Names& names) {
  for (Index i = scope.open + 1; i < scope.close; ++i) {
    const std::string_view name = unit.source.text(i);
    if (unit[i].kind != Kind::identifier || !names.contains(name) || is_member_or_qualified(unit, i) || !is_changed(unit, i)) continue;
    if (declares(unit, {scope.head, i}, name)) continue;
    unit.error(i, fmt::format(
                      "{} is a __constant__ variable, which device code cannot change; use __device__, or cudaMemcpyToSymbol() on the host",
                      name));
  }
}

}  // namespace

void refuse_language_features(Unit& unit) {
  const Names names = constants(unit);
  for (const Scope* const function : own_device_functions(unit)) {
    refuse_words(unit, *function);
    refuse_changes(unit, *function, names);
  }
}

}  // namespace lockstep::translate
