/// @file
/// @brief `__device__`, `__constant__`, `__managed__`: variables go to a section each, so that an address tells the kind of memory. Before
/// each variable is a gap, so that an index out of one does not lead into another.
#include <fmt/format.h>

#include <algorithm>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/source/declaration.hpp"

namespace lockstep::translate {
namespace {

// The section's own number makes it another section to the compiler, which refuses to mix constant, zeroed and inline
// variables in one; the quoted flags and the comment make them one writable section to the assembler, which puts the gap wherever the
// compiler turns to that section: once a variable. Each begins at a multiple of 256 bytes, as memory from cudaMalloc does.
#if defined(__aarch64__)
constexpr std::string_view kComment = "//";
#else
constexpr std::string_view kComment = "#";
#endif

// Looks to the compiler as if others used it: it calls no hooks for a variable that is only its own.
std::string section_attribute(std::string_view memory, Index number) {
  return fmt::format(R"(__attribute__((used, section("lockstep_{},\"aw\";.balign 256;.zero 1024{}{}"))))", memory, kComment, number);
}

bool is_memory(Word word) { return word == Word::device || word == Word::constant || word == Word::managed; }

/// A declaration that holds the spot among its specifiers.
struct Declaration {
  bool variable = false;
  bool is_static = false;
  bool is_constexpr = false;
  bool is_extern = false;  ///< without an initialiser: it declares what is defined elsewhere
  std::string_view memory = "device";
  Index first_word = kNone;  ///< the first of CUDA's words among the specifiers; later ones may be on a lambda in the initialiser
};

/// `(*name)`, `(&name)`, `(C::*name)` are variables, and so is `name(3)`.
bool parenthesis_makes_variable(const Unit& unit, Index open) {
  Index i = open + 1;
  while (unit[i].kind == Kind::identifier && unit.is_word(i + 1, Word::scope)) i += 2;
  const Token& token = unit[i];
  const bool literal = token.kind == Kind::number || token.kind == Kind::text;
  return literal || token.symbol == '*' || token.symbol == '&' || token.symbol == '-';
}

enum class Sign { none, variable, other };

/// What the token says of the declaration that it stands in.
Sign sign_of(const Unit& unit, Index i) {
  const Token& token = unit[i];
  switch (token.symbol) {
    case ';':
    case '=':
    case '{':
      return Sign::variable;
    case '[':
      return unit.is_symbol(i + 1, '[') ? Sign::none : Sign::variable;  // [[attribute]]
    case '(':
      return parenthesis_makes_variable(unit, i) ? Sign::variable : Sign::other;
    default:
      break;
  }
  const bool other = token.word == Word::typedef_ || token.word == Word::operator_ || token.word == Word::shared || token.kind == Kind::end;
  return other ? Sign::other : Sign::none;
}

Declaration read_declaration(const Unit& unit, const Spot& spot) {
  Declaration declaration;
  Index i = unit.outline.skip_template_headers(spot.statement);
  for (; sign_of(unit, i) == Sign::none; i = unit.outline.next_item(i)) {
    const Word word = unit[i].word;
    if (is_memory(word) && declaration.first_word == kNone) declaration.first_word = i;
    if (word == Word::constant && declaration.memory == "device") declaration.memory = "constant";
    if (word == Word::managed) declaration.memory = "managed";
    if (word == Word::static_) declaration.is_static = true;
    if (word == Word::constant_expression) declaration.is_constexpr = true;
    if (word == Word::extern_ && unit[i + 1].kind != Kind::text) declaration.is_extern = true;
  }
  declaration.variable = sign_of(unit, i) == Sign::variable;
  if (unit.is_symbol(i, '=') || unit.is_symbol(i, '{')) declaration.is_extern = false;
  return declaration;
}

/// True in a template, where the compiler ignores a section.
bool is_templated(const Unit& unit, const Spot& spot) {
  if (unit.is_word(spot.statement, Word::template_)) return true;
  for (Index number = spot.scope; number != kNone; number = unit.outline.scope(number).parent)
    if (unit.outline.scope(number).open != kNone && unit.is_word(unit.outline.scope(number).head, Word::template_)) return true;
  return false;
}

/// The `;` of the declaration.
Index find_end(const Unit& unit, Index i) {
  while (!unit.is_symbol(i, ';') && unit[i].kind != Kind::end) i = unit.outline.next_item(i);
  return i;
}

