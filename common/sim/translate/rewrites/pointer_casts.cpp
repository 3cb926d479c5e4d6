/// @file
/// @brief Casts of pointers, without which no address is misaligned.
#include <string_view>

#include "sim/translate/rewrites/rewrites.hpp"

namespace lockstep::translate {
namespace {

/// Is the type in front of the `*` at `star` one that may lie at any address? Also a pointer to a pointer, as in `(void**)&p`.
bool fits_anywhere(const Unit& unit, Index star) {
  const std::string_view pointee = unit.source.text(star - 1);
  return unit.is_word(star - 1, Word::void_) || unit.is_symbol(star - 1, '*') || pointee == "char" || pointee == "byte";
}

/// `reinterpret_cast<T*>` or `static_cast<T*>`.
bool is_named_cast(const Unit& unit, Index i) {
  const std::string_view name = unit.source.text(i);
  if ((name != "reinterpret_cast" && name != "static_cast") || !unit.is_symbol(i + 1, '<')) return false;
  const Index close = unit.outline.close_angle(i + 1);
  return close != kNone && unit.is_symbol(close - 1, '*') && !fits_anywhere(unit, close - 1);
}

/// `(T*)x`. A parameter list may pass for one: then time is lost, and nothing else.
bool is_c_cast(const Unit& unit, Index close) {
  if (!unit.is_symbol(close, ')') || !unit.is_symbol(close - 1, '*') || fits_anywhere(unit, close - 1)) return false;
  const Token& next = unit[close + 1];
  const bool operand = next.symbol == '(' || next.symbol == '&' || next.symbol == '*' || next.kind == Kind::number;
  return operand || (next.kind == Kind::identifier && next.word == Word::none);
}

}  // namespace

bool has_pointer_casts(const Unit& unit) {
  const Index count = static_cast<Index>(unit.source.tokens().size());
  for (Index i = 2; i + 1 < count; ++i)
    if ((is_named_cast(unit, i) || is_c_cast(unit, i)) && unit.source.is_own(unit[i].offset)) return true;
  return false;
}

}  // namespace lockstep::translate
