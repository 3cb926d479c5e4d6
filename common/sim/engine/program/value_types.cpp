/// @file
/// @brief Reads types with libdw: a kernel's arguments are the members of its closure, a shared variable is a member of its tag.
#include "sim/engine/program/value_types.hpp"

#include <elfutils/libdwfl.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <string_view>
#include <thread>

#include "sim/engine/program/debug_session.hpp"
#include "sim/engine/program/die.hpp"

namespace lockstep::sim {

namespace {

constexpr std::string_view kSharedTag = "lockstep_shared_";

bool only_qualifies(Dwarf_Die& type) {
  const int tag = dwarf_tag(&type);
  return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type;
}

std::optional<Dwarf_Die> without_qualifiers(std::optional<Dwarf_Die> type) {
  while (type && only_qualifies(*type)) type = referred_to(*type, DW_AT_type);
  return type;
}

std::optional<Dwarf_Die> without_names(std::optional<Dwarf_Die> type) {
  while (type && (only_qualifies(*type) || dwarf_tag(&*type) == DW_TAG_typedef)) type = referred_to(*type, DW_AT_type);
  return type;
}

std::uint64_t bytes_of(Dwarf_Die type) {
  Dwarf_Word bytes = 0;
  return dwarf_aggregate_size(&type, &bytes) == 0 ? bytes : 0;
}

std::vector<std::uint64_t> extents_of(Dwarf_Die& array) {
  std::vector<std::uint64_t> shape;
  for_each_child(array, [&](Dwarf_Die& range) {
    if (dwarf_tag(&range) != DW_TAG_subrange_type) return;
    const Dwarf_Word upper = number_of(range, DW_AT_upper_bound, ~Dwarf_Word{0});
    shape.push_back(dwarf_hasattr_integrate(&range, DW_AT_count) != 0 ? number_of(range, DW_AT_count) : upper + 1);
  });
  return shape;
}

Scalar scalar_of(Dwarf_Word encoding) {
  if (encoding == DW_ATE_float) return Scalar::floating;
  if (encoding == DW_ATE_boolean) return Scalar::boolean;
  return encoding == DW_ATE_signed || encoding == DW_ATE_signed_char ? Scalar::signed_integer : Scalar::unsigned_integer;
}

// Its scalars where they are all of one kind; nothing where they are not.
std::optional<ElementType> scalars_of(Dwarf_Die type) {
  const auto inner = without_names(type);
  if (!inner) return std::nullopt;
  Dwarf_Die plain = *inner;
  const auto bytes = static_cast<std::uint32_t>(bytes_of(plain));
  switch (dwarf_tag(&plain)) {
    case DW_TAG_base_type:
      return ElementType{{}, scalar_of(number_of(plain, DW_AT_encoding)), bytes, 1};
    case DW_TAG_enumeration_type:
    case DW_TAG_pointer_type:
      return ElementType{{}, Scalar::unsigned_integer, bytes, 1};
    case DW_TAG_array_type: {
      const auto element = referred_to(plain, DW_AT_type);
      auto scalars = element ? scalars_of(*element) : std::nullopt;
      if (scalars && scalars->bytes() != 0) scalars->components = bytes / scalars->scalar_bytes;
      return scalars;
    }
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
      break;
    default:
      return std::nullopt;
  }
  if (die_name(plain) == "__half") return ElementType{{}, Scalar::floating, 2, 1};
  std::optional<ElementType> all;
  bool mixed = false;
  for_each_part(plain, [&](Dwarf_Die& part) {
    const auto part_type = referred_to(part, DW_AT_type);
    const auto scalars = part_type ? scalars_of(*part_type) : std::nullopt;
    mixed = mixed || !scalars || (all && (all->scalar != scalars->scalar || all->scalar_bytes != scalars->scalar_bytes));
    if (!mixed) all = ElementType{{}, scalars->scalar, scalars->scalar_bytes, (all ? all->components : 0) + scalars->components};
  });
  return mixed || !all || all->bytes() != bytes ? std::nullopt : all;
}

ElementType element_of(Dwarf_Die type) {
  const auto bytes = static_cast<std::uint32_t>(bytes_of(type));
  const std::uint32_t word = bytes % 4 == 0 && bytes != 0 ? 4 : 1;
  ElementType element = scalars_of(type).value_or(ElementType{{}, Scalar::unsigned_integer, word, std::max(bytes / word, 1u)});
  element.name = die_name(type);
  return element;
}

std::optional<ArrayType> array_of(std::optional<Dwarf_Die> type) {
  type = without_qualifiers(type);
  const auto plain = without_names(type);
  if (!plain) return std::nullopt;
  Dwarf_Die array = *plain;
  if (dwarf_tag(&array) != DW_TAG_array_type) return ArrayType{element_of(*type), {}};
  const auto element = without_qualifiers(referred_to(array, DW_AT_type));
  if (!element) return std::nullopt;
  return ArrayType{element_of(*element), extents_of(array)};
}

// The compiler puts two underscores before the name of what a lambda captures.
std::string captured_name(Dwarf_Die& member) {
  const std::string name = die_name(member);
  return name.starts_with("__") ? name.substr(2) : name;
}

void collect_pointers(Dwarf_Die& type, const std::string& prefix, std::size_t offset, std::vector<PointerArgument>& all) {
  for_each_part(type, [&](Dwarf_Die& part) {
    const auto part_type = without_names(referred_to(part, DW_AT_type));
    if (!part_type) return;
    Dwarf_Die plain = *part_type;
    const std::size_t at = offset + number_of(part, DW_AT_data_member_location);
    const std::string name = prefix.empty() ? captured_name(part) : prefix + "." + die_name(part);
    const auto target = dwarf_tag(&plain) == DW_TAG_pointer_type ? without_qualifiers(referred_to(plain, DW_AT_type)) : std::nullopt;
    if (target) all.push_back({name, at, element_of(*target)});
    if (is_class(plain)) collect_pointers(plain, name, at, all);
  });
}

struct CodePlace {
  Dwarf_Die unit;
  Dwarf_Addr address;
};

std::optional<CodePlace> code_at(const void* pc) {
  Dwfl* const session = debug_session();
  const auto address = reinterpret_cast<std::uintptr_t>(pc) - 1;
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = session == nullptr ? nullptr : dwfl_addrdie(session, address, &bias);
  if (unit == nullptr) return std::nullopt;
  return CodePlace{*unit, address - bias};
}

template <class Visit>
void for_each_below(Dwarf_Die die, Visit& visit) {
  for_each_child(die, [&](Dwarf_Die& child) {
    visit(child, die);
    for_each_below(child, visit);
  });
}

// A lambda's class, where the function is its body, or the constructor that copies it (g++ calls that `<lambda>`), and it captures something.
std::optional<Dwarf_Die> closure_of(Dwarf_Die& function) {
  if (const std::string name = die_name(function); name != "operator()" && name != "<lambda>") return std::nullopt;
  auto type = class_of(function);
  bool captures = false;
  if (type) for_each_part(*type, [&](Dwarf_Die&) { captures = true; });
  return captures ? type : std::nullopt;
}

// The kernel's body is the first such lambda in the function that the instruction is in: a thread begins by copying it, and calls it.
std::optional<Dwarf_Die> closure_around(CodePlace& code) {
  std::optional<Dwarf_Die> closure;
  const auto look_inside = [&](Dwarf_Die& die, Dwarf_Die&) {
    const bool is_inlined = dwarf_tag(&die) == DW_TAG_inlined_subroutine;
    if (!closure && is_inlined) closure = closure_of(die);
  };
  const auto look = [&](Dwarf_Die& die, Dwarf_Die&) {
    if (closure || dwarf_tag(&die) != DW_TAG_subprogram || dwarf_haspc(&die, code.address) != 1) return;
    closure = closure_of(die);
    if (!closure) for_each_below(die, look_inside);
  };
  for_each_below(code.unit, look);
  return closure;
}

// What a mangled name holds of a function: its own, without `_Z`, or the length and the name where it is of this file alone.
std::string encoding_of(Dwarf_Die& function) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&function, DW_AT_linkage_name, &attribute) != nullptr)
    if (const char* const mangled = dwarf_formstring(&attribute); mangled != nullptr) return std::string(mangled).substr(2);
  const std::string name = die_name(function), plain = name.substr(0, name.find('<'));
  return plain.empty() ? "" : std::to_string(plain.size()) + plain;
}

