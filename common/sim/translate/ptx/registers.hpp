/// @file
/// @brief What the names in PTX stand for: operands of the statement, registers that the text declares, and special registers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/translate/ptx/statement.hpp"
#include "sim/translate/ptx/text.hpp"

namespace lockstep::translate::ptx {

/// The C++ type of a register of PTX's type or of a constraint's letter; empty where there is none.
std::string_view register_type(std::string_view type);
std::string_view constraint_type(std::string_view constraint);

/// The expression for a special register such as `%tid.x`; empty where it is not one.
std::string special_register(std::string_view name);

class Registers {
 public:
  explicit Registers(const Statement& statement) : statement_(statement) {}

  void enter() { scopes_.emplace_back(); }
  /// @return whether braces were open
  bool leave();
  /// @return the declarations of `.reg .type names;`
  std::string declare(const Line& line, bool initialised);
  /// The expression for a name. @throws Unreadable where it is none
  std::string find(std::string_view name, std::size_t offset) const;

 private:
  std::string operand(std::string_view name, std::size_t offset) const;

  const Statement& statement_;
  std::vector<std::map<std::string, std::string, std::less<>>> scopes_{1};
};

}  // namespace lockstep::translate::ptx
