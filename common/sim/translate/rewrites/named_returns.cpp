/// @file
/// @brief Functions that return a local object of a class with a destructor by its name.
///
/// Every compiler makes such an object where the caller wants it, so that nothing is copied, and programs rely on it: a copy of an object
/// that owns a stream or memory would leave the caller with what the original has destroyed. Kernels are compiled without that, because
/// it also splits the store of a vector into its members (cmake/kernels.cmake).
#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"

namespace lockstep::translate {
namespace {

/// Classes of the program's own that have a destructor.
Names classes_with_destructors(const Unit& unit) {
  Names names;
  for (Index number = 0; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (scope.kind != ScopeKind::record || scope.open == kNone || !unit.source.is_own(unit[scope.open].offset)) continue;
    for (Index i = scope.open + 1; i + 2 < scope.close; ++i)
      if (unit.is_symbol(i, '~') && unit[i + 1].kind == Kind::identifier && unit.is_symbol(i + 2, '('))
        names.insert(unit.source.text(i + 1));
  }
  return names;
}

/// Does the declaration of a variable of such a class, or of one whose class is not named, end before its name at `name`?
bool is_object(const Unit& unit, Index name, const Names& classes) {
  Index type = name - 1;
  if (unit.is_symbol(type, '>') && unit.outline.open_angle(type) != kNone) type = unit.outline.open_angle(type) - 1;
  return unit.is_word(type, Word::auto_) || classes.contains(unit.source.text(type));
}

/// Is there `return name;` for an object that the function declares?
bool returns_object(const Unit& unit, const Scope& function, const Names& classes) {
  Names objects;
  for (Index i = function.open + 1; i + 2 < function.close; ++i) {
    if (unit[i].kind != Kind::identifier) continue;
    if (unit.source.text(i) == "return" && unit.is_symbol(i + 2, ';') && objects.contains(unit.source.text(i + 1))) return true;
    if (is_object(unit, i, classes)) objects.insert(unit.source.text(i));
  }
  return false;
}

}  // namespace

bool returns_objects_by_name(const Unit& unit) {
  const Names classes = classes_with_destructors(unit);
  if (classes.empty()) return false;
  for (Index number = 0; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (is_function(unit, scope) && unit.source.is_own(unit[scope.open].offset) && returns_object(unit, scope, classes)) return true;
  }
  return false;
}

}  // namespace lockstep::translate
