/// @file
/// @brief `asm` statements of device code: PTX becomes C++ (ptx/). Empty text, a fence for the compiler alone, stays as it is.
#include <fmt/format.h>

#include "sim/translate/ptx/text.hpp"
#include "sim/translate/ptx/writer.hpp"
#include "sim/translate/rewrites/rewrites.hpp"
#include "sim/translate/rewrites/sides.hpp"

namespace lockstep::translate {
namespace {

bool is_for_device(const Unit& unit, Range head) {
  return unit.find_word(head, Word::global) != kNone || unit.find_word(head, Word::device) != kNone;
}

/// Functions for both sides, too: there is one compilation, in which __CUDA_ARCH__ is defined.
bool is_in_device_code(const Unit& unit, Index number) {
  for (; number != 0 && number != kNone; number = unit.outline.scope(number).parent) {
    const Scope& scope = unit.outline.scope(number);
    if (scope.kind != ScopeKind::code) continue;
    if (is_for_device(unit, {scope.head, scope.open}) || is_for_device(unit, lambda_words(unit, scope.open))) return true;
  }
  return false;
}

/// Functions of a library that the program may never call.
void fail_where_reached(Unit& unit, Index first, Index end, std::string_view problem) {
  unit.edits.replace(
      first, fmt::format("::lockstep::sim::fail_kernel(cudaErrorNotSupported, \"{}\", ::lockstep::sim::Site::current());", problem));
  unit.edits.erase(first + 1, end + 1);
}

}  // namespace

void rewrite_assembly(Unit& unit, const Spot& spot) {
  if (!is_in_device_code(unit, spot.scope) || spot.bracket != kNone) return;
  const ptx::Statement statement = ptx::read_statement(unit, spot.token);
  if (statement.end == kNone || statement.wrong != kNone)
    return unit.error(statement.wrong == kNone ? spot.token : statement.wrong, "expected asm(\"PTX\" : outputs : inputs : clobbers);");
  if (statement.text.find_first_not_of(" \t\n") == std::string::npos && statement.operands.empty()) return;
  if (!unit.source.includes_ptx()) {
    unit.lacks_ptx = true;
    return unit.error(spot.token, "inline PTX is not simulated here; use the intrinsic that does the same");
  }
  try {
    const std::string text = write_statement(unit, statement);
    unit.edits.replace(spot.token, text);
    unit.edits.erase(spot.token + 1, statement.end + 1);
  } catch (const ptx::Unreadable& problem) {
    if (unit.source.is_own(unit[spot.token].offset)) return unit.error(statement.token_at(problem.offset), problem.what());
    fail_where_reached(unit, spot.token, statement.end, problem.what());
  }
}

}  // namespace lockstep::translate
