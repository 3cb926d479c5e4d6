/// @file
/// @brief Steps over the parts of declarations: template arguments, attributes, bracket pairs, class heads.
#include "sim/translate/source/outline.hpp"

#include <algorithm>

namespace lockstep::translate {

const Scope* Outline::scope_opened_at(Index open) const {
  const auto file_end = scopes_.begin() + 1;  // the first scope is the file, which no brace opens
  const auto found = std::lower_bound(file_end, scopes_.end(), open, [](const Scope& scope, Index token) { return scope.open < token; });
  return found != scopes_.end() && found->open == open ? &*found : nullptr;
}

const Scope* Outline::function_around(Index number) const {
  while (number != kNone && scopes_[number].kind != ScopeKind::code) number = scopes_[number].parent;
  if (number == kNone) return nullptr;
  while (scopes_[scopes_[number].parent].kind == ScopeKind::code) number = scopes_[number].parent;
  return &scopes_[number];
}

Index Outline::next_item(Index i) const {
  const Source& source = *source_;
  const Token& token = source[i];
  if (partner(i) != kNone && partner(i) > i) return partner(i) + 1;
  if (owns_parenthesis(token.word) && source[i + 1].symbol == '(' && partner(i + 1) != kNone) return partner(i + 1) + 1;
  if (token.kind == Kind::identifier && source[i + 1].symbol == '<') {
    const Index close = close_angle(i + 1, token.word == Word::template_);
    if (close != kNone) return close + 1;
  }
  return i + 1;
}

Index Outline::close_angle(Index open, bool parameters) const {
  const Source& source = *source_;
  int depth = 1;
  for (Index i = open + 1; source[i].kind != Kind::end; ++i) {
    switch (source[i].symbol) {
      case '<':
        if (source[i - 1].kind == Kind::identifier) ++depth;
        break;
      case '>':
        if (--depth == 0) return i;
        break;
      case '(':
      case '[':
      case '{':
        if (partner(i) == kNone) return kNone;
        i = partner(i);
        break;
      case '=':
        if (!parameters) return kNone;
        break;
      case ')':
      case ']':
      case '}':
      case ';':
        return kNone;
      default:
        break;
    }
  }
  return kNone;
}

Index Outline::open_angle(Index close) const {
  const Source& source = *source_;
  int depth = 0;
  for (Index i = close + 1; i-- > 0;) {
    switch (source[i].symbol) {
      case '>':
        ++depth;
        break;
      case '<':
        if (--depth == 0) return i;
        break;
      case ')':
      case ']':
      case '}':
        if (partner(i) == kNone) return kNone;
        i = partner(i);
        break;
      case '(':
      case '[':
      case '{':
      case ';':
        return kNone;
      default:
        break;
    }
  }
  return kNone;
}

Index Outline::skip_template_headers(Index i) const {
  const Source& source = *source_;
  while (source[i].word == Word::template_ && source[i + 1].symbol == '<') {
    const Index close = close_angle(i + 1, true);
    if (close == kNone) return i;
    i = close + 1;
    if (source[i].word == Word::requires_) i = skip_constraint(i + 1);
  }
  return i;
}

/// One past `C<T> && (…) || requires (T t) { … }`.
Index Outline::skip_constraint(Index i) const {
  const Source& source = *source_;
  const auto joins = [&](Index at) { return source.text(at) == "&&" || source.text(at) == "||"; };
  while (true) {
    if (source[i].word == Word::requires_) {
      if (source[++i].symbol == '(') i = next_item(i);
      i = next_item(i);
    } else {
      while (source[i].word == Word::scope || source[i + 1].word == Word::scope) i = next_item(i);
      if (source[i].kind != Kind::end) i = next_item(i);
      while (source[i].word == Word::scope) i = next_item(i + 1);  // after template arguments
    }
    if (!joins(i)) return i;
    ++i;
  }
}

Index Outline::record_body(Index i) const {
  const Source& source = *source_;
  bool named = false;
  for (Index j = i + 1; source[j].kind != Kind::end; j = next_item(j)) {
    const Token& token = source[j];
    if (token.symbol == '{') return j;
    if (token.symbol == ':') {
      while (source[j].kind != Kind::end && source[j].symbol != '{' && source[j].symbol != ';') j = next_item(j);
      return source[j].symbol == '{' ? j : kNone;
    }
    const bool attribute = token.symbol == '[' || owns_parenthesis(token.word) || token.word == Word::record;
    if (attribute || token.word == Word::scope || source.text(j) == "final") continue;
    const bool first_name = !named || source[j - 1].word == Word::scope;
    if (token.kind != Kind::identifier || !first_name) return kNone;
    named = true;
  }
  return kNone;
}

}  // namespace lockstep::translate
