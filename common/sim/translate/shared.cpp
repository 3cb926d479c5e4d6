/// @file
/// @brief `__shared__` variables become references into the block's shared memory, one declaration per declarator.
///
///     __shared__ alignas(16) float a[4];   struct lockstep_shared_a { alignas(16) float a[4]; }; auto& a =
///     ::lockstep::sim::shared_variable<lockstep_shared_a>().a; extern __shared__ float s[];         typedef float lockstep_shared_s[];
///     auto& s = ::lockstep::sim::dynamic_shared<lockstep_shared_s>();
///
/// The variable is a member, because an alignment does not go along with a type through a template argument.
#include <fmt/format.h>

#include "rewrites.hpp"

namespace lockstep::translate {
namespace {

bool is_alignment(Word word) { return word == Word::alignas_ || word == Word::align || word == Word::attribute; }

/// `alignas(16)`, `__align__(16)`, `__attribute__((…))` as they may stand in front of a member: `alignas` first.
std::string alignment_text(const Unit& unit, const std::vector<Index>& alignments) {
  std::string standard;
  std::string attributes;
  for (const Index word : alignments) {
    const std::string value = unit.text(unit.in_parentheses(word));
    if (unit.is_word(word, Word::alignas_)) standard += fmt::format("alignas({}) ", value);
    if (unit.is_word(word, Word::align))
      attributes += fmt::format("__attribute__((aligned({}))) ", value);  // unlike alignas, may be too small
    if (unit.is_word(word, Word::attribute)) attributes += fmt::format("__attribute__({}) ", value);
  }
  return standard + attributes;
}

/// What stands before the declarators.
struct Specifiers {
  std::string type;
  std::vector<Index> alignments;
  std::string attributes;  ///< `[[…]]`
  bool is_extern = false;
  Range record;           ///< a class that is defined here, from its key to its `}`
  Index declarators = 0;  ///< the first token after the specifiers
};

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
        return next;
      case Word::shared:
      case Word::device:
      case Word::static_:
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

struct Declarator {
  Range tokens;
  Index name = kNone;
  bool initialised = false;
  std::vector<Index> alignments;
};

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
      declarator.initialised = true;
    } else if (token.symbol == '[') {
      complete = true;
    } else if (token.symbol == '(') {
      const bool group = declarator.name == kNone;
      declarator.initialised = declarator.initialised || !(group || grouped);
      if (group) declarator.name = read_declarator(unit, unit.in_parentheses(i - 1)).name;
      complete = grouped = true;
    } else if (token.kind == Kind::identifier && !complete) {
      declarator.name = i;
    }
  }
  return declarator;
}

/// The declarator with another name, and without alignments.
std::string declarator_text(const Unit& unit, const Declarator& declarator, std::string_view name) {
  std::string text = unit.text({declarator.tokens.first, declarator.name});
  if (!text.empty() && unit[declarator.name - 1].kind == Kind::identifier) text += ' ';
  text += name;
  for (Index i = declarator.name + 1; i < declarator.tokens.last;) {
    const Index next = unit.next_item(i, declarator.tokens.last);
    if (!is_alignment(unit[i].word)) text += unit.text({i, next});
    i = next;
  }
  return text;
}

/// Gives the class that is defined in the declaration a name if it has none, and ends its definition as a statement of its own.
std::string name_record(Unit& unit, Range record, std::string_view variable) {
  Index name = record.first + 1;
  while (unit.is_symbol(name, '[') || unit.is_word(name, Word::record) || owns_parenthesis(unit[name].word))
    name = unit.outline.next_item(name);
  const std::string key(unit.source.text(record.first));
  unit.edits.after(record.last - 1, ";");
  if (unit[name].kind == Kind::identifier) return fmt::format("{} {} ", key, unit.source.text(name));
  const std::string invented = fmt::format("lockstep_shared_type_{}", variable);
  unit.edits.before(name, invented + " ");
  return fmt::format("{} {} ", key, invented);
}

std::string declaration(const Unit& unit, const Specifiers& specifiers, const Declarator& declarator) {
  const std::string_view name = unit.source.text(declarator.name);
  const std::string tag = fmt::format("lockstep_shared_{}", name);
  const std::string reference = fmt::format("{}auto& {} = ::lockstep::sim::", specifiers.attributes, name);
  if (specifiers.is_extern) {  // all begin at the same address, which is aligned for every type
    const std::string type = specifiers.type + declarator_text(unit, declarator, tag);
    return fmt::format("typedef {}; {}dynamic_shared<{}>()", type, reference, tag);
  }
  std::vector<Index> alignments = specifiers.alignments;
  alignments.insert(alignments.end(), declarator.alignments.begin(), declarator.alignments.end());
  const std::string member = alignment_text(unit, alignments) + specifiers.type + declarator_text(unit, declarator, name);
  return fmt::format("struct {0} {{ {1}; }}; {2}shared_variable<{0}>().{3}", tag, member, reference, name);
}

/// The `;` of the declaration, or `kNone`.
Index find_end(const Unit& unit, Index at, Index scope_close) {
  for (; at < scope_close; at = unit.outline.next_item(at))
    if (unit.is_symbol(at, ';')) return at;
  return kNone;
}

/// What is wrong with the place of the declaration, or nothing.
std::string_view misplaced(const Unit& unit, const Spot& spot) {
  if (spot.bracket != kNone) return "__shared__ may only qualify a variable";
  switch (unit.outline.scope(spot.scope).kind) {
    case ScopeKind::code:
      return {};
    case ScopeKind::record:
      return "a __shared__ variable cannot be a member of a class";
    default:
      return "a __shared__ variable outside of functions is not simulated; move the declaration into the kernel that uses it";
  }
}

}  // namespace

void rewrite_shared(Unit& unit, const Spot& spot) {
  if (const std::string_view problem = misplaced(unit, spot); !problem.empty()) return unit.error(spot.token, problem);
  const Index scope_close = unit.outline.scope(spot.scope).close;
  const Index end = find_end(unit, spot.token, scope_close);
  Specifiers specifiers = SpecifierReader(unit).read(spot.statement);
  if (end == kNone || specifiers.declarators <= spot.token || specifiers.declarators >= end)
    return unit.error(spot.token, "expected a declaration of __shared__ variables: __shared__ type name[size];");

  std::vector<Declarator> declarators;
  for (const Range& part : unit.split_at_commas({specifiers.declarators, end})) {
    const Declarator declarator = read_declarator(unit, part);
    if (declarator.name == kNone) return unit.error(spot.token, "expected the name of a __shared__ variable");
    if (declarator.initialised)
      return unit.error(spot.token, "a __shared__ variable cannot be initialised; let one thread assign to it, then call __syncthreads()");
    declarators.push_back(declarator);
  }

  const Range record = specifiers.record;
  unit.edits.erase(spot.statement, record.empty() ? specifiers.declarators : record.first);
  unit.edits.erase(record.empty() ? specifiers.declarators : record.last, specifiers.declarators);
  if (!record.empty()) specifiers.type += name_record(unit, record, unit.source.text(declarators.front().name));
  for (const Declarator& declarator : declarators) {
    const Index terminator = declarator.tokens.last;  // a comma, or the semicolon at the end
    unit.edits.erase(declarator.tokens.first, terminator);
    if (terminator != end) unit.edits.replace(terminator, ";");
    unit.edits.before(terminator, declaration(unit, specifiers, declarator));
    unit.shared_variables.push_back({unit.source.text(declarator.name), {terminator, scope_close}});
  }
}

}  // namespace lockstep::translate