// The tag of a variable is a class with one member.
std::optional<ArrayType> type_of_tag(Dwarf_Die& tag) {
  std::optional<ArrayType> found;
  for_each_part(tag, [&](Dwarf_Die& member) { found = array_of(referred_to(member, DW_AT_type)); });
  return found;
}

// Calls `visit` with each entry below, and the encoding of the function around it: a lambda's body counts as its function's.
template <class Visit>
void for_each_in_functions(Dwarf_Die die, const std::string& function, Visit& visit) {
  for_each_child(die, [&](Dwarf_Die& child) {
    visit(child, function);
    const std::string encoding = dwarf_tag(&child) == DW_TAG_subprogram ? encoding_of(child) : "";
    const bool is_body = encoding.empty() || encoding.ends_with("clEv") || encoding == "10operator()";
    for_each_in_functions(child, is_body ? function : encoding, visit);
  });
}

bool is_shared_tag(Dwarf_Die& die) { return dwarf_tag(&die) == DW_TAG_structure_type && die_name(die).starts_with(kSharedTag); }

// On a stack of its own: the debug information takes more than a CUDA thread has.
template <class Result, class Find>
Result on_own_stack(const void* pc, Find find) {
  Result result;
  std::thread([&] {
    const std::lock_guard lock(debug_session_mutex());
    if (auto code = code_at(pc)) result = find(*code);
  }).join();
  return result;
}

}  // namespace

