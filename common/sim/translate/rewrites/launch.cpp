/// @file
/// @brief Launches: `k<T><<<g, b, s, st>>>(x)` becomes `(::lockstep::sim::configure(g, b, s, st), k<T>(x))`.
///
/// The callee is copied from before `<<<` to after `>>>`; everything else stays where it is.
#include <algorithm>

#include "sim/translate/rewrites/rewrites.hpp"

namespace lockstep::translate {
namespace {

/// Reads a postfix-expression backwards.
class CalleeFinder {
 public:
  explicit CalleeFinder(const Unit& unit) : unit_(unit) {}

  /// First token of the callee that ends before `end`, or `kNone`.
  Index find(Index end) const {
    Index at = end;
    while (true) {
      at = primary(at);
      if (at == kNone || at == 0) return at;
      if (unit_.is_word(at - 1, Word::template_) && at >= 2) --at;  // x.template k<T>
      const bool member = unit_.is_symbol(at - 1, '.') || unit_.is_word(at - 1, Word::arrow);
      if (!member) return at;
      --at;
    }
  }

 private:
  /// A name with its qualifiers, or a parenthesised expression, with the indices and calls after it, that ends before `end`.
  Index primary(Index end) const {
    Index at = end;
    while (at > 0 && (unit_.is_symbol(at - 1, ']') || unit_.is_symbol(at - 1, ')'))) {
      const Index open = unit_.outline.partner(at - 1);
      if (open == kNone) return kNone;
      if (unit_.is_symbol(open, '(') && !can_be_called(open)) return open;
      at = open;
    }
    return name(at);
  }

  /// True where the parenthesis at `open` holds arguments, and does not start an expression.
  bool can_be_called(Index open) const {
    if (open == 0) return false;
    const Token& before = unit_[open - 1];
    if (before.word == Word::statement || before.word == Word::case_ || before.word == Word::constant_expression) return false;
    if (before.word == Word::control) return false;
    if (before.symbol == ']') return !is_attribute(open - 1);
    if (before.symbol == ')') return !closes_control(open - 1);
    return before.kind == Kind::identifier || before.symbol == '>';
  }

  /// `[[likely]]`
  bool is_attribute(Index close) const {
    const Index open = unit_.outline.partner(close);
    return open != kNone && unit_.is_symbol(open + 1, '[') && unit_.outline.partner(open + 1) == close - 1;
  }

  /// `if (…)`, `while (…)`, `if constexpr (…)`
  bool closes_control(Index close) const {
    const Index open = unit_.outline.partner(close);
    return open != kNone && open > 0 && (unit_.is_word(open - 1, Word::control) || unit_.is_word(open - 1, Word::constant_expression));
  }

  /// `a::b<T>::c<U>` that ends before `end`.
  Index name(Index end) const {
    Index at = end;
    while (true) {
      at = simple_name(at);
      if (at == kNone || at == 0) return at;
      if (unit_.is_word(at - 1, Word::template_) && at >= 2 && unit_.is_word(at - 2, Word::scope)) --at;  // A<T>::template k<U>
      if (!unit_.is_word(at - 1, Word::scope)) return at;
      --at;
      if (!ends_qualifier(at)) return at;  // ::k
    }
  }

  /// `k`, `k<T>` or `decltype(x)` that ends before `end`.
  Index simple_name(Index end) const {
    Index at = end;
    if (at > 0 && unit_.is_symbol(at - 1, ')')) {
      at = unit_.outline.partner(at - 1);
      return at != kNone && at > 0 && unit_.is_word(at - 1, Word::decltype_) ? at - 1 : kNone;
    }
    if (at > 0 && unit_.is_symbol(at - 1, '>')) {
      at = unit_.outline.open_angle(at - 1);
      if (at == kNone) return kNone;
    }
    return at > 0 && unit_[at - 1].kind == Kind::identifier ? at - 1 : kNone;
  }

