/// @file
/// @brief Reads what GCC writes in assembly for x86-64: a line at a time, and only what it is known to write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::grading {

/// One operand of an instruction, as AT&T's syntax has it.
struct Operand {
  enum class Kind { immediate, reg, memory, target } kind;
  std::string text;              ///< without the `*` of an indirect jump
  bool is_indirect = false;      ///< of a jump or call: through a register or memory
  bool in_thread_block = false;  ///< memory: `%fs:…`, and `text` is what follows
  std::string displacement;      ///< memory: "8", "table+4", "" for none
  std::string base, index;       ///< memory: "%rax", or empty
};

/// An instruction: `lock addl %eax, (%rdi)` has the name `addl`, and `rep stosq` the name `stosq`.
struct Instruction {
  std::string name;
  std::vector<Operand> operands;
  bool is_repeated = false;
};

/// A line of assembly, without its comment.
struct Line {
  enum class Kind { empty, label, directive, instruction } kind = Kind::empty;
  std::string name;       ///< of a label without its colon, of a directive with its point
  std::string arguments;  ///< of a directive, or of an instruction's operands
  Instruction instruction{};
};

/// @return nothing where it is no line that the compiler writes: several statements, a macro, a quoted name
std::optional<Line> read_line(const std::string& text);

/// The number that all of the text is, in tens.
std::optional<std::int64_t> number_in(std::string_view text);

/// Parts between commas that are in no brackets and no quotes.
std::vector<std::string> split_at_commas(std::string_view text);

}  // namespace lockstep::grading
