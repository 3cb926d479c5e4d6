/// @file
/// @brief `__global__` functions: a definition's body becomes a closure that `::lockstep::sim::enter` runs in every CUDA thread.
#include <fmt/format.h>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/source/function.hpp"

namespace lockstep::translate {
namespace {

/// False where the return type cannot be void. A dependent type might be, and is left to the compiler.
bool may_return_void(const Unit& unit, const Function& function) {
  const auto is_other = [&](Index i) { return unit.is_word(i, Word::fundamental) || unit.is_symbol(i, '*') || unit.is_symbol(i, '&'); };
  for (Index i = function.specifiers.first; i < function.specifiers.last; i = unit.next_item(i, function.specifiers.last))
    if (is_other(i)) return false;
  if (unit.find_word(function.specifiers, Word::auto_) == kNone) return true;
  const Index arrow = unit.find_word({unit.outline.partner(function.open) + 1, function.end}, Word::arrow);
  return arrow != kNone && !is_other(arrow + 1) && !is_other(arrow + 2);
}

struct Parameters {
  std::string declared;    ///< without default arguments
  std::string references;  ///< captures for those that are references, as in `, &a, &b`
};

/// `, &name` for a parameter `T& name`, which stays a reference: a copy would not be the caller's object.
std::string reference_capture(const Unit& unit, Range parameter) {
  Index ampersand = kNone;
  Index name = kNone;
  for (Index i = parameter.first; i < parameter.last; i = unit.next_item(i, parameter.last)) {
    const bool group = unit.is_symbol(i, '(') && unit.is_symbol(i + 1, '&');  // T (&name)[4]
    if (group) ampersand = ++i;
    if (unit.is_symbol(i, '&')) ampersand = i;
    if (unit[i].kind == Kind::identifier) name = i;
    if (group && unit[i + 1].kind == Kind::identifier) name = i + 1;
    if (group) break;
  }
  if (ampersand == kNone || name == kNone || name < ampersand) return {};
  const bool pack = unit.is_word(name - 1, Word::ellipsis);
  return fmt::format(", &{}{}", unit.source.text(name), pack ? "..." : "");
}

Parameters read_parameters(const Unit& unit, Index open) {
  Parameters parameters;
  for (Range parameter : unit.split_at_commas({open + 1, unit.outline.partner(open)})) {
    for (Index i = parameter.first; i < parameter.last; i = unit.next_item(i, parameter.last))
      if (unit.is_symbol(i, '=')) parameter.last = i;
    if (!parameters.declared.empty()) parameters.declared += ", ";
    parameters.declared += unit.text(parameter);
    parameters.references += reference_capture(unit, parameter);
  }
  return parameters;
}

/// The initialiser of the kernel's `KernelTraits`.
std::string traits(const Unit& unit, Index statement, const Function& function) {
  const Position position = unit.source.position(unit[function.name].offset);
  std::string result =
      fmt::format(R"({{.name = "{}", .file = "{}", .line = {})", unit.source.text(function.name), position.file, position.line);
  const Range head{statement, function.end};
  if (const Index bounds = unit.find_word(head, Word::launch_bounds); bounds != kNone) {
    const std::vector<Range> values = unit.split_at_commas(unit.in_parentheses(bounds));
    if (!values.empty()) result += ", .max_threads = " + unit.text(values[0]);
    if (values.size() > 1) result += ", .min_blocks = " + unit.text(values[1]);
  }
  if (const Index cluster = unit.find_word(head, Word::cluster_dims); cluster != kNone)
    result += fmt::format(", .cluster = ::dim3{{{}}}", unit.text(unit.in_parentheses(cluster)));
  for (Index i = function.end; i < unit.outline.partner(function.end) && unit[i].kind != Kind::end; ++i)
    if (is_plain_return(unit, i)) return result + ", .returns = true}";
  return result + "}";
}

}  // namespace

void rewrite_kernel(Unit& unit, const Spot& spot) {
  const Function function = spot.bracket == kNone ? read_function(unit, spot.statement) : Function{};
  if (function.name == kNone) return unit.error(spot.token, "__global__ may only qualify a function");
  if (!may_return_void(unit, function)) return unit.error(spot.token, "a __global__ function must return void");
  const bool member = unit.outline.scope(spot.scope).kind == ScopeKind::record;
  if (member && unit.find_word(function.specifiers, Word::friend_) == kNone)
    return unit.error(spot.token, "a __global__ function cannot be a member function");
  if (!function.defined) return unit.edits.erase(spot.token);

  const Parameters parameters = read_parameters(unit, function.open);
  unit.edits.replace(spot.token, "__attribute__((noipa))");
  unit.edits.after(function.end, fmt::format(" ::lockstep::sim::enter<void({})>({}, [={}]() mutable {{", parameters.declared,
                                             traits(unit, spot.statement, function), parameters.references));
  unit.edits.before(unit.outline.partner(function.end), "}); ");
}

void rewrite_function_name(Unit& unit, const Spot& spot) {
  const Scope* scope = unit.outline.function_around(spot.scope);
  if (!scope || unit.find_word({scope->head, scope->open}, Word::global) == kNone) return;
  const Function function = read_function(unit, scope->head);
  if (function.name != kNone) unit.edits.replace(spot.token, fmt::format("\"{}\"", unit.source.text(function.name)));
}

}  // namespace lockstep::translate
