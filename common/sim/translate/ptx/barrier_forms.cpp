/// @file
/// @brief `mbarrier`: barriers in memory, with phases that also wait for bytes.
#include <fmt/format.h>

#include "sim/translate/ptx/forms.hpp"

namespace lockstep::translate::ptx {
namespace {

std::string arguments(Instruction& instruction, std::size_t address, std::size_t last, bool shared) {
  std::string text;
  for (std::size_t i = 0; i < last; ++i)
    text += (i == 0 ? "" : ", ") + (i == address ? instruction.address(i, shared) : instruction.value(i));
  return text;
}

/// `mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 state, [barrier], bytes;`
std::string arrive(Instruction& instruction, const std::string& scope, bool shared, bool drops) {
  const bool expects = instruction.take("expect_tx");
  instruction.take("noComplete");
  instruction.finish();
  instruction.need(expects ? 3 : 2, 3);
  if (expects && drops) instruction.fail("mbarrier.arrive_drop with .expect_tx in inline PTX is not simulated; use two instructions");
  return call(expects ? "mbarrier_arrive_expect_tx" : (drops ? "mbarrier_arrive_drop" : "mbarrier_arrive"), scope,
              arguments(instruction, 1, instruction.operands(), shared));
}

/// `mbarrier.try_wait.parity.shared::cta.b64 p, [barrier], parity, time;`; threads take turns, so that the time does not matter.
std::string wait(Instruction& instruction, const std::string& scope, bool shared) {
  const bool by_parity = instruction.take("parity");
  instruction.finish();
  instruction.need(3, 4);
  return call(by_parity ? "mbarrier_wait_parity" : "mbarrier_wait", scope, arguments(instruction, 1, 3, shared));
}

}  // namespace

std::string memory_barrier(Instruction& instruction) {
  instruction.take("b64");
  instruction.ignore({"release", "acquire", "relaxed"});
  const std::string scope = take_scope(instruction, "block");
  const bool shared = take_space(instruction);
  if (instruction.take("arrive")) return arrive(instruction, scope, shared, false);
  if (instruction.take("arrive_drop")) return arrive(instruction, scope, shared, true);
  if (!instruction.take_any({"test_wait", "try_wait"}).empty()) return wait(instruction, scope, shared);
  const std::string what = instruction.take_any({"init", "inval", "expect_tx", "complete_tx"});
  if (what.empty()) instruction.fail("this mbarrier instruction in inline PTX is not simulated; use cuda::barrier");
  instruction.finish();
  const std::size_t operands = what == "inval" ? 1 : 2;
  instruction.need(operands, operands);
  return call("mbarrier_" + what, what.starts_with("in") ? "" : scope, arguments(instruction, 0, operands, shared));
}

}  // namespace lockstep::translate::ptx
