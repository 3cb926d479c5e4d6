/// @file
/// @brief An `asm` statement as a block of C++.
///
///     asm("add.u32 %0, %1, 3;" : "=r"(x) : "r"(y));
///         { auto lockstep_1 = …operand<std::uint32_t>(y); std::uint32_t lockstep_0{}; …add<…u32>(lockstep_0, lockstep_1, 3ll);
///           …result(x, lockstep_0); }
#include "sim/translate/ptx/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/translate/ptx/instructions.hpp"

namespace lockstep::translate::ptx {
namespace {

class Writer {
 public:
  Writer(const Unit& unit, const Statement& statement)
      : unit_(unit), statement_(statement), lines_(read_text(statement.text, statement.has_operands)), registers_(statement) {}

  std::string write() {
    const auto is_label = [](const Line& line) { return line.kind == Line::Kind::label; };
    has_labels_ = std::ranges::any_of(lines_, is_label);
    std::string text = "{ ";
    for (const Line& line : lines_)
      if (is_label(line)) text += fmt::format("__label__ {}; ", label(line.opcode));
    for (std::size_t i = 0; i < statement_.operands.size(); ++i) text += read(i);
    if (statement_.text.find('_') != std::string::npos) text += "[[maybe_unused]] ::lockstep::sim::ptx::Sink lockstep_sink; ";
    for (const Line& line : lines_) text += write(line) + " ";
    if (registers_.leave()) throw Unreadable(0, "'{' without a matching '}' in inline PTX");
    for (std::size_t i = 0; i < statement_.operands.size(); ++i) text += result(i);
    return text + "}";
  }

 private:
  static std::string label(const std::string& name) {
    std::string text = "lockstep_label_" + name;
    std::ranges::replace(text, '$', '_');
    return text;
  }

  std::string read(std::size_t i) const {
    const AsmOperand& operand = statement_.operands[i];
    const std::string_view type = constraint_type(operand.constraint);
    if (type.empty())
      throw Unreadable(0, fmt::format("the constraint \"{}\" of inline PTX is not one of h, r, l, f, d and n", operand.constraint));
    const std::string expression = unit_.text(operand.expression);
    if (operand.constraint == "n") return fmt::format("const {} lockstep_{} = static_cast<{}>({}); ", type, i, type, expression);
    if (!operand.is_read) return fmt::format("[[maybe_unused]] {} lockstep_{}{}; ", type, i, has_labels_ ? "" : "{}");
    // An input, too, is a register that may be written, though what is written ends with the statement.
    return fmt::format("[[maybe_unused]] {} lockstep_{} = ::lockstep::sim::ptx::operand<{}>({}); ", type, i, type, expression);
  }

  std::string result(std::size_t i) const {
    const AsmOperand& operand = statement_.operands[i];
    if (!operand.is_written) return {};
    return fmt::format("::lockstep::sim::ptx::result({}, lockstep_{}); ", unit_.text(operand.expression), i);
  }

  std::string write(const Line& line) {
    switch (line.kind) {
      case Line::Kind::open:
        registers_.enter();
        return "{";
      case Line::Kind::close:
        if (!registers_.leave()) throw Unreadable(line.offset, "'}' without a matching '{' in inline PTX");
        return "}";
      case Line::Kind::label:
        return label(line.opcode) + ":;";
      case Line::Kind::registers:
        return registers_.declare(line, !has_labels_);
      default:
        return instruction(line);
    }
  }

  std::string instruction(const Line& line) {
    Instruction instruction(line, registers_);
    const std::string statement = line.opcode == "bra" ? branch(line) : translate_instruction(instruction);
    if (!line.is_guarded) return statement;
    return fmt::format("if ({}) {{ {} }}", instruction.value(line.guard), statement);
  }

  std::string branch(const Line& line) const {
    const bool known = line.operands.size() == 1 && std::ranges::any_of(lines_, [&](const Line& other) {
                         return other.kind == Line::Kind::label && other.opcode == line.operands.front().text;
                       });
    if (!known) throw Unreadable(line.offset, "bra in inline PTX must lead to a label of the same statement");
    return fmt::format("goto {};", label(line.operands.front().text));
  }

  const Unit& unit_;
  const Statement& statement_;
  std::vector<Line> lines_;
  Registers registers_;
  bool has_labels_ = false;  ///< then a jump may go past a declaration, which must not initialise
};

}  // namespace

std::string write_statement(const Unit& unit, const Statement& statement) { return Writer(unit, statement).write(); }

}  // namespace lockstep::translate::ptx
