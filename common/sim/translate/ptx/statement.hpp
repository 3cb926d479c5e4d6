/// @file
/// @brief The parts of an `asm` statement: its text, and its operands with their constraints.
#pragma once

#include <string>
#include <vector>

#include "sim/translate/source/unit.hpp"

namespace lockstep::translate::ptx {

struct AsmOperand {
  std::string name;        ///< as in `[name] "r"(x)`; empty where it has none
  std::string constraint;  ///< without `=` and `+`
  Range expression;
  bool is_read = false;
  bool is_written = false;
};

struct Statement {
  std::string text;  ///< all string literals, joined
  /// Where each literal begins in the text, and its token.
  struct Piece {
    std::size_t begin;
    Index token;
  };
  std::vector<Piece> pieces;
  std::vector<AsmOperand> operands;
  bool has_operands = false;  ///< a colon follows the text: only then `%%` stands for `%`
  Index first = 0;            ///< the word `asm`
  Index end = kNone;          ///< the `;`; `kNone` where it is not a statement
  Index wrong = kNone;        ///< the token that cannot be read

  /// The literal that holds the text's character at `offset`.
  Index token_at(std::size_t offset) const;
};

Statement read_statement(const Unit& unit, Index word);

}  // namespace lockstep::translate::ptx
