/// @file
/// @brief Hands each of CUDA's words to the rewrite that knows it.
#include "sim/translate/translate.hpp"

#include <utility>

#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"

namespace lockstep::translate {
namespace {

void rewrite(Unit& unit, const Spot& spot) {
  switch (unit[spot.token].word) {
    case Word::launch:
      return rewrite_launch(unit, spot);
    case Word::global:
      return rewrite_kernel(unit, spot);
    case Word::function_name:
      return rewrite_function_name(unit, spot);
    case Word::shared:
      return rewrite_shared(unit, spot);
    case Word::device:
    case Word::constant:
    case Word::managed:
      return rewrite_variable(unit, spot);
    case Word::atomic:
      return rewrite_atomic(unit, spot);
    case Word::memory_call:
      return rewrite_memory_call(unit, spot);
    case Word::asm_:
      return rewrite_assembly(unit, spot);
    case Word::texture:
      return refuse_texture_reference(unit, spot);
    default:
      return rewrite_qualifier(unit, spot);
  }
}

/// What nvcc refuses of code that the translator understands.
void refuse_wrong_sides(Unit& unit) {
  const Sides sides = read_sides(unit);
  refuse_launches_of_functions(unit, sides);
  refuse_host_calls(unit, sides);
  refuse_calls_of_device_code(unit, sides);
  refuse_library_calls(unit);
  refuse_host_variables(unit);
  refuse_language_features(unit);
}

/// What the compiler has to check, because the hooks do not see it; asked for only where it can go wrong, as it takes time in every kernel
/// of the unit. The compiler knows the addresses of variables, and splits a misaligned access by itself. And objects that have to be made
/// where they are returned to.
std::string compiler_options(const Unit& unit, Dialect dialect) {
  std::string options;
  if (has_local_arrays(unit) || has_arrays_of_members(unit)) options += "-fsanitize=bounds\n";
  if (unit.has_device_variables && has_pointer_casts(unit)) options += "-fsanitize=alignment\n";
  if (dialect.is_foreign && returns_objects_by_name(unit)) options += "-felide-constructors\n";
  return options;
}

}  // namespace

Translation translate(std::string_view text, const std::string& name, Columns columns, Dialect dialect) {
  Unit unit(text, name);
  unit.relaxes_constexpr = dialect.relaxes_constexpr;
  for (const Spot& spot : unit.outline.spots()) rewrite(unit, spot);
  if (unit.errors.empty()) refuse_wrong_sides(unit);
  check_array_lengths(unit);
  rewrite_file_shared(unit);
  rewrite_captures(unit);
  mark_returns(unit);
  if (dialect.is_foreign) keep_warps_in_step(unit);
  mark_steps(unit);
  qualify_own_names(unit);
  rewrite_pragmas(unit);
  return {unit.edits.apply(unit.source, columns), std::move(unit.errors), compiler_options(unit, dialect), unit.lacks_ptx};
}

}  // namespace lockstep::translate
