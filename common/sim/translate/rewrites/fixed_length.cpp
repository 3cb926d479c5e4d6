/// @file
/// @brief Arrays of variable length in device code, which nvcc refuses and g++ takes.
///
/// Which lengths are constant only the compiler knows. So a check for it follows each array whose length is not a number.
#include <fmt/format.h>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"

namespace lockstep::translate {
namespace {

bool is_type_or_qualifier(const Unit& unit, Index i) {
  const Word word = unit[i].word;
  return word == Word::cv || word == Word::fundamental || (unit[i].kind == Kind::identifier && word == Word::none);
}

/// The name in `T name[…]`, with `kNone` where another statement stands.
Index array_declared_at(const Unit& unit, Index first) {
  Index i = first;
  while (is_type_or_qualifier(unit, i) && !unit.is_symbol(i + 1, '[')) i = unit.outline.next_item(i);
  const std::string_view word = unit.source.text(first);
  const bool expression = word == "delete" || word == "new" || word == "goto";
  return i != first && !expression && is_type_or_qualifier(unit, i) && unit.is_symbol(i + 1, '[') ? i : kNone;
}

/// Does a name stand between the brackets that follow?
bool has_named_length(const Unit& unit, Index name) {
  const Index close = unit.outline.partner(name + 1);
  if (close == kNone) return false;
  for (Index i = name + 2; i < close; ++i)
    if (unit[i].kind == Kind::identifier) return true;
  return false;
}

void check_arrays(Unit& unit, const Scope& scope) {
  for (Index i = scope.open; i < scope.close; ++i) {
    if (!unit.is_symbol(i, ';') && !unit.is_symbol(i, '{') && !unit.is_symbol(i, '}')) continue;
    const Index name = array_declared_at(unit, i + 1);
    if (name == kNone || !has_named_length(unit, name)) continue;
    Index end = name;
    while (end < scope.close && !unit.is_symbol(end, ';')) end = unit.outline.next_item(end);
    if (end >= scope.close) continue;
    constexpr const char* kCheck =
        R"( static_assert(__builtin_constant_p(sizeof({0})), "the length of {0} is not constant: device code has no arrays of variable length");)";
    unit.edits.after(end, fmt::format(kCheck, unit.source.text(name)));
  }
}

}  // namespace

void check_array_lengths(Unit& unit) {
  for (const Scope* const function : own_device_functions(unit)) check_arrays(unit, *function);
}

}  // namespace lockstep::translate
