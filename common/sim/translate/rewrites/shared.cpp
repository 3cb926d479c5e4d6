/// @file
/// @brief `__shared__` variables become references into the block's shared memory, one declaration per declarator.
///
///     __shared__ alignas(16) float a[4];
///         struct lockstep_shared_a { alignas(16) float a[4]; }; auto& a = ::lockstep::sim::shared_variable<lockstep_shared_a>().a;
///     extern __shared__ float s[];
///         typedef float lockstep_shared_s[]; auto& s = ::lockstep::sim::dynamic_shared<lockstep_shared_s>();
///
/// The variable is a member, because an alignment does not go along with a type through a template argument. Outside of functions only the
/// type stays in its place, and each function that uses the variable begins with the reference (file_shared.cpp).
#include <fmt/format.h>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/source/declaration.hpp"

namespace lockstep::translate {
namespace {

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

/// The type that stands for the variable, and the expression that refers to the running block's copy.
struct Parts {
  std::string tag, type, expression;
};

Parts parts_of(const Unit& unit, const Specifiers& specifiers, const Declarator& declarator) {
  const std::string_view name = unit.source.text(declarator.name);
  const std::string tag = fmt::format("lockstep_shared_{}", name);
  if (specifiers.is_extern) {  // all begin at the same address, which is aligned for every type
    const std::string type = specifiers.type + declarator_text(unit, declarator, tag);
    return {tag, fmt::format("typedef {};", type), "dynamic_shared<{}>()"};
  }
  std::vector<Index> alignments = specifiers.alignments;
  alignments.insert(alignments.end(), declarator.alignments.begin(), declarator.alignments.end());
  const std::string member = alignment_text(unit, alignments) + specifiers.type + declarator_text(unit, declarator, name);
  return {tag, fmt::format("struct {} {{ {}; }};", tag, member), fmt::format("shared_variable<{{}}>().{}", name)};
}

/// What the declaration of one variable in a function becomes.
std::string declaration(const Unit& unit, const Specifiers& specifiers, const Declarator& declarator) {
  const Parts parts = parts_of(unit, specifiers, declarator);
  return fmt::format("{} {}auto& {} = ::lockstep::sim::{}", parts.type, specifiers.attributes, unit.source.text(declarator.name),
                     fmt::format(fmt::runtime(parts.expression), parts.tag));
}

/// What it becomes outside of functions. Another file's variable of that name is another one.
std::string file_declaration(Unit& unit, const Specifiers& specifiers, const Declarator& declarator, Index scope) {
  const Parts parts = parts_of(unit, specifiers, declarator);
  const std::string tag = unit.path_of(scope) + parts.tag;
  unit.file_shared_variables.push_back({.name = unit.source.text(declarator.name),
                                        .scope = scope,
                                        .declared = declarator.name,
                                        .expression = fmt::format(fmt::runtime(parts.expression), tag),
                                        .tag = specifiers.is_extern ? "" : tag});
  return fmt::format("namespace {{ {} }}", parts.type);
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
    case ScopeKind::record:
      return "a __shared__ variable cannot be a member of a class";
    case ScopeKind::data:
      return "__shared__ may only qualify a variable";
    default:
      return {};
  }
}

}  // namespace

void rewrite_shared(Unit& unit, const Spot& spot) {
  if (const std::string_view problem = misplaced(unit, spot); !problem.empty()) return unit.error(spot.token, problem);
  const Index scope_close = unit.outline.scope(spot.scope).close;
  const Index end = find_end(unit, spot.token, scope_close);
  Specifiers specifiers = read_specifiers(unit, spot.statement);
  if (end == kNone || specifiers.declarators <= spot.token || specifiers.declarators >= end)
    return unit.error(spot.token, "expected a declaration of __shared__ variables: __shared__ type name[size];");

  std::vector<Declarator> declarators;
  for (const Range& part : unit.split_at_commas({specifiers.declarators, end})) {
    const Declarator declarator = read_declarator(unit, part);
    if (declarator.name == kNone) return unit.error(spot.token, "expected the name of a __shared__ variable");
    if (declarator.initialiser != kNone)
      return unit.error(spot.token, "a __shared__ variable cannot be initialised; let one thread assign to it, then call __syncthreads()");
    declarators.push_back(declarator);
  }

  const bool at_file_scope = unit.outline.scope(spot.scope).kind == ScopeKind::names;
  const Range record = specifiers.record;
  unit.edits.erase(spot.statement, record.empty() ? specifiers.declarators : record.first);
  unit.edits.erase(record.empty() ? specifiers.declarators : record.last, specifiers.declarators);
  if (!record.empty()) specifiers.type += name_record(unit, record, unit.source.text(declarators.front().name));
  for (const Declarator& declarator : declarators) {
    const Index terminator = declarator.tokens.last;  // a comma, or the semicolon at the end
    unit.edits.erase(declarator.tokens.first, terminator);
    if (terminator != end) unit.edits.replace(terminator, ";");
    if (at_file_scope) {
      unit.edits.before(terminator, file_declaration(unit, specifiers, declarator, spot.scope));
      continue;
    }
    unit.edits.before(terminator, declaration(unit, specifiers, declarator));
    unit.shared_variables.push_back({unit.source.text(declarator.name), {terminator, scope_close}});
  }
}

}  // namespace lockstep::translate
