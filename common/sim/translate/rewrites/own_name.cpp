/// @file
/// @brief Members that are named like the class template that they stand for, as in `typedef Scan<T> Scan;`: nvcc takes them, and g++ does
/// not, because the name changes its meaning in the class. It takes them where the template is named with its namespaces.
#include <string_view>

#include "sim/translate/rewrites/rewrites.hpp"

namespace lockstep::translate {
namespace {

/// The name of the type in a declaration of a type of the same name that begins at `i`; `kNone` for others.
Index type_named_like_member(const Unit& unit, Index i) {
  const bool is_alias = unit.source.text(i) == "using";
  const Index name = is_alias ? i + 3 : i + 1;
  if (unit[name].kind != Kind::identifier || unit[name].word != Word::none || (is_alias && !unit.is_symbol(i + 2, '='))) return kNone;
  const Index end = unit.outline.next_item(name);
  const Index member = is_alias ? i + 1 : end;
  const bool ends = unit.is_symbol(is_alias ? end : end + 1, ';');
  return ends && unit.source.text(member) == unit.source.text(name) ? name : kNone;
}

/// The innermost braces around a token, among those that hold declarations.
Index scope_of(const Unit& unit, Index token) {
  Index innermost = 0;
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (scope.open != kNone && scope.open < token && token < scope.close) innermost = number;  // inner ones come later
  }
  return innermost;
}

bool declares_class(const Unit& unit, const Scope& scope, std::string_view name) {
  if (scope.kind != ScopeKind::record) return false;
  const Index word = unit.find_word({unit.outline.skip_template_headers(scope.head), scope.open}, Word::record);
  return word != kNone && unit.source.text(word + 1) == name;
}

/// Is the class of that name declared in this scope, or in the same namespace elsewhere?
bool holds_class(const Unit& unit, Index home, std::string_view name) {
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (!declares_class(unit, scope, name)) continue;
    const bool both_are_namespaces =
        unit.outline.scope(home).kind == ScopeKind::names && unit.outline.scope(scope.parent).kind == ScopeKind::names;
    if (scope.parent == home || (both_are_namespaces && unit.path_of(scope.parent) == unit.path_of(home))) return true;
  }
  return false;
}

void qualify(Unit& unit, Index name) {
  Index home = scope_of(unit, name);
  if (unit.outline.scope(home).kind != ScopeKind::record) return;
  while (home != kNone && !holds_class(unit, home, unit.source.text(name))) home = unit.outline.scope(home).parent;
  if (home != kNone && unit.outline.scope(home).kind == ScopeKind::names) unit.edits.before(name, unit.path_of(home));
}

}  // namespace

void qualify_own_names(Unit& unit) {
  const Index count = static_cast<Index>(unit.source.tokens().size());
  for (Index i = 1; i + 3 < count; ++i) {
    const Index name = unit.is_word(i, Word::typedef_) ? type_named_like_member(unit, i) : kNone;
    if (name != kNone) qualify(unit, name);
  }
}

}  // namespace lockstep::translate
