/// @file
/// @brief Tells a declaration's type from its declarators, and finds their names.
#include "sim/translate/source/declaration.hpp"

namespace lockstep::translate {
namespace {

/// Reads the specifiers of a declaration from its first token on.
class SpecifierReader {
 public:
  explicit SpecifierReader(const Unit& unit) : unit_(unit) {}

  Specifiers read(Index at) {
    while (const Index next = step(at)) at = next;
    result_.declarators = at;
    return result_;
  }

 private:
  /// One past the specifier at `at`, or 0 if none stands there.
  Index step(Index at) {
    const Token& token = unit_[at];
    const Index next = unit_.outline.next_item(at);
    switch (token.word) {
      case Word::extern_:
        result_.is_extern = true;
        return unit_[next].kind == Kind::text ? next + 1 : next;  // extern "C"
      case Word::shared:
      case Word::device:
      case Word::constant:
      case Word::managed:
      case Word::host:
      case Word::static_:
      case Word::inline_:
      case Word::constant_expression:
        return next;
      case Word::alignas_:
      case Word::align:
      case Word::attribute:
        result_.alignments.push_back(at);
        return next;
      case Word::record:
      case Word::enum_:
        return record(at);
      case Word::cv:
        return add({at, next});
      case Word::fundamental:
      case Word::void_:
        typed_ = true;
        return add({at, next});
      default:
        break;
    }
    if (token.symbol == '[' && unit_.is_symbol(at + 1, '[')) {
      result_.attributes += unit_.text({at, next}) + " ";
      return next;
    }
    const bool names_type = token.kind == Kind::identifier || token.word == Word::scope;
    return names_type && !typed_ ? type_name(at) : 0;
  }

  Index add(Range range) {
    result_.type += unit_.text(range) + " ";
    return range.last;
  }

  /// `typename A<T>::template B<U>`, `::n::T`, `decltype(x)`
  Index type_name(Index at) {
    typed_ = true;
    Index next = at;
    while (unit_.is_word(next, Word::typename_) || unit_.is_word(next, Word::scope) || unit_.is_word(next, Word::template_)) ++next;
    next = unit_.outline.next_item(next);
    while (unit_.is_word(next, Word::scope) && !unit_.is_symbol(next + 1, '*')) {
      ++next;
      if (unit_.is_word(next, Word::template_)) ++next;
      next = unit_.outline.next_item(next);
    }
    return add({at, next});
  }

  /// `struct S`, or a class that is defined on the spot.
  Index record(Index at) {
    const Index body = unit_.outline.record_body(at);
    if (body == kNone) {
      result_.type += std::string(unit_.source.text(at)) + " ";
      return type_name(at + 1);
    }
    typed_ = true;
    result_.record = {at, unit_.outline.partner(body) + 1};
    return result_.record.last;
  }

  const Unit& unit_;
  Specifiers result_;
  bool typed_ = false;
};

}  // namespace

bool is_alignment(Word word) { return word == Word::alignas_ || word == Word::align || word == Word::attribute; }

Specifiers read_specifiers(const Unit& unit, Index at) { return SpecifierReader(unit).read(at); }

/// The name is the last one before an array bound or a parameter list; `T (*name)[4]` has it in parentheses.
Declarator read_declarator(const Unit& unit, Range tokens) {
  Declarator declarator;
  declarator.tokens = tokens;
  bool complete = false;  // the name can no longer come
  bool grouped = false;
  for (Index i = tokens.first; i < tokens.last; i = unit.next_item(i, tokens.last)) {
    const Token& token = unit[i];
    if (is_alignment(token.word)) {
      declarator.alignments.push_back(i);
    } else if (token.symbol == '=' || token.symbol == '{') {
      declarator.initialiser = i;
      break;
    } else if (token.symbol == '[') {
      complete = true;
    } else if (token.symbol == '(') {
      const bool group = declarator.name == kNone;
      if (!group && !grouped) {
        declarator.initialiser = i;
        break;
      }
      if (group) declarator.name = read_declarator(unit, unit.in_parentheses(i - 1)).name;
      complete = grouped = true;
    } else if (token.kind == Kind::identifier && !complete) {
      declarator.name = i;
    }
  }
  return declarator;
}

}  // namespace lockstep::translate
