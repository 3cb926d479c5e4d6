/// @file
/// @brief Qualifiers that have a counterpart in GNU C++, or that need none.
#include <fmt/format.h>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/source/function.hpp"

namespace lockstep::translate {
namespace {

/// `__name__(…)` becomes nothing.
void erase_with_parentheses(Unit& unit, Index word) { unit.edits.erase(word, unit.outline.next_item(word)); }

/// True for a qualifier of a lambda, which stands after its captures: `[=] __device__ __forceinline__ (int i) { … }`
bool qualifies_lambda(const Unit& unit, Index word) {
  while (word > 0 && is_spot(unit[word].word)) --word;
  const Index open = unit.is_symbol(word, ']') ? unit.outline.partner(word) : kNone;
  return open != kNone && !unit.is_symbol(open + 1, '[');  // [[attribute]]
}

/// `inline` twice in one declaration is an error.
bool is_inline_already(const Unit& unit, const Spot& spot) {
  for (Index i = spot.statement; !unit.is_symbol(i, ';') && !unit.is_symbol(i, '{') && unit[i].kind != Kind::end;
       i = unit.outline.next_item(i))
    if (unit.is_word(i, Word::inline_) || (unit.is_word(i, Word::forceinline) && i < spot.token)) return true;
  return false;
}

/// To nvcc the word is advice. g++ has to inline then, and a function that calls itself it cannot.
bool calls_itself(const Unit& unit, const Function& function) {
  const Index close = function.defined ? unit.outline.partner(function.end) : kNone;
  for (Index i = function.end; close != kNone && i < close; ++i)
    if (unit.source.text(i) == unit.source.text(function.name) && unit.is_symbol(i + 1, '(')) return true;
  return false;
}

/// Neither `inline` nor GNU attributes may stand where CUDA's qualifiers of a lambda do; the compiler inlines a lambda anyway if it can.
void rewrite_inlining(Unit& unit, const Spot& spot, std::string_view attribute) {
  if (qualifies_lambda(unit, spot.token)) return unit.edits.erase(spot.token);
  const bool is_forced = unit.is_word(spot.token, Word::forceinline);
  const bool add_inline = is_forced && !is_inline_already(unit, spot);
  if (is_forced && calls_itself(unit, read_function(unit, spot.statement)))
    return unit.edits.replace(spot.token, add_inline ? "inline" : "");
  unit.edits.replace(spot.token, fmt::format("{}__attribute__(({}))", add_inline ? "inline " : "", attribute));
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
      return rewrite_inlining(unit, spot, "always_inline");
    case Word::noinline:
      return rewrite_inlining(unit, spot, "noinline");
    case Word::align:
      return rewrite_align(unit, word);
    case Word::launch_bounds:  // kernel.cpp has read them
    case Word::cluster_dims:
    case Word::maxnreg:
      return erase_with_parentheses(unit, word);
    case Word::block_size:
      return unit.error(word, "__block_size__ is not simulated; set the cluster's size with __cluster_dims__");
    default:  // __host__, __grid_constant__
      return unit.edits.erase(word);
  }
}

}  // namespace lockstep::translate
