/// @file
/// @brief Qualifiers that have a counterpart in GNU C++, or that need none.
#include "rewrites.hpp"

namespace lockstep::translate {
namespace {

/// `__name__(…)` becomes nothing.
void erase_with_parentheses(Unit& unit, Index word) { unit.edits.erase(word, unit.outline.next_item(word)); }

/// `inline` twice in one declaration is an error, and a lambda takes no `inline` at all.
void rewrite_forceinline(Unit& unit, const Spot& spot) {
  if (spot.token > 0 && unit.is_symbol(spot.token - 1, ']')) return unit.edits.erase(spot.token);
  bool is_inline = false;
  for (Index i = spot.statement; !unit.is_symbol(i, ';') && !unit.is_symbol(i, '{') && unit[i].kind != Kind::end; i = unit.outline.next_item(i))
    is_inline = is_inline || unit.is_word(i, Word::inline_) || (unit.is_word(i, Word::forceinline) && i < spot.token);
  unit.edits.replace(spot.token, is_inline ? "__attribute__((always_inline))" : "inline __attribute__((always_inline))");
}

/// An attribute may stand wherever `__align__` may, unlike `alignas`.
void rewrite_align(Unit& unit, Index word) {
  const Range value = unit.in_parentheses(word);
  if (value.empty()) return unit.error(word, "__align__ needs a number of bytes: __align__(16)");
  unit.edits.replace(word, "__attribute__((aligned");
  unit.edits.after(value.last, "))");
}

}  // namespace

void rewrite_qualifier(Unit& unit, const Spot& spot) {
  const Index word = spot.token;
  switch (unit[word].word) {
    case Word::forceinline:
      return rewrite_forceinline(unit, spot);
    case Word::noinline:
      return unit.edits.replace(word, "__attribute__((noinline))");
    case Word::align:
      return rewrite_align(unit, word);
    case Word::launch_bounds:  // kernel.cpp has read them
    case Word::cluster_dims:
    case Word::maxnreg:
      return erase_with_parentheses(unit, word);
    case Word::block_size:
      return unit.error(word, "__block_size__ is not simulated; give the cluster's size by __cluster_dims__");
    default:  // __host__, __grid_constant__
      return unit.edits.erase(word);
  }
}

}  // namespace lockstep::translate
