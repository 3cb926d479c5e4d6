/// @file
/// @brief Small steps through debug information: what an entry refers to, and the parts of a class.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <optional>
#include <string>

namespace lockstep::sim {

/// The entry that an attribute of this one refers to, also where it has it from its declaration.
inline std::optional<Dwarf_Die> referred_to(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Die found;
  if (dwarf_attr_integrate(&die, name, &attribute) == nullptr || dwarf_formref_die(&attribute, &found) == nullptr) return std::nullopt;
  return found;
}

template <class Visit>
void for_each_child(Dwarf_Die& die, Visit&& visit) {
  Dwarf_Die child;
  if (dwarf_child(&die, &child) != 0) return;
  do visit(child);
  while (dwarf_siblingof(&child, &child) == 0);
}

/// Of members, and of the classes that a class is made from.
template <class Visit>
void for_each_part(Dwarf_Die& type, Visit&& visit) {
  for_each_child(type, [&](Dwarf_Die& child) {
    const bool lies_inside = dwarf_tag(&child) == DW_TAG_inheritance ||
                             (dwarf_tag(&child) == DW_TAG_member && dwarf_hasattr_integrate(&child, DW_AT_external) == 0);
    if (lies_inside) visit(child);
  });
}

inline bool is_class(Dwarf_Die& die) {
  const int tag = dwarf_tag(&die);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/// The class of the object that `this` points to.
inline std::optional<Dwarf_Die> class_of(Dwarf_Die function) {
  auto object = referred_to(function, DW_AT_object_pointer);
  for (int i = 0; object && i < 3 && !is_class(*object); ++i)  // the parameter's type is a constant pointer to the class
    object = referred_to(*object, DW_AT_type);
  return object;
}

/// A number that an entry states; `otherwise` where it does not.
inline Dwarf_Word number_of(Dwarf_Die& die, unsigned name, Dwarf_Word otherwise = 0) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  return dwarf_attr_integrate(&die, name, &attribute) != nullptr && dwarf_formudata(&attribute, &value) == 0 ? value : otherwise;
}

/// Empty where it has none.
inline std::string die_name(Dwarf_Die& die) {
  const char* const name = dwarf_diename(&die);
  return name == nullptr ? "" : name;
}

}  // namespace lockstep::sim
