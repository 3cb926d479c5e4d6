/// @file
/// @brief Uses of host functions in device code, which nvcc refuses.
#include <fmt/format.h>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"

namespace lockstep::translate {
namespace {

/// `= name;`, `(name, …`: its address is taken.
bool is_taken(const Unit& unit, Index name) {
  const Token& before = unit[name - 1];
  const Token& next = unit[name + 1];
  return (before.symbol == '=' || before.symbol == '(' || before.symbol == ',' || before.symbol == '&') &&
         (next.symbol == ';' || next.symbol == ')' || next.symbol == ',');
}

void refuse_uses(Unit& unit, const Scope& scope, const Names& names) {
  for (Index i = scope.open + 1; i < scope.close; ++i) {
    const std::string_view name = unit.source.text(i);
    if (unit[i].kind != Kind::identifier || !names.contains(name)) continue;
    const bool called = is_called(unit, i);
    if (is_member_or_qualified(unit, i) || !(called || is_taken(unit, i)) || declares(unit, {scope.head, scope.close}, name)) continue;
    unit.error(i, fmt::format("{}() is a host function, which device code cannot call; declare it __host__ __device__", name));
  }
}

}  // namespace

void refuse_host_calls(Unit& unit, const Sides& sides) {
  if (sides.host.empty()) return;
  for (Index number = 1; number < unit.outline.scopes(); ++number)
    if (const Scope& scope = unit.outline.scope(number); is_for_device_alone(unit, scope)) refuse_uses(unit, scope, sides.host);
}

}  // namespace lockstep::translate
