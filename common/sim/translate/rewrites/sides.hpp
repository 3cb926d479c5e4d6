/// @file
/// @brief On which side each function of the program's own runs, by its name.
///
/// There are no types here. So a name counts only where it can mean nothing else: all functions of that name run on one side, and it is
/// neither a type, nor a variable, nor a function of a header of the system or the simulator.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "sim/translate/source/unit.hpp"

namespace lockstep::translate {

using Names = std::set<std::string_view>;

struct Sides {
  Names host;     ///< defined for the host alone
  Names device;   ///< of the device alone
  Names kernels;  ///< `__global__`
};
Sides read_sides(const Unit& unit);

/// Does one of the words stand in the head of a function?
bool has_any_word(const Unit& unit, Range head, std::initializer_list<Word> words);

/// A function's body, and not a block in one.
bool is_function(const Unit& unit, const Scope& scope);
/// A function that runs on the device and not on the host.
bool is_for_device_alone(const Unit& unit, const Scope& scope);
/// Those of them that are in the program's own files, not in a library's.
std::vector<const Scope*> own_device_functions(const Unit& unit);

/// `name(…)` or `name<…>(…)`
bool is_called(const Unit& unit, Index name);
/// `x.name`, `x->name`, `n::name`
bool is_member_or_qualified(const Unit& unit, Index name);
/// The token before the `*`, `&`, `(*` or `(&` that belong to a name as in `int **name` and `int (*name)[4]`; before the name where there
/// are none.
Index before_declarator(const Unit& unit, Index name);
/// Does the function declare something of that name: a parameter, a variable, another function?
bool declares(const Unit& unit, Range function, std::string_view name);

/// The words of `[…] __device__ (…) { … }` whose `{` is at `open`; none where it is not a lambda.
Range lambda_words(const Unit& unit, Index open);

}  // namespace lockstep::translate