/// nvcc refuses a variable of no bytes, which would share its address with the gap after it.
void refuse_empty(Unit& unit, const Declarator& declarator, Index end) {
  if (declarator.name == kNone || unit.is_word(declarator.name - 1, Word::scope)) return;
  const std::string_view name = unit.source.text(declarator.name);
  unit.edits.after(end,
                   fmt::format(R"( static_assert(sizeof({0}) != 0, "zero-sized variable '{0}' is not allowed in device code");)", name));
}

/// Is the variable's initialiser one of which the compiler cannot tell whether nvcc takes it? Casts of pointers, and lambdas, are constant
/// to nvcc in every dialect, and not to the compiler, which has no `__constinit` for pointers to functions.
bool is_beyond_check(const Unit& unit, Range declarator) {
  const Index initialiser = read_declarator(unit, declarator).initialiser;
  if (unit.is_symbol(declarator.first, '(')) return true;
  for (Index i = initialiser == kNone ? declarator.last : initialiser; i < declarator.last; ++i)
    if (unit.is_symbol(i, '[') || unit.is_symbol(i, '*') || unit.source.text(i) == "reinterpret_cast") return true;
  return false;
}

/// Is there a name in the initialiser? Numbers need no check.
bool has_named_initialiser(const Unit& unit, Range declarator) {
  const Index initialiser = read_declarator(unit, declarator).initialiser;
  for (Index i = initialiser == kNone ? declarator.last : initialiser; i < declarator.last; ++i)
    if (unit[i].kind == Kind::identifier) return true;
  return false;
}

/// nvcc refuses what is initialised when the program starts; `__constinit` makes the compiler do so, for all variables of a declaration.
bool needs_constant_check(const Unit& unit, const std::vector<Range>& declarators) {
  return std::ranges::none_of(declarators, [&](const Range& one) { return is_beyond_check(unit, one); }) &&
         std::ranges::any_of(declarators, [&](const Range& one) { return has_named_initialiser(unit, one); });
}

/// Gives each variable of the declaration a section of its own: in place of the word, where there is one variable; otherwise after each.
void place_variables(Unit& unit, const Spot& spot, const Declaration& declaration) {
  const std::string_view memory = declaration.memory;
  const Index end = find_end(unit, spot.token);
  std::vector<Range> parts = unit.split_at_commas({spot.token, end});
  parts.front().first = read_specifiers(unit, unit.outline.skip_template_headers(spot.statement)).declarators;
  const bool checks = !declaration.is_constexpr && needs_constant_check(unit, parts);
  const std::string check = checks ? "__constinit " : "";
  unit.edits.replace(spot.token, check + (parts.size() == 1 ? section_attribute(memory, spot.token) : std::string()));
  for (const Range& part : parts) {
    const Declarator declarator = read_declarator(unit, part);
    const Index behind = declarator.initialiser != kNone ? declarator.initialiser : part.last;
    if (parts.size() > 1) unit.edits.before(behind, " " + section_attribute(memory, behind) + " ");
    refuse_empty(unit, declarator, end);
  }
}

}  // namespace

void rewrite_variable(Unit& unit, const Spot& spot) {
  const Index word = spot.token;
  const ScopeKind kind = unit.outline.scope(spot.scope).kind;
  const bool may_be_variable = spot.bracket == kNone && (kind == ScopeKind::names || kind == ScopeKind::code);
  const Declaration declaration = may_be_variable ? read_declaration(unit, spot) : Declaration{};
  unit.has_device_variables |= declaration.variable;
  if (!declaration.variable || declaration.is_extern || declaration.first_word != word) return unit.edits.erase(word);

  const std::string name(unit.source.text(word));
  if (kind == ScopeKind::code) {
    if (!in_device_code(unit, spot.scope))
      return unit.error(word, name + " variables cannot be declared in host functions; move the variable to file scope");
    if (!declaration.is_static) return unit.error(word, name + " variables in functions must be static; move the variable to file scope");
  }
  const bool templated = is_templated(unit, spot);
  if (templated && declaration.is_constexpr) return unit.edits.erase(word);  // a value rather than memory
  if (templated) return unit.error(word, name + " variables cannot be templates or be declared in one; move the variable to file scope");
  place_variables(unit, spot, declaration);
}

}  // namespace lockstep::translate
