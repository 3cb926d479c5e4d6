/// @file
/// @brief Barriers, fences, votes, matches, shuffles and reductions.
#include <fmt/format.h>

#include <algorithm>

#include "sim/translate/ptx/forms.hpp"

namespace lockstep::translate::ptx {
namespace {

bool is_zero(const Operand& operand) { return operand.kind == Operand::Kind::number && operand.text == "0"; }

/// `barrier.cluster.arrive`, `barrier.cluster.wait`
std::string cluster_barrier(Instruction& instruction) {
  instruction.ignore({"aligned", "release", "acquire", "relaxed"});
  const bool arrives = instruction.take("arrive");
  if (!arrives && !instruction.take("wait")) instruction.fail("barrier.cluster in inline PTX needs .arrive or .wait");
  instruction.finish();
  return call(arrives ? "cluster_arrives" : "cluster_waits", "", "");
}

/// `bar.red.popc.u32 d, 0, p;`
std::string reduce_at_barrier(Instruction& instruction) {
  const std::string operation = instruction.take_any({"popc", "and", "or"});
  instruction.take_any({"u32", "pred"});
  instruction.finish();
  if (instruction.operands() != 3 || !is_zero(instruction.line().operands[1]))
    instruction.fail("bar.red of a part of the block in inline PTX is not simulated; use bar.sync and shared memory");
  return call("bar_red_" + operation, "", instruction.value(0) + ", " + instruction.value(2));
}

}  // namespace

/// Of a block's sixteen barriers the one that all threads meet at is that of `__syncthreads()`; only there they combine predicates.
std::string block_barrier(Instruction& instruction) {
  if (instruction.take("cluster")) return cluster_barrier(instruction);
  if (instruction.take("warp")) {
    instruction.take("sync");
    instruction.finish();
    instruction.need(1, 1);
    return call("bar_warp_sync", "", instruction.values());
  }
  instruction.ignore({"aligned", "cta"});
  if (instruction.take("red")) return reduce_at_barrier(instruction);
  const bool arrives = instruction.take("arrive");
  if (!arrives && !instruction.take("sync")) instruction.fail("bar in inline PTX needs .sync, .arrive or .red");
  instruction.finish();
  instruction.need(arrives ? 2 : 1, 2);
  if (arrives) return call("bar_arrive", "", instruction.values());
  const bool is_syncthreads = instruction.operands() == 1 && is_zero(instruction.line().operands[0]);
  return call("bar_sync", "", is_syncthreads ? "" : instruction.values());
}

/// `membar.gl`, `fence.acq_rel.gpu`, `fence.proxy.async`
std::string fence(Instruction& instruction) {
  instruction.need(0, 0);
  instruction.ignore({"sc", "acq_rel", "acquire", "release", "proxy", "async", "alias", "mbarrier_init", "sync_restrict::shared::cta",
                      "global", "shared::cta", "shared::cluster", "async::global", "async::shared::cta"});
  const std::string scope = take_scope(instruction, "block");
  instruction.finish();
  return call("fence", scope, "");
}

std::string vote(Instruction& instruction) {
  instruction.need(3, 3);
  instruction.take("sync");
  const std::string kind = instruction.take_any({"all", "any", "uni", "ballot"});
  instruction.take_any({"pred", "b32"});
  instruction.finish();
  return call("vote_" + kind, "", instruction.values());
}

std::string match(Instruction& instruction) {
  instruction.need(3, 3);
  instruction.take("sync");
  const std::string kind = instruction.take_any({"any", "all"});
  const std::string type = type_argument(instruction.take_type());
  instruction.finish();
  return call("match_" + kind, type, instruction.values());
}

std::string shuffle(Instruction& instruction) {
  if (!instruction.take("sync")) instruction.fail("shfl in inline PTX needs .sync and a mask, as on all GPUs since sm_70");
  instruction.need(5, 5);
  const std::string kind = instruction.take_any({"up", "down", "bfly", "idx"});
  instruction.take("b32");
  instruction.finish();
  const std::string_view name = kind == "bfly" ? "exclusive_or" : (kind == "idx" ? "index" : std::string_view(kind));
  const bool tells = instruction.line().operands[0].is_pair;
  return call(tells ? "shfl_or" : "shfl", fmt::format("::lockstep::sim::Shuffle::{}", name), instruction.values());
}

std::string reduce_warp(Instruction& instruction) {
  instruction.need(3, 3);
  instruction.take("sync");
  const std::string name = instruction.take_any({"add", "min", "max", "and", "or", "xor"});
  const std::string type = instruction.take_type();
  instruction.finish();
  const std::string operation = name == "add" ? name : (name == "min" ? "minimum" : (name == "max" ? "maximum" : "bit_" + name));
  return call("redux", fmt::format("::lockstep::sim::WarpReduce::{}, {}", operation, type_argument(type)), instruction.values());
}

std::string active_mask(Instruction& instruction) {
  instruction.need(1, 1);
  instruction.take("b32");
  instruction.finish();
  return call("activemask", "", instruction.values());
}

/// `elect.sync d|p, mask;`
std::string elect(Instruction& instruction) {
  instruction.need(2, 2);
  instruction.take("sync");
  instruction.finish();
  return call("elect", "", instruction.values());
}

}  // namespace lockstep::translate::ptx
