/// @file
/// @brief What the simulator cannot do is refused here, where it can be named, and not by a confusing message of the compiler.
#include "sim/translate/rewrites/rewrites.hpp"

namespace lockstep::translate {
namespace {

/// True if the program has a class template of its own called `texture` or `surface`.
bool declares_record(const Unit& unit, std::string_view name) {
  const Index count = static_cast<Index>(unit.source.tokens().size());
  for (Index i = 1; i < count; ++i)
    if (unit.is_word(i - 1, Word::record) && unit.source.text(i) == name) return true;
  return false;
}

}  // namespace

bool in_device_code(const Unit& unit, Index scope) {
  const Scope* function = unit.outline.function_around(scope);
  while (function) {
    const Range head{function->head, function->open};
    if (unit.find_word(head, Word::global) != kNone) return true;
    const bool device = unit.find_word(head, Word::device) != kNone;
    const bool host = unit.find_word(head, Word::host) != kNone;
    if (device || host) return device && !host;
    function = function->parent == kNone ? nullptr : unit.outline.function_around(function->parent);  // around a local class
  }
  return false;
}

void refuse_texture_reference(Unit& unit, const Spot& spot) {
  const bool at_file_scope = unit.outline.scope(spot.scope).kind == ScopeKind::names && spot.bracket == kNone;
  const bool starts_declaration = spot.token == spot.statement || unit.is_word(spot.token - 1, Word::static_);
  if (!at_file_scope || !starts_declaration || !unit.is_symbol(spot.token + 1, '<')) return;
  const std::string_view name = unit.source.text(spot.token);
  if (declares_record(unit, name)) return;
  const bool texture = name == "texture";
  unit.error(spot.token, texture ? "texture references were removed in CUDA 12; pass a texture object (cudaTextureObject_t) to the kernel"
                                 : "surface references were removed in CUDA 12; pass a surface object (cudaSurfaceObject_t) to the kernel");
}

}  // namespace lockstep::translate
