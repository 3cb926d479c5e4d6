/// @file
/// @brief Cuts PTX into instructions, labels, declarations and braces.
///
///     @!p ld.global.v2.f32 {%0, %1}, [%2+8];      guard !p; opcode ld; suffixes global, v2, f32; two operands
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::translate::ptx {

struct Operand {
  enum class Kind { name, number, address, list, sink };
  Kind kind = Kind::name;
  std::string text;           ///< a register, a special register, `%0`, or a number
  bool negated = false;       ///< `!p`
  std::string offset;         ///< of an address, with its sign; empty where there is none
  std::vector<Operand> list;  ///< of `{a, b}`, or of `p|q` (then `is_pair`)
  bool is_pair = false;
};

struct Line {
  enum class Kind { instruction, label, registers, open, close };
  Kind kind = Kind::instruction;
  std::size_t offset = 0;  ///< in the text
  bool is_guarded = false;
  Operand guard;
  std::string opcode;                 ///< `ld`; a label's name
  std::vector<std::string> suffixes;  ///< `global`, `v2`, `f32`; of `.reg`, its type
  std::vector<Operand> operands;      ///< of `.reg`, the names
};

/// What cannot be read.
struct Unreadable : std::runtime_error {
  Unreadable(std::size_t offset_, const std::string& message) : std::runtime_error(message), offset(offset_) {}
  std::size_t offset;
};

/// @param doubled  whether `%%` stands for `%`
std::vector<Line> read_text(std::string_view text, bool doubled);

}  // namespace lockstep::translate::ptx
