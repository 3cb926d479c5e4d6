/// @file
/// @brief Calls of device functions in host code, and of kernels without a configuration, which nvcc refuses.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"

namespace lockstep::translate {
namespace {

/// Those of CUDA's device functions that mean nothing without other threads.
constexpr std::string_view kOfThreads[] = {
    "__syncthreads",    "__syncthreads_count", "__syncthreads_and",    "__syncthreads_or",  "__syncwarp",        "__shfl_sync",
    "__shfl_up_sync",   "__shfl_down_sync",    "__shfl_xor_sync",      "__ballot_sync",     "__any_sync",        "__all_sync",
    "__match_any_sync", "__match_all_sync",    "__activemask",         "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync",
    "__threadfence",    "__threadfence_block", "__threadfence_system", "__nanosleep",        "__shfl",            "__shfl_up",
    "__shfl_down",      "__shfl_xor",          "__ballot",             "__any",              "__all",
};

bool is_of_threads(std::string_view name) { return std::ranges::find(kOfThreads, name) != std::end(kOfThreads); }

/// Code for the host alone. A template may never be used, and what is constant may be evaluated by the compiler.
bool is_for_host(const Unit& unit, const Scope& scope) {
  const Range head{scope.head, scope.open};
  return is_function(unit, scope) && unit.outline.scope(scope.parent).kind == ScopeKind::names &&
         unit.source.is_own(unit[scope.open].offset) &&
         !has_any_word(unit, head, {Word::global, Word::device, Word::constant_expression, Word::template_});
}

/// Braces in it that are device code: a lambda, or a member of a local class.
bool opens_device_code(const Unit& unit, Index open) {
  const Scope* const scope = unit.outline.scope_opened_at(open);
  if (scope == nullptr || scope->kind != ScopeKind::code) return false;
  const auto runs_there = [&](Range head) { return has_any_word(unit, head, {Word::global, Word::device, Word::constant_expression}); };
  return runs_there({scope->head, open}) || runs_there(lambda_words(unit, open));
}

void refuse_device_calls(Unit& unit, const Scope& scope, const Names& names) {
  for (Index i = scope.open + 1; i < scope.close; ++i) {
    if (unit.is_symbol(i, '{') && opens_device_code(unit, i)) i = unit.outline.scope_opened_at(i)->close;
    const std::string_view name = unit.source.text(i);
    if (unit[i].kind != Kind::identifier || !is_called(unit, i) || is_member_or_qualified(unit, i)) continue;
    if (!names.contains(name) && !is_of_threads(name)) continue;
    if (declares(unit, {scope.head, scope.close}, name)) continue;
    unit.error(i, names.contains(name)
                      ? fmt::format("{}() is a device function, which host code cannot call; declare it __host__ __device__", name)
                      : fmt::format("{}() is a device function, which host code cannot call; call it in a kernel", name));
  }
}

void refuse_kernel_calls(Unit& unit, const Scope& scope, const Names& kernels) {
  for (Index i = scope.open + 1; i < scope.close; ++i) {
    const std::string_view name = unit.source.text(i);
    if (unit[i].kind != Kind::identifier || !kernels.contains(name) || !is_called(unit, i) || is_member_or_qualified(unit, i)) continue;
    if (declares(unit, {scope.head, scope.close}, name)) continue;
    unit.error(i, fmt::format("{0}() is a kernel, which is launched and not called: {0}<<<blocks, threads>>>(…)", name));
  }
}

}  // namespace

void refuse_calls_of_device_code(Unit& unit, const Sides& sides) {
  for (Index number = 1; number < unit.outline.scopes(); ++number) {
    const Scope& scope = unit.outline.scope(number);
    if (is_for_host(unit, scope)) refuse_device_calls(unit, scope, sides.device);
    if (is_function(unit, scope) && unit.source.is_own(unit[scope.open].offset)) refuse_kernel_calls(unit, scope, sides.kernels);
  }
}

void refuse_launches_of_functions(Unit& unit, const Sides& sides) {
  for (const Spot& spot : unit.outline.spots()) {
    if (!unit.is_word(spot.token, Word::launch)) continue;
    Index name = spot.token - 1;
    if (unit.is_symbol(name, '>') && unit.outline.open_angle(name) != kNone) name = unit.outline.open_angle(name) - 1;
    const std::string_view text = unit.source.text(name);
    const bool device = sides.device.contains(text);
    if (!(device || sides.host.contains(text)) || is_member_or_qualified(unit, name)) continue;
    const Scope* const function = unit.outline.function_around(spot.scope);
    if (function != nullptr && declares(unit, {function->head, function->close}, text)) continue;
    unit.error(name,
               fmt::format("{}() is a {} function, which cannot be launched; declare it __global__", text, device ? "device" : "host"));
  }
}

}  // namespace lockstep::translate
