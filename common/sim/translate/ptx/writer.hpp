/// @file
/// @brief Writes the C++ that stands for an `asm` statement.
#pragma once

#include <string>

#include "sim/translate/ptx/statement.hpp"

namespace lockstep::translate::ptx {

/// A block that reads the statement's operands, carries its instructions out, and writes its results.
/// @throws Unreadable  for what is not simulated
std::string write_statement(const Unit& unit, const Statement& statement);

}  // namespace lockstep::translate::ptx
