/// @file
/// @brief `__shared__` variables outside of functions: each function of the device that uses one begins with a reference to it.
///
///     __shared__ int a;           namespace { struct lockstep_shared_a { int a; }; }
///     __device__ int f() {        int f() { auto& a = ::lockstep::sim::shared_variable<::lockstep_shared_a>().a; {
///       return a;                   return a;
///     }                           }}
#include <fmt/format.h>

#include <algorithm>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/source/function.hpp"

namespace lockstep::translate {
namespace {

bool is_member(const Unit& unit, Index i) { return unit.is_symbol(i - 1, '.') || unit.is_word(i - 1, Word::arrow); }

/// `T name`
bool is_declared_again(const Unit& unit, Index i) {
  const Token& before = unit[i - 1];
  return before.kind == Kind::identifier && before.word != Word::statement && before.word != Word::case_;
}

/// The `}` up to which a declaration at `i` hides what has its name outside; `kNone` for one in parentheses, as in a `for`.
Index end_of_hiding(const Unit& unit, Index i) {
  for (Index j = i; !unit.is_symbol(j, ';') && !unit.is_symbol(j, '{') && !unit.is_symbol(j, '}'); --j)
    if (unit.is_symbol(j, '(')) return kNone;
  while (!unit.is_symbol(i, '}') && unit[i].kind != Kind::end) i = std::max(i + 1, unit.outline.next_item(i));
  return i;
}

/// The first token of `a::b::name`; the name itself where nothing qualifies it.
Index first_of_path(const Unit& unit, Index name) {
  Index first = name;
  while (unit.is_word(first - 1, Word::scope)) {
    --first;
    if (unit[first - 1].kind != Kind::identifier || unit[first - 1].word != Word::none) break;
    --first;
  }
  return first;
}

/// Does the qualified name's path end the variable's? `n::a` may mean `::m::n::a`.
bool names(const Unit& unit, const FileSharedVariable& variable, Range path) {
  std::string text;
  for (Index i = path.first; i < path.last; ++i) text += unit.source.text(i);
  return ("::" + unit.path_of(variable.scope)).ends_with(text.starts_with("::") ? ":" + text : "::" + text) || text == "::";
}

bool is_around(const Unit& unit, Index outer, Index scope) {
  while (scope != outer && scope != 0) scope = unit.outline.scope(scope).parent;
  return scope == outer;
}

/// Is there a member of that name in a class around the function, or a parameter?
bool is_hidden(const Unit& unit, const Scope& scope, std::string_view name) {
  for (Index i = scope.head; i < scope.open; ++i)
    if (unit.source.text(i) == name && !is_member(unit, i) && !unit.is_word(i - 1, Word::scope)) return true;
  const Scope& around = unit.outline.scope(scope.parent);
  if (around.kind != ScopeKind::record) return false;
  for (Index i = around.open + 1; i < around.close; i = unit.is_symbol(i, '{') ? unit.outline.next_item(i) : i + 1)
    if (unit.source.text(i) == name && is_declared_again(unit, i)) return true;
  return false;
}

/// The uses of one variable in one function.
struct Uses {
  bool plain = false;
  bool declared_again = false;
  std::vector<Range> qualified;
};

Uses uses_of(const Unit& unit, const FileSharedVariable& variable, const Scope& scope) {
  Uses uses;
  Index hidden_until = 0;
  for (Index i = scope.open + 1; i < scope.close; ++i) {
    if (unit.source.text(i) != variable.name || is_member(unit, i)) continue;
    const Index first = first_of_path(unit, i);
    if (first == i && i > hidden_until) {
      const bool again = is_declared_again(unit, i);
      const Index end = again ? end_of_hiding(unit, i) : kNone;
      if (end != kNone) hidden_until = end;
      uses.plain |= end == kNone && !again;
      uses.declared_again |= again;
    } else if (first != i && names(unit, variable, {first, i})) {
      uses.qualified.push_back({first, i + 1});
    }
  }
  return uses;
}

/// Writes the reference where the function begins. What it declares itself under that name is in braces of its own.
void refer(Unit& unit, const FileSharedVariable& variable, const Scope& scope, std::string_view name) {
  std::string tag;
  if (!variable.tag.empty() && unit.find_word({scope.head, scope.open}, Word::global) != kNone)
    tag = fmt::format("struct lockstep_uses_{} {{}}; ::lockstep::sim::uses_shared<lockstep_uses_{}, {}>(); ", name, name, variable.tag);
  unit.edits.after(scope.open, fmt::format(" {}[[maybe_unused]] auto& {} = ::lockstep::sim::{};{{", tag, name, variable.expression));
  unit.edits.open(scope.close, "}");
}

/// Does an unqualified name in the function mean this variable, and not one of a namespace that is nearer?
bool is_nearest(const Unit& unit, const FileSharedVariable& variable, const Scope& scope) {
  return std::ranges::none_of(unit.file_shared_variables, [&](const FileSharedVariable& other) {
    return other.name == variable.name && other.declared != variable.declared && is_around(unit, other.scope, scope.parent) &&
           (!is_around(unit, variable.scope, scope.parent) || is_around(unit, variable.scope, other.scope));
  });
}

void rewrite_uses(Unit& unit, const FileSharedVariable& variable, const Scope& scope) {
  const Uses uses = uses_of(unit, variable, scope);
  if (uses.plain && !is_hidden(unit, scope, variable.name) && is_nearest(unit, variable, scope)) {
    refer(unit, variable, scope, variable.name);
    if (!uses.declared_again) unit.shared_variables.push_back({variable.name, {scope.open, scope.close}});
  }
  if (uses.qualified.empty()) return;
  const std::string name = fmt::format("lockstep_{}_{}", variable.name, variable.declared);
  refer(unit, variable, scope, name);
  for (const Range& use : uses.qualified) {
    unit.edits.erase(use.first, use.last - 1);
    unit.edits.replace(use.last - 1, name);
  }
}

/// A function that runs on the device, and not a block in one.
bool may_use_shared(const Unit& unit, const Scope& scope) {
  if (scope.kind != ScopeKind::code || scope.close == kNone || unit.outline.scope(scope.parent).kind == ScopeKind::code) return false;
  const Range head{scope.head, scope.open};
  return unit.find_word(head, Word::global) != kNone || unit.find_word(head, Word::device) != kNone;
}

}  // namespace

void rewrite_file_shared(Unit& unit) {
  if (unit.file_shared_variables.empty()) return;
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (!may_use_shared(unit, scope)) continue;
    for (const FileSharedVariable& variable : unit.file_shared_variables) rewrite_uses(unit, variable, scope);
  }
}

}  // namespace lockstep::translate
