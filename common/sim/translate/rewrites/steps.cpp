/// @file
/// @brief The steps of device code: a mark in front of each statement.
///
///     if (c) x = 1; else { y = 2; }   step(); if (c) { step(); x = 1; } else { step(); y = 2; }
///
/// A warp's steps have to be the source's. Compilers join, copy and drop basic blocks, each in its own way; a mark is never dropped, and
/// goes where its statement goes.
#include <algorithm>
#include <string_view>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/source/lambda.hpp"

namespace lockstep::translate {
namespace {

/// Walks once over the statements of a function's body.
class Steps {
 public:
  explicit Steps(Unit& unit) : unit_(unit) {}

  /// The statements in the braces at `open`.
  void body(Index open) { list(open + 1, unit_.outline.partner(open)); }

 private:
  static constexpr std::string_view kMark = "::lockstep::sim::step(); ";

  bool is(Index i, std::string_view text) const { return unit_[i].kind == Kind::identifier && unit_.source.text(i) == text; }
  bool is_block(Index i) const { return unit_.is_symbol(i, '{') && unit_.outline.partner(i) != kNone; }

  // In front of a statement, and of the compiler's pragma that is about it.
  void put(Index token, std::string_view text) {
    const auto& directives = unit_.source.directives();
    const auto parts = [&](const Directive& line) {
      return line.offset > unit_[token - 1].offset && line.offset < unit_[token].offset && !is_for_nvcc(unit_, line);
    };
    if (std::any_of(directives.begin(), directives.end(), parts)) {
      unit_.edits.close(token - 1, " ");
      unit_.edits.close(token - 1, text);
    } else {
      unit_.edits.open(token, text);
    }
  }

  // Not where a name is only declared, nor in front of a label, which a mark would part from what falls through to it.
  bool is_done(Index i) const {
    const Word word = unit_[i].word;
    const bool only_declares = word == Word::shared || word == Word::typedef_ || word == Word::record || word == Word::enum_ ||
                               word == Word::extern_ || is(i, "static_assert");
    return !only_declares && !is_label(i) && !is_block(i) && !unit_.is_symbol(i, ';');
  }

  bool is_label(Index i) const {
    const bool is_name = unit_[i].kind == Kind::identifier && unit_[i].word == Word::none;
    return unit_.is_word(i, Word::case_) || (is_name && unit_.is_symbol(i + 1, ':'));
  }

  void list(Index i, Index end) {
    while (i < end) {
      const Index first = past_attributes(i);
      if (is_done(first)) put(i, kMark);
      i = is_label(first) ? past_label(first, end) : statement(first, end);
    }
  }

  // Returns one past the statement at `i`, and never more than `end`.
  Index statement(Index i, Index end) {
    if (is_block(i)) {
      list(i + 1, unit_.outline.partner(i));
      return unit_.outline.partner(i) + 1;
    }
    Index next = kNone;
    if (is(i, "if"))
      next = choice(i, end);
    else if (is(i, "do"))
      next = do_loop(i, end);
    else if (unit_.is_word(i, Word::control))
      next = loop(i, end);
    if (next != kNone) return next;
    return is_unclosed(i) ? end : expression(i, end);
  }

  // A `(` that nothing closes after `for` and the like: marks in what follows would be all that the compiler complains of.
  bool is_unclosed(Index i) const { return unit_.is_symbol(condition(i), '(') && unit_.outline.partner(condition(i)) == kNone; }

  // `case 1:`, `default:`, `again:`
  Index past_label(Index i, Index end) {
    while (i < end && !unit_.is_symbol(i, ':')) i = past(i);
    return std::min(i + 1, end);
  }

  // Where the parentheses after `if`, `if constexpr`, `for`, `while`, `switch` open.
  Index condition(Index i) const { return unit_.is_word(i + 1, Word::constant_expression) ? i + 2 : i + 1; }

  // One past them.
  Index past_condition(Index i, Index end) {
    const Index open = condition(i);
    const Index close = unit_.is_symbol(open, '(') ? unit_.outline.partner(open) : kNone;
    if (close == kNone || close >= end) return kNone;
    lambdas({open + 1, close});
    return close + 1;
  }

