/// @file
/// @brief `atom` and `red`.
#include <fmt/format.h>

#include "sim/translate/ptx/forms.hpp"

namespace lockstep::translate::ptx {
namespace {

std::string_view operation_of(std::string_view name) {
  if (name == "exch") return "exchange";
  if (name == "min") return "minimum";
  if (name == "max") return "maximum";
  if (name == "inc") return "increment";
  if (name == "dec") return "decrement";
  if (name == "and") return "bit_and";
  if (name == "or") return "bit_or";
  return name == "xor" ? "bit_xor" : name;
}

/// What an atomic instruction's suffixes say.
struct Parts {
  std::string operation, type, order, scope;
  bool shared;
};

Parts take_parts(Instruction& instruction) {
  const std::string order = take_order(instruction);
  const std::string scope = take_scope(instruction, "device");
  const bool shared = take_space(instruction);
  instruction.ignore_prefix("L1::");
  const std::string operation = instruction.take_any({"add", "exch", "cas", "min", "max", "inc", "dec", "and", "or", "xor"});
  const std::string type = instruction.take_type();
  const bool is_half = type == "f16" || type == "bf16" || type == "f16x2" || type == "bf16x2";
  if (is_half && !instruction.take("noftz"))
    instruction.fail(fmt::format("{} of halves in inline PTX needs .noftz: they keep their subnormal numbers", instruction.line().opcode));
  if (operation.empty() || (is_half && operation != "add"))
    instruction.fail(
        fmt::format("{} in inline PTX of this kind is not simulated; use atomicAdd() and its family", instruction.line().opcode));
  instruction.finish();
  return {operation, type_argument(type), order.empty() ? "::lockstep::sim::MemoryOrder::relaxed" : order, scope, shared};
}

std::string update(Instruction& instruction, const Parts& parts, std::size_t address, bool returns) {
  const std::string types =
      fmt::format("::lockstep::sim::AtomicOp::{}, {}, {}, {}", operation_of(parts.operation), parts.type, parts.order, parts.scope);
  const std::string arguments = instruction.address(address, parts.shared) + ", " + instruction.value(address + 1);
  return returns ? call("atom", types, instruction.value(0) + ", " + arguments) : call("red", types, arguments);
}

}  // namespace

std::string atomic(Instruction& instruction) {
  instruction.need(3, 4);
  const Parts parts = take_parts(instruction);
  instruction.need(parts.operation == "cas" ? 4 : 3, parts.operation == "cas" ? 4 : 3);
  if (parts.operation != "cas") return update(instruction, parts, 1, instruction.line().operands[0].kind != Operand::Kind::sink);
  return call("atom_cas", fmt::format("{}, {}, {}", parts.type, parts.order, parts.scope),
              fmt::format("{}, {}, {}", instruction.value(0), instruction.address(1, parts.shared), instruction.values(2, 4)));
}

std::string reduction(Instruction& instruction) {
  instruction.need(2, 2);
  const Parts parts = take_parts(instruction);
  return update(instruction, parts, 0, false);
}

}  // namespace lockstep::translate::ptx