  /// True if what ends before `end` can stand before `::`.
  bool ends_qualifier(Index end) const {
    if (end == 0) return false;
    const Token& last = unit_[end - 1];
    if (last.symbol == '>') return true;
    if (last.symbol == ')') {
      const Index open = unit_.outline.partner(end - 1);
      return open != kNone && open > 0 && unit_.is_word(open - 1, Word::decltype_);
    }
    return last.kind == Kind::identifier && last.word != Word::statement && last.word != Word::case_;
  }

  const Unit& unit_;
};

bool adjacent(const Unit& unit, Index i) { return unit[i].offset + unit[i].length == unit[i + 1].offset; }

// nvcc takes `>> >` for `>>>`, but not `> >>`.
bool is_close(const Unit& unit, Index i) {
  return unit.is_symbol(i, '>') && unit.is_symbol(i + 1, '>') && unit.is_symbol(i + 2, '>') && adjacent(unit, i);
}

/// First token of the `>>>` that ends the configuration which starts at `first`, or `kNone`.
/// @param template_arguments  whether `name<` opens template arguments if it can; otherwise it is a comparison
Index find_close(const Unit& unit, Index first, bool template_arguments) {
  for (Index i = first; unit[i].kind != Kind::end;) {
    const Token& token = unit[i];
    if (is_close(unit, i)) {
      while (is_close(unit, i + 1) && adjacent(unit, i + 2)) ++i;  // k<<<g, a<b<c>>>>>: the last three
      return i;
    }
    const bool stop = token.symbol == ';' || token.symbol == ')' || token.symbol == ']' || token.symbol == '}';
    if (stop || token.word == Word::launch) return kNone;
    const Index partner = unit.outline.partner(i);
    if (partner != kNone) {
      i = partner + 1;
    } else if (template_arguments) {
      i = unit.outline.next_item(i);
    } else {
      ++i;
    }
  }
  return kNone;
}

Index find_close(const Unit& unit, Index first) {
  const Index close = find_close(unit, first, true);
  return close != kNone ? close : find_close(unit, first, false);
}

bool has_valid_count(const Unit& unit, Range configuration) {
  std::vector<Range> parts = unit.split_at_commas(configuration);
  if (std::any_of(parts.begin(), parts.end(), [](const Range& part) { return part.empty(); })) return false;
  if (parts.size() < 2) {  // f(a < b, c > d) is ambiguous: count again with comparisons
    for (Index i = configuration.first; i < configuration.last; ++i) {
      if (unit.is_symbol(i, ',') && i + 1 < configuration.last && i > configuration.first) return true;
      const Index partner = unit.outline.partner(i);
      if (partner != kNone) i = partner;
    }
  }
  return parts.size() >= 2 && parts.size() <= 4;
}

}  // namespace

void rewrite_launch(Unit& unit, const Spot& spot) {
  const Index launch = spot.token;
  const Index callee = CalleeFinder(unit).find(launch);
  if (callee == kNone) return unit.error(launch, "'<<<' must follow the name of a kernel");

  const Index close = find_close(unit, launch + 1);
  if (close == kNone) return unit.error(launch, "'<<<' without a matching '>>>'");
  if (!has_valid_count(unit, {launch + 1, close}))
    return unit.error(launch, "a launch takes 2 to 4 configuration arguments: <<<grid, block, shared bytes, stream>>>");
  const Index open = close + 3;
  const Index end = unit.is_symbol(open, '(') ? unit.outline.partner(open) : kNone;
  if (end == kNone) return unit.error(close, "'>>>' must be followed by the kernel's arguments in parentheses");

  const std::string name = unit.text({callee, launch});
  unit.edits.erase(callee, launch);
  unit.edits.replace(launch, "(::lockstep::sim::configure(");
  unit.edits.replace(close, "), " + name);
  unit.edits.erase(close + 1, close + 3);
  unit.edits.after(end, ")");
}

}  // namespace lockstep::translate
