/// @file
/// @brief Uses of the host's variables in device code, which nvcc refuses.
///
/// There are no types here. So a variable counts only where its name can mean nothing else: it is defined outside of functions, is not
/// const, and neither a class nor a header has something of that name. A function that declares the name is not looked at.
#include <fmt/format.h>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"
#include "sim/translate/source/declaration.hpp"

namespace lockstep::translate {
namespace {

/// Words that begin what declares no variable. `extern` is for a variable that another file may have for the device.
bool begins_something_else(const Unit& unit, Index first) {
  const Token& token = unit[first];
  const std::string_view text = unit.source.text(first);
  if (token.kind != Kind::identifier) return true;
  switch (token.word) {
    case Word::typedef_:
    case Word::namespace_:
    case Word::template_:
    case Word::friend_:
    case Word::extern_:
    case Word::enum_:
    case Word::record:
    case Word::access:
    case Word::asm_:
    case Word::texture:
      return true;
    default:
      return text == "static_assert" || text == "concept" || text == "using" || text == "__extension__";
  }
}

bool is_memory_or_constant(Word word) {
  return word == Word::device || word == Word::constant || word == Word::managed || word == Word::shared || word == Word::cv ||
         word == Word::constant_expression || word == Word::operator_ || word == Word::attribute;
}

/// Adds the variables of `T name = 1, other[3];`.
void add_variables(const Unit& unit, Range statement, Names& names) {
  if (statement.empty() || !unit.source.is_own(unit[statement.first].offset) || begins_something_else(unit, statement.first)) return;
  for (Index i = statement.first; i < statement.last && !unit.is_symbol(i, '='); ++i)
    if (is_memory_or_constant(unit[i].word) || unit.is_symbol(i, '(')) return;
  const Specifiers specifiers = read_specifiers(unit, statement.first);
  if (specifiers.type.empty() || specifiers.declarators >= statement.last) return;
  for (const Range& part : unit.split_at_commas({specifiers.declarators, statement.last})) {
    const Index name = read_declarator(unit, part).name;
    if (name != kNone && !unit.is_word(name - 1, Word::scope)) names.insert(unit.source.text(name));
  }
}

/// The statements of the file or a namespace, those in braces of its own left out.
void read_scope(const Unit& unit, const Scope& scope, Names& names) {
  Index first = scope.open == kNone ? 0 : scope.open + 1;
  for (Index i = first; i < scope.close;) {
    if (unit.is_symbol(i, ';')) add_variables(unit, {first, i}, names);
    const Scope* const braces = unit.is_symbol(i, '{') ? unit.outline.scope_opened_at(i) : nullptr;
    const bool ends =
        unit.is_symbol(i, ';') || (braces != nullptr && (braces->kind == ScopeKind::names || braces->kind == ScopeKind::code));
    i = unit.is_symbol(i, '{') && unit.outline.partner(i) != kNone ? unit.outline.partner(i) + 1 : i + 1;
    if (ends) first = i;
  }
}

/// Does the name follow a comma of a declaration, as in `int i, *n;`, or stand in `auto [i, n]`?
bool is_declared_in_list(const Unit& unit, Index name) {
  const Index before = before_declarator(unit, name);
  if (!unit.is_symbol(before, ',') && !unit.is_symbol(before, '[')) return false;
  for (Index i = before; i > 0; --i) {
    if (unit.is_symbol(i, ';') || unit.is_symbol(i, '{') || unit.is_symbol(i, '}')) return true;
    if (unit.is_symbol(i, '[')) return unit.is_word(i - 1, Word::auto_) || unit.is_word(i - 2, Word::auto_);
    if (unit.is_symbol(i, '(')) return unit.is_word(i - 1, Word::control);
    if (unit.outline.partner(i) != kNone && unit.outline.partner(i) < i) i = unit.outline.partner(i);
  }
  return false;
}

/// `n = 1;` as a statement declares nothing.
bool is_declared(const Unit& unit, Index name) {
  const bool begins_statement = unit.is_symbol(name - 1, ';') || unit.is_symbol(name - 1, '{') || unit.is_symbol(name - 1, '}');
  return !begins_statement && (declares(unit, {name, name + 1}, unit.source.text(name)) || is_declared_in_list(unit, name));
}

/// Drops what a class or an enumeration declares, too.
void drop_members(const Unit& unit, Names& names) {
  for (Index number = 1; number < unit.outline.scopes() && !names.empty(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    const bool enumeration = scope.kind == ScopeKind::data && has_any_word(unit, {scope.head, scope.open}, {Word::enum_});
    if (scope.kind != ScopeKind::record && !enumeration) continue;
    for (Index i = scope.head; i < scope.close; ++i)
      if (unit[i].kind == Kind::identifier && (enumeration || is_declared(unit, i))) names.erase(unit.source.text(i));
  }
}

/// Drops what names a variable of the device, too, in another branch of the preprocessor's or in a namespace.
void drop_device_variables(const Unit& unit, Names& names) {
  for (const Spot& spot : unit.outline.spots()) {
    if (!is_memory_or_constant(unit[spot.token].word)) continue;
    for (Index i = spot.token; !unit.is_symbol(i, ';') && !unit.is_symbol(i, '{') && !unit.is_symbol(i, '(') && unit[i].kind != Kind::end;
         ++i)
      if (unit[i].kind == Kind::identifier) names.erase(unit.source.text(i));
  }
}

/// `sizeof n`, `sizeof(n)`, `decltype(n)` read nothing.
bool is_unevaluated(const Unit& unit, Index name) {
  const Index word = unit.is_symbol(name - 1, '(') ? name - 2 : name - 1;
  const std::string_view text = unit.source.text(word);
  return text == "sizeof" || text == "alignof" || unit.is_word(word, Word::decltype_);
}

void refuse_variables(Unit& unit, const Scope& function, const Names& names) {
  Names hidden;  // by the function's own declarations
  for (Index i = function.head; i < function.close; ++i)
    if (unit[i].kind == Kind::identifier && names.contains(unit.source.text(i)) && is_declared(unit, i)) hidden.insert(unit.source.text(i));
  for (Index i = function.open + 1; i < function.close; ++i) {
    const std::string_view name = unit.source.text(i);
    if (unit[i].kind != Kind::identifier || !names.contains(name) || hidden.contains(name)) continue;
    if (is_member_or_qualified(unit, i) || is_called(unit, i) || unit.is_word(i + 1, Word::scope) || is_unevaluated(unit, i)) continue;
    unit.error(
        i,
        fmt::format("{0} is a variable of the host, which device code cannot use; pass it to the kernel, or declare it __device__", name));
    hidden.insert(name);  // once for each function
  }
}

}  // namespace

void refuse_host_variables(Unit& unit) {
  Names names;
  for (Index number = 0; number < unit.outline.scopes(); ++number)
    if (const Scope& scope = unit.outline.scope(number); scope.kind == ScopeKind::names) read_scope(unit, scope, names);
  if (names.empty()) return;
  drop_members(unit, names);
  drop_device_variables(unit, names);
  for (const Scope* const function : own_device_functions(unit)) refuse_variables(unit, *function, names);
}

}  // namespace lockstep::translate
