/// @file
/// @brief The names and places of the program's variables, from its symbol table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::sim {

struct VariableName {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0;
  std::string name;  ///< as in C++
};

/// The variables in [begin, end) in the order of their addresses; none where the program was stripped. Looks on a stack of its own.
std::vector<VariableName> variables_between(const std::byte* begin, const std::byte* end);

/// The variable that holds `p`; without a name where there is none. Looks on a stack of its own.
VariableName variable_at(const std::byte* p);

}  // namespace lockstep::sim
