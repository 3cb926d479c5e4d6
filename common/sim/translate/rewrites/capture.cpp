/// @file
/// @brief Adds `__shared__` variables to the captures of the lambdas that use them.
///
/// In CUDA they have static storage, so that a lambda uses them without a capture, and `[=]` does not copy them.
#include <map>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/source/lambda.hpp"

namespace lockstep::translate {
namespace {

bool mentions(const Unit& unit, Range range, std::string_view name) {
  for (Index i = range.first; i < range.last; ++i) {
    const bool member = unit.is_symbol(i - 1, '.') || unit.is_word(i - 1, Word::arrow) || unit.is_word(i - 1, Word::scope);
    if (unit[i].kind == Kind::identifier && !member && unit.source.text(i) == name) return true;
  }
  return false;
}

bool captures_all_by_reference(const Unit& unit, Range captures) {
  return !captures.empty() && unit.is_symbol(captures.first, '&') &&
         (captures.last == captures.first + 1 || unit.is_symbol(captures.first + 1, ','));
}

}  // namespace

void rewrite_captures(Unit& unit) {
  std::map<Index, std::string> added;  // by the `]` of the captures
  for (const SharedVariable& variable : unit.shared_variables) {
    for (Index i = variable.visible.first; i < variable.visible.last; ++i) {
      if (!unit.is_symbol(i, '[')) continue;
      const Lambda lambda = read_lambda(unit, i);
      const bool hidden = mentions(unit, lambda.captures, variable.name) || mentions(unit, lambda.parameters, variable.name);
      if (hidden || !mentions(unit, lambda.body, variable.name) || captures_all_by_reference(unit, lambda.captures)) continue;
      std::string& text = added[lambda.captures.last];
      text += text.empty() && lambda.captures.empty() ? "&" : ", &";
      text += variable.name;
    }
  }
  for (const auto& [close, text] : added) unit.edits.before(close, text);
}

}  // namespace lockstep::translate