  // A statement that another one controls. Returns one past it.
  Index controlled(Index i, Index end) {
    if (is_block(i)) {
      body(i);
      return unit_.outline.partner(i) + 1;
    }
    put(i, "{ ");
    while (is_label(i)) i = past_label(i, end);
    put(i, kMark);
    const Index next = statement(past_attributes(i), end);
    unit_.edits.close(next - 1, " }");
    return next;
  }

  Index choice(Index i, Index end) {
    const Index branch = past_condition(i, end);
    if (branch == kNone) return kNone;
    const Index next = controlled(branch, end);
    return next < end && is(next, "else") ? controlled(next + 1, end) : next;
  }

  Index loop(Index i, Index end) {
    const Index turn = past_condition(i, end);
    return turn == kNone ? kNone : controlled(turn, end);
  }

  Index do_loop(Index i, Index end) {
    const Index condition = controlled(i + 1, end);
    return expression(condition, end);
  }

  // An expression, a declaration, a `return …;`: up to the semicolon.
  Index expression(Index first, Index end) {
    Index i = first;
    while (i < end && !unit_.is_symbol(i, ';')) i = past(i);
    lambdas({first, std::min(i, end)});
    return std::min(i + 1, end);
  }

  // One past the token, or the brackets that it opens.
  Index past(Index i) const {
    const Index partner = unit_.outline.partner(i);
    return partner == kNone || partner < i ? i + 1 : partner + 1;
  }

  Index past_attributes(Index i) const {
    while (unit_.is_symbol(i, '[') && unit_.is_symbol(i + 1, '[')) i = past(i);
    return i;
  }

  void lambdas(Range range) {
    for (Index i = range.first; i < range.last; ++i) {
      const Range inside = unit_.is_symbol(i, '[') ? read_lambda(unit_, i).body : Range{};
      if (inside.last == 0) continue;
      body(inside.first - 1);
      i = inside.last;
    }
  }

  Unit& unit_;
};

/// What is constant calls nothing.
bool is_marked(const Unit& unit, Range head) {
  return unit.find_word(head, Word::constant_expression) == kNone &&
         (unit.find_word(head, Word::global) != kNone || unit.find_word(head, Word::device) != kNone);
}

/// Are the braces in brackets of their statement, as in `S() : member(int{1}) {}`?
bool is_in_brackets(const Unit& unit, const Scope& scope) {
  for (Index i = scope.head; i < scope.open; ++i) {
    const Index partner = unit.outline.partner(i);
    if (partner == kNone || partner < i) continue;
    if (partner > scope.open) return true;
    i = partner;
  }
  return false;
}

/// A function, and not a block in one.
bool takes_steps(const Unit& unit, const Scope& scope) {
  if (scope.kind != ScopeKind::code || scope.open == kNone || unit.outline.partner(scope.open) == kNone) return false;
  return !is_in_brackets(unit, scope) && unit.outline.scope(scope.parent).kind != ScopeKind::code &&
         unit.source.is_own(unit[scope.open].offset) && is_marked(unit, {scope.head, scope.open});
}

/// The body of a lambda of host code that is device code because of a `__device__` after its captures.
Range device_lambda(const Unit& unit, const Spot& spot) {
  const Scope* const around = unit.outline.function_around(spot.scope);
  if (!unit.is_word(spot.token, Word::device) || around == nullptr || is_marked(unit, {around->head, around->open})) return {};
  Index close = spot.token - 1;
  while (is_spot(unit[close].word)) --close;
  return unit.is_symbol(close, ']') && unit.outline.partner(close) != kNone ? read_lambda(unit, unit.outline.partner(close)).body : Range{};
}

}  // namespace

void mark_steps(Unit& unit) {
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (takes_steps(unit, scope)) Steps(unit).body(scope.open);
  }
  for (const Spot& spot : unit.outline.spots())
    if (const Range inside = device_lambda(unit, spot); inside.last != 0) Steps(unit).body(inside.first - 1);
}

}  // namespace lockstep::translate