std::vector<PointerArgument> pointer_arguments(const void* pc) {
  return on_own_stack<std::vector<PointerArgument>>(pc, [](CodePlace& code) {
    std::vector<PointerArgument> all;
    if (auto closure = closure_around(code)) collect_pointers(*closure, "", 0, all);
    return all;
  });
}

std::optional<ArrayType> shared_type(const void* pc, const std::string& tag, std::size_t bytes) {
  return on_own_stack<std::optional<ArrayType>>(pc, [&](CodePlace& code) {
    std::optional<ArrayType> found;
    const auto visit = [&](Dwarf_Die& die, const std::string& function) {
      const bool is_it = is_shared_tag(die) && tag.ends_with(die_name(die)) && !function.empty() && tag.find(function) != tag.npos;
      if (is_it && bytes_of(die) == bytes) found = type_of_tag(die);
    };
    for_each_in_functions(code.unit, "", visit);
    return found;
  });
}

// Dynamic shared memory is a reference to an array without a bound.
std::optional<DynamicShared> dynamic_shared_type(const void* pc) {
  return on_own_stack<std::optional<DynamicShared>>(pc, [&](CodePlace& code) {
    std::optional<DynamicShared> found;
    const auto visit = [&](Dwarf_Die& die, Dwarf_Die&) {
      if (found || dwarf_tag(&die) != DW_TAG_variable) return;
      auto reference = without_names(referred_to(die, DW_AT_type));
      if (!reference || dwarf_tag(&*reference) != DW_TAG_reference_type) return;
      const auto type = array_of(referred_to(*reference, DW_AT_type));
      if (type && !type->shape.empty() && type->shape.front() == 0) found = DynamicShared{die_name(die), *type};
    };
    if (const auto closure = closure_around(code)) for_each_below(*closure, visit);
    if (!found) for_each_below(code.unit, visit);  // a function that the kernel calls has it
    return found;
  });
}

std::optional<ArrayType> variable_type(const void* pc, const std::string& name) {
  const std::size_t colons = name.rfind("::");
  const std::string last = colons == name.npos ? name : name.substr(colons + 2);
  return on_own_stack<std::optional<ArrayType>>(pc, [&](CodePlace& code) {
    std::optional<ArrayType> found;
    const auto visit = [&](Dwarf_Die& die, Dwarf_Die&) {
      if (!found && dwarf_tag(&die) == DW_TAG_variable && die_name(die) == last) found = array_of(referred_to(die, DW_AT_type));
    };
    for_each_below(code.unit, visit);
    return found;
  });
}

}  // namespace lockstep::sim
