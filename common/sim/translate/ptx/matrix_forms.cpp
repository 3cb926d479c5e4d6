/// @file
/// @brief Tensor-core instructions: `ldmatrix`, `stmatrix`, and `mma` of halves, TF32 and bytes.
#include <fmt/format.h>

#include "sim/translate/ptx/forms.hpp"

namespace lockstep::translate::ptx {

namespace {

/// What `ldmatrix` and `stmatrix` have in common. @param registers  which operand has them; the other is the address
std::string move_matrix(Instruction& instruction, std::size_t registers) {
  instruction.need(2, 2);
  instruction.ignore({"sync", "aligned", "m8n8", "b16"});
  const bool transposes = instruction.take("trans");
  const std::string count = instruction.take_any({"x1", "x2", "x4"});
  const bool shared = take_space(instruction);
  instruction.finish();
  const std::string& opcode = instruction.line().opcode;
  const std::size_t wanted = count == "x4" ? 4 : (count == "x2" ? 2 : 1);
  const Operand& list = instruction.line().operands[registers];
  const std::size_t got = list.kind == Operand::Kind::list ? list.list.size() : 1;
  if (count.empty() || got != wanted)
    instruction.fail(fmt::format("{} in inline PTX takes as many registers as it moves matrices: .x1, .x2 or .x4", opcode));
  return call(opcode, transposes ? "true" : "false", instruction.address(1 - registers, shared) + ", " + instruction.value(registers));
}

}  // namespace

/// `ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {d0, d1, d2, d3}, [row];`
std::string load_matrix(Instruction& instruction) { return move_matrix(instruction, 0); }
/// `stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [row], {a0, a1, a2, a3};`
std::string store_matrix(Instruction& instruction) { return move_matrix(instruction, 1); }

/// `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d…}, {a…}, {b…}, {c…};`
std::string multiply_matrices(Instruction& instruction) {
  instruction.need(4, 4);
  instruction.ignore({"sync", "aligned", "row", "col"});
  const std::string shape = instruction.take_any({"m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32"});
  const bool saturates = instruction.take("satfinite");
  std::string types;
  std::string input;
  for (int i = 0; i < 4; ++i) {
    const std::string type = instruction.take_type();
    if (i == 1) input = type;
    types += (types.empty() ? "" : ", ") + type_argument(type);
  }
  instruction.finish();
  if (shape.empty()) instruction.fail("of mma in inline PTX the shapes m16n8k4, m16n8k8, m16n8k16 and m16n8k32 are simulated");
  const std::string depth = shape.substr(5);
  const bool known = (input == "tf32" && (depth == "k4" || depth == "k8")) ||
                     ((input == "f16" || input == "bf16") && (depth == "k8" || depth == "k16")) ||
                     ((input == "s8" || input == "u8") && (depth == "k16" || depth == "k32"));
  if (!known) instruction.fail(fmt::format("mma.{} of .{} in inline PTX is not simulated; use nvcuda::wmma", shape, input));
  std::string arguments;
  for (std::size_t i = 0; i < 4; ++i)
    arguments += fmt::format("{}::lockstep::sim::ptx::registers_of({})", i == 0 ? "" : ", ", instruction.value(i));
  return call("mma", fmt::format("{}, {}, {}", depth.substr(1), saturates, types), arguments);
}

}  // namespace lockstep::translate::ptx
