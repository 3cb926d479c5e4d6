/// @file
/// @brief Finds a function's name, its parameters and where its head ends.
#include "sim/translate/source/function.hpp"

namespace lockstep::translate {
namespace {

bool is_any_of(const Unit& unit, Index i, std::string_view symbols) {
  return unit[i].kind == Kind::end || (unit[i].symbol != 0 && symbols.find(unit[i].symbol) != std::string_view::npos);
}

// A program may have functions of its own with the names of the C library's.
bool is_name(const Token& token) { return token.kind == Kind::identifier && (token.word == Word::none || token.word == Word::memory_call); }

}  // namespace

Function read_function(const Unit& unit, Index statement) {
  Function function;
  Index i = unit.outline.skip_template_headers(statement);
  function.specifiers.first = i;
  Index name = kNone;
  for (; !unit.is_symbol(i, '('); i = unit.outline.next_item(i)) {
    if (is_any_of(unit, i, ";{=")) return function;
    if (is_name(unit[i])) name = i;
  }
  if (name == kNone || unit.outline.partner(i) == kNone || is_any_of(unit, i + 1, "*&")) return function;
  function.specifiers.last = function.name = name;
  function.open = i;
  const auto is_body = [&](Index brace) {
    const Scope* scope = unit.outline.scope_opened_at(brace);
    return scope && scope->kind == ScopeKind::code;  // and not a requires-expression
  };
  for (i = unit.outline.partner(i) + 1; !is_any_of(unit, i, ";="); i = unit.outline.next_item(i)) {
    function.defined = unit.is_symbol(i, '{') && is_body(i);
    if (function.defined) break;
  }
  function.end = i;
  return function;
}

}  // namespace lockstep::translate
