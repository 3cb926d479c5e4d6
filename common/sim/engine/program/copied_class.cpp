/// @file
/// @brief Finds the copy of a class around an instruction, and reads the class in the debug information.
///
/// Kernels are compiled with `-fno-elide-constructors`: g++ then calls the copies of each class, also those that copy all bytes as they
/// are, and inlines them.
#include "sim/engine/program/copied_class.hpp"

#include <elfutils/libdwfl.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>

#include "sim/engine/immortal.hpp"
#include "sim/engine/program/debug_session.hpp"
#include "sim/engine/program/die.hpp"
#include "sim/engine/program/inlined_calls.hpp"

namespace lockstep::sim {

namespace {

std::uint32_t stated_alignment(Dwarf_Die& die) { return static_cast<std::uint32_t>(number_of(die, DW_AT_alignment)); }

// 0 where it cannot be known.
std::uint32_t alignment_of(Dwarf_Die type) {
  if (const std::uint32_t stated = stated_alignment(type); stated != 0) return stated;
  switch (dwarf_tag(&type)) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type: {
      std::uint32_t most = 0;
      for_each_part(type, [&](Dwarf_Die& part) {
        const auto of_part = referred_to(part, DW_AT_type);
        most = std::max({most, stated_alignment(part), of_part ? alignment_of(*of_part) : 0});
      });
      return most;
    }
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_array_type: {
      const auto inner = referred_to(type, DW_AT_type);
      return inner ? alignment_of(*inner) : 0;
    }
    default:
      return static_cast<std::uint32_t>(std::max(dwarf_bytesize(&type), 0));
  }
}

std::uint32_t look_up_alignment(std::uintptr_t address) {
  const std::lock_guard lock(debug_session_mutex());
  Dwfl* const session = debug_session();
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = session == nullptr ? nullptr : dwfl_addrdie(session, address, &bias);
  if (unit == nullptr) return 0;
  const auto calls = inlined_calls_around(*unit, address - bias);
  if (calls.empty() || !calls.front().copies_class) return 0;
  const auto copied = class_of(calls.front().function);
  return copied ? alignment_of(*copied) : 0;
}

}  // namespace

std::uint32_t alignment_of_copied_class(const void* pc) {
  static auto& known = immortal<std::unordered_map<const void*, std::uint32_t>>();
  static auto& mutex = immortal<std::mutex>();
  const std::lock_guard lock(mutex);
  const auto [entry, fresh] = known.try_emplace(pc);
  if (fresh) std::thread([&] { entry->second = look_up_alignment(reinterpret_cast<std::uintptr_t>(pc) - 1); }).join();
  return entry->second;
}

}  // namespace lockstep::sim
