/// @file
/// @brief `return;` of device code: marked, because a thread that leaves a kernel by it has not gone around the barriers that follow.
///
/// Machine code does not tell: `if (c) { A; return; } B` and `if (c) { A; } else { B; }` are the same instructions. The commonest one,
/// `if (i >= n) return;`, is left alone, but in a loop, where it tells that the thread did not just come to the loop's end: nothing is
/// done there that could be taken for a way around.
#include <vector>

#include "sim/translate/rewrites/rewrites.hpp"

namespace lockstep::translate {
namespace {

/// Kernels, and functions of the device alone that say `void`: constructors return nothing at all, and what is constant calls nothing.
bool may_end_kernel(const Unit& unit, const Scope& scope) {
  if (scope.kind != ScopeKind::code || scope.close == kNone || unit.outline.scope(scope.parent).kind == ScopeKind::code) return false;
  const Range head{scope.head, scope.open};
  const auto has = [&](Word word) { return unit.find_word(head, word) != kNone; };
  return (has(Word::global) || has(Word::device)) && has(Word::void_) && !has(Word::host) && !has(Word::constant_expression);
}

/// What a pair of braces holds.
enum class Braces { function, branch, loop, other };

/// The word before the parenthesis that ends before `brace`, or before the brace itself: `if`, `for`, `do`, …
std::string_view control_word(const Unit& unit, Index brace) {
  Index word = brace - 1;
  if (unit.is_symbol(word, ')')) word = unit.outline.partner(word) - 1;
  if (unit.is_word(word, Word::constant_expression)) --word;  // if constexpr (…)
  return unit.source.text(word);
}

Braces braces_at(const Unit& unit, Index brace, Braces around) {
  if (around == Braces::other) return Braces::other;  // lambdas and local classes return for themselves
  const std::string_view word = control_word(unit, brace);
  if (word == "for" || word == "while" || word == "do") return Braces::loop;
  if (word == "if" || word == "else" || word == "switch") return around == Braces::loop ? Braces::loop : Braces::branch;
  return Braces::other;
}

bool wants_mark(const Unit& unit, Index token, Braces around) {
  return around == Braces::loop || (around == Braces::branch && !unit.is_symbol(token - 1, '{'));
}

}  // namespace

bool is_plain_return(const Unit& unit, Index token) {
  return unit.is_word(token, Word::statement) && unit.source.text(token) == "return" && unit.is_symbol(token + 1, ';');
}

void mark_returns(Unit& unit) {
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (!may_end_kernel(unit, scope)) continue;
    std::vector<Braces> around{Braces::function};
    for (Index i = scope.open + 1; i < scope.close; ++i) {
      if (unit.is_symbol(i, '{')) around.push_back(braces_at(unit, i, around.back()));
      if (unit.is_symbol(i, '}') && around.size() > 1) around.pop_back();
      if (is_plain_return(unit, i) && wants_mark(unit, i, around.back())) unit.edits.after(i, " ::lockstep::sim::returns()");
    }
  }
}

}  // namespace lockstep::translate
