/// @file
/// @brief Collects a unit's inlined calls once, with libdw.
#include "sim/engine/program/inlined_calls.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "sim/engine/immortal.hpp"
#include "sim/engine/program/debug_session.hpp"
#include "sim/engine/program/die.hpp"

namespace lockstep::sim {

namespace {

bool has_flag(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(&die, name, &attribute) != nullptr;
}

// A lambda's body, too, is of a function that the compiler made.
bool copies_class(Dwarf_Die& function) {
  if (has_flag(function, DW_AT_defaulted)) return true;
  const char* const name = dwarf_diename(&function);
  return has_flag(function, DW_AT_artificial) && name != nullptr && name != std::string_view("operator()");
}

// dwarf_getscopes looks only below what has code itself; a lambda's body may stand below the declaration of a function that has none.
void collect(Dwarf_Die die, unsigned depth, std::vector<InlinedCall>& all) {
  do {
    if (dwarf_tag(&die) == DW_TAG_inlined_subroutine) {
      Dwarf_Addr base = 0, begin = 0, end = 0;
      for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&die, next, &base, &begin, &end)) > 0;)
        all.push_back({begin, end, depth, static_cast<unsigned>(number_of(die, DW_AT_call_file)),
                       static_cast<unsigned>(number_of(die, DW_AT_call_line)), copies_class(die), die});
    }
    Dwarf_Die child;
    if (dwarf_child(&die, &child) == 0) collect(child, depth + 1, all);
  } while (dwarf_siblingof(&die, &die) == 0);
}

const std::vector<InlinedCall>& all_in(Dwarf_Die& unit) {
  static auto& known = immortal<std::unordered_map<const void*, std::vector<InlinedCall>>>();
  const auto [entry, fresh] = known.try_emplace(unit.addr);
  if (fresh) collect(unit, 0, entry->second);
  return entry->second;
}

}  // namespace

std::vector<InlinedCall> inlined_calls_around(Dwarf_Die& unit, Dwarf_Addr address) {
  std::vector<InlinedCall> around;
  for (const InlinedCall& call : all_in(unit))
    if (address >= call.begin && address < call.end) around.push_back(call);
  std::sort(around.begin(), around.end(), [](const InlinedCall& a, const InlinedCall& b) { return a.depth > b.depth; });
  return around;
}

}  // namespace lockstep::sim
