/// @file
/// @brief Moves, conversions and comparisons.
#include <fmt/format.h>

#include "sim/translate/ptx/forms.hpp"

namespace lockstep::translate::ptx {
namespace {

constexpr std::string_view kPtx = "::lockstep::sim::ptx::";

std::string take_comparison(Instruction& instruction) {
  std::string how = instruction.take_any(
      {"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
  if (how.empty()) instruction.fail(fmt::format("{} in inline PTX needs a comparison, such as .lt", instruction.line().opcode));
  return fmt::format("{}Compare::{}", kPtx, how);
}

/// A type of which there is one number, not two in a pair.
std::string take_single_type(Instruction& instruction) {
  const std::string type = instruction.take_type();
  if (type.ends_with("x2"))
    instruction.fail(fmt::format("{}.{} in inline PTX is not simulated; compare the halves", instruction.line().opcode, type));
  return type_argument(type);
}

/// With `.ftz` the operands are flushed first.
std::string operand(Instruction& instruction, std::size_t i, bool flushes) {
  return flushes ? fmt::format("{}flushed({})", kPtx, instruction.value(i)) : instruction.value(i);
}

}  // namespace

/// `mov.u32 d, a;`, `mov.b64 d, {a, b};`, `mov.b64 {a, b}, d;`
std::string move(Instruction& instruction) {
  instruction.need(2, 2);
  const std::string type = type_argument(instruction.take_type());
  instruction.finish();
  const auto& operands = instruction.line().operands;
  const bool unpacks = operands[0].kind == Operand::Kind::list;
  const bool packs = operands[1].kind == Operand::Kind::list;
  return call(unpacks ? "unpack" : (packs ? "pack" : "mov"), type, instruction.values());
}

std::string convert(Instruction& instruction) {
  instruction.need(2, 3);
  const std::string rounding = instruction.take_any({"rni", "rzi", "rmi", "rpi", "rna", "rn", "rz", "rm", "rp"});
  const bool saturates = instruction.take("sat");
  const bool flushes = instruction.take("ftz");
  const bool rectifies = instruction.take("relu");
  if (rectifies) instruction.fail("cvt with .relu in inline PTX is not simulated; use fmaxf(x, 0)");
  const std::string to = instruction.take_type();
  const std::string from = instruction.take_type();
  instruction.finish();
  const std::string types =
      fmt::format("{}Rounding::{}, {}, {}", kPtx, rounding.empty() ? "none" : rounding, type_argument(to), type_argument(from));
  std::string text = instruction.value(0);
  for (std::size_t i = 1; i < instruction.operands(); ++i) text += ", " + operand(instruction, i, flushes && from == "f32");
  std::string statement = call(saturates ? "cvt_sat" : "cvt", types, text);
  if (flushes && to == "f32") statement += " " + call("flush", "", instruction.value(0));
  return statement;
}

/// `setp.lt.and.f32 p|q, a, b, c;`
std::string compare_to_predicate(Instruction& instruction) {
  instruction.need(3, 4);
  const std::string how = take_comparison(instruction);
  const std::string combine = instruction.take_any({"and", "or", "xor"});
  const bool flushes = instruction.take("ftz");
  const std::string type = take_single_type(instruction);
  instruction.finish();
  if (combine.empty() != (instruction.operands() == 3))
    instruction.fail("setp in inline PTX takes a third source with .and, .or or .xor, and only then");
  std::string text = fmt::format("{}, {}, {}", instruction.value(0), operand(instruction, 1, flushes), operand(instruction, 2, flushes));
  if (combine.empty()) return call("setp", fmt::format("{}, {}", how, type), text);
  text += ", " + instruction.value(3);
  return call("setp_with", fmt::format("{}, {}Combine::{}_, {}", how, kPtx, combine, type), text);
}

std::string compare(Instruction& instruction) {
  instruction.need(3, 3);
  const std::string how = take_comparison(instruction);
  const bool flushes = instruction.take("ftz");
  const std::string to = take_single_type(instruction);
  const std::string type = take_single_type(instruction);
  instruction.finish();
  return call("set", fmt::format("{}, {}, {}", how, to, type),
              fmt::format("{}, {}, {}", instruction.value(0), operand(instruction, 1, flushes), operand(instruction, 2, flushes)));
}

}  // namespace lockstep::translate::ptx
