/// @file
/// @brief Calls of `memcpy`, `memmove` and `memset`, whose accesses no hook would see: to the compiler they are calls of the C library.
#include <algorithm>
#include <string>

#include "sim/translate/rewrites/rewrites.hpp"

namespace lockstep::translate {
namespace {

/// The first token of the name: `std`, `::`, or the word itself; `kNone` where it is a name of another namespace or class.
Index first_of_name(const Unit& unit, Index word) {
  const Index before = word - 1;
  if (unit.is_symbol(before, '.') || unit.is_word(before, Word::arrow)) return kNone;
  if (!unit.is_word(before, Word::scope)) return word;
  const Index space = before - 1;
  if (unit[space].kind != Kind::identifier || unit[space].word != Word::none) return before;
  if (unit.source.text(space) != "std") return kNone;
  return unit.is_word(space - 1, Word::scope) ? space - 1 : space;
}

/// False for `void* memcpy(…)`, which declares a function.
bool is_in_expression(const Unit& unit, Index first) {
  const Token& before = unit[first - 1];
  const bool type = before.kind == Kind::identifier && before.word != Word::statement && before.word != Word::case_;
  return !type && before.symbol != '*';
}

bool holds(const Unit& unit, Index scope, Index token) {
  return unit.outline.scope(scope).open == kNone || (unit.outline.scope(scope).open < token && token < unit.outline.scope(scope).close);
}

/// True where the program has a function or a lambda of its own of that name, which an unqualified call may mean.
bool declares(const Unit& unit, Index word) {
  return std::ranges::any_of(unit.outline.spots(), [&](const Spot& spot) {
    const bool declared = !unit.outline.function_around(spot.scope) || unit.is_symbol(spot.token + 1, '=');
    return declared && unit.source.text(spot.token) == unit.source.text(word) && unit.source.is_own(unit[spot.token].offset) &&
           holds(unit, spot.scope, word);
  });
}

/// What stands for the C library's function.
const char* own_name(std::string_view name) {
  if (name == "memcpy") return "::lockstep::sim::copy_bytes";
  return name == "memmove" ? "::lockstep::sim::move_bytes" : "::lockstep::sim::set_bytes";
}

}  // namespace

// In host code too: a function may be called by both sides, and the running program knows which of them it is.
void rewrite_memory_call(Unit& unit, const Spot& spot) {
  const Index word = spot.token;
  if (!unit.source.is_own(unit[word].offset) || !unit.outline.function_around(spot.scope) || !unit.is_symbol(word + 1, '(')) return;
  const Index first = first_of_name(unit, word);
  if (first == kNone || !is_in_expression(unit, first)) return;
  if (first == word && declares(unit, word)) return;
  std::string_view name = unit.source.text(word);
  constexpr std::string_view kBuiltin = "__builtin_";
  if (name.starts_with(kBuiltin)) name.remove_prefix(kBuiltin.size());
  if (name == "memmove" && in_device_code(unit, spot.scope))
    return unit.error(word, "memmove() is a host function, which device code cannot call; use memcpy(), or a loop where the two overlap");
  unit.edits.erase(first, word);
  unit.edits.replace(word, own_name(name));
}

}  // namespace lockstep::translate
