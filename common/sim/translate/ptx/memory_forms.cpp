/// @file
/// @brief Loads, stores, addresses and asynchronous copies. Hints about caches are taken and dropped: there are none here.
#include <fmt/format.h>

#include "sim/translate/ptx/forms.hpp"

namespace lockstep::translate::ptx {
namespace {

/// With `.L2::cache_hint` the last operand is a policy.
std::size_t operands_without_policy(Instruction& instruction) {
  return instruction.operands() - (instruction.take("L2::cache_hint") ? 1 : 0);
}

void ignore_cache_hints(Instruction& instruction) {
  instruction.ignore({"ca", "cg", "cs", "lu", "cv", "nc", "wb", "wt", "weak"});
  instruction.ignore_prefix("L1::");
  instruction.ignore_prefix("L2::");
}

unsigned take_vector(Instruction& instruction) { return instruction.take("v2") ? 2 : (instruction.take("v4") ? 4 : 1); }

/// How a load or store is written: plain, volatile, or ordered. With `.cg` it goes to the cache that all blocks share, and is meant for
/// what other blocks write or read meanwhile: it is volatile, too.
struct Access {
  std::string suffix, types;
};

Access take_access(Instruction& instruction, std::string_view type, unsigned parts) {
  const std::string argument = type_argument(type);
  if (instruction.take("volatile") || instruction.take("cg")) return {"_volatile", argument};
  const std::string order = take_order(instruction);
  if (order.empty()) return {"", argument};
  if (parts != 1)
    instruction.fail(fmt::format("a vector {} in inline PTX with an order of memory is not simulated", instruction.line().opcode));
  return {"_ordered", fmt::format("{}, {}, {}", argument, order, take_scope(instruction, "system"))};
}

}  // namespace

bool take_space(Instruction& instruction) {
  if (!instruction.take_any({"shared", "shared::cta", "shared::cluster"}).empty()) return true;
  if (instruction.take("param"))
    instruction.fail(fmt::format("{} in inline PTX with .param is not simulated; name the parameter", instruction.line().opcode));
  instruction.take_any({"global", "local", "const"});
  return false;
}

std::string take_scope(Instruction& instruction, std::string_view otherwise) {
  const std::string scope = instruction.take_any({"cta", "cluster", "gpu", "gl", "sys"});
  const std::string_view name = scope == "cta"                    ? "block"
                                : scope == "cluster"              ? "cluster"
                                : scope == "gpu" || scope == "gl" ? "device"
                                : scope == "sys"                  ? "system"
                                                                  : otherwise;
  return fmt::format("::lockstep::sim::Scope::{}", name);
}

std::string take_order(Instruction& instruction) {
  const std::string order = instruction.take_any({"relaxed", "mmio", "acquire", "release", "acq_rel"});
  if (order.empty()) return {};
  return "::lockstep::sim::MemoryOrder::" + (order == "acq_rel" ? "acquire_release" : (order == "mmio" ? "relaxed" : order));
}

std::string load(Instruction& instruction) {
  const std::size_t count = operands_without_policy(instruction);
  instruction.need(2, 3);
  const bool shared = take_space(instruction);
  const unsigned parts = take_vector(instruction);
  const std::string type = instruction.take_type();
  const Access access = take_access(instruction, type, parts);
  ignore_cache_hints(instruction);
  instruction.finish();
  return call("load" + access.suffix, access.types, instruction.address(1, shared) + ", " + instruction.values(0, count - 1));
}

std::string store(Instruction& instruction) {
  const std::size_t count = operands_without_policy(instruction);
  instruction.need(2, 3);
  const bool shared = take_space(instruction);
  const unsigned parts = take_vector(instruction);
  const std::string type = instruction.take_type();
  const Access access = take_access(instruction, type, parts);
  ignore_cache_hints(instruction);
  instruction.finish();
  return call("store" + access.suffix, access.types, instruction.address(0, shared) + ", " + instruction.values(1, count));
}

/// All addresses are generic already.
std::string convert_address(Instruction& instruction) {
  instruction.need(2, 2);
  instruction.take("to");
  const bool from_shared = take_space(instruction) && instruction.line().suffixes.front() != "to";
  const std::string type = type_argument(instruction.take_type());
  instruction.finish();
  if (from_shared)
    return call("mov", type, fmt::format("{}, ::lockstep::sim::ptx::shared_address_of({}, 0)", instruction.value(0), instruction.value(1)));
  return call("mov", type, instruction.values());
}

std::string test_space(Instruction& instruction) {
  instruction.need(2, 2);
  const std::string space = instruction.take_any({"global", "shared", "shared::cta", "local"});
  instruction.finish();
  return call("isspacep_" + space.substr(0, space.find(':')), "", instruction.values());
}

/// `createpolicy.fractional.L2::evict_first.b64 policy, 1.0;`
std::string make_policy(Instruction& instruction) {
  ignore_cache_hints(instruction);
  instruction.ignore({"fractional", "range", "cvt", "L2", "global", "b64"});
  instruction.finish();
  return call("mov", type_argument("u64"), instruction.value(0) + ", 0ll");
}

/// `prefetch.global.L2 [a];`
std::string prefetch(Instruction& instruction) {
  ignore_cache_hints(instruction);
  instruction.ignore({"L1", "L2"});
  const bool shared = take_space(instruction);
  instruction.finish();
  return call("no_effect", "", instruction.address(0, shared));
}

namespace {

/// `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], bytes, [barrier];`, its way back, and the waits for it.
/// A bulk copy is done when it begins.
std::string copy_in_bulk(Instruction& instruction) {
  if (instruction.take("commit_group")) {
    instruction.finish();
    return ";";
  }
  if (instruction.take("wait_group")) {
    instruction.take("read");
    instruction.finish();
    instruction.need(1, 1);
    return ";";
  }
  for (const char* kind : {"tensor", "multicast::cluster"})
    if (instruction.take(kind))
      instruction.fail(fmt::format("cp.async.bulk with .{} in inline PTX is not simulated; use cp.async.bulk alone", kind));
  if (instruction.take("prefetch")) {
    ignore_cache_hints(instruction);
    instruction.ignore({"L2", "global"});
    instruction.finish();
    return call("no_effect", "", instruction.address(0, false));
  }
  const std::size_t count = operands_without_policy(instruction);
  const bool comes_in = instruction.take("mbarrier::complete_tx::bytes");
  const bool goes_out = instruction.take("bulk_group");
  const std::string spaces = instruction.left().size() == 2 ? instruction.left()[0] + "." + instruction.left()[1] : "";
  if (comes_in && (spaces == "shared::cluster.global" || spaces == "shared::cta.global")) {
    instruction.need(4, 5);
    if (count != 4) instruction.need(4, 4);
    return call("cp_async_bulk_in", "",
                fmt::format("{}, {}, {}, {}", instruction.address(0, true), instruction.address(1, false), instruction.value(2),
                            instruction.address(3, true)));
  }
  if (goes_out && spaces == "global.shared::cta") {
    if (count != 3) instruction.need(3, 3);
    return call("cp_async_bulk_out", "",
                fmt::format("{}, {}, {}", instruction.address(0, false), instruction.address(1, true), instruction.value(2)));
  }
  instruction.fail("of cp.async.bulk in inline PTX only copies between global and a block's own shared memory are simulated");
}

/// `cp.async.mbarrier.arrive.noinc.shared.b64 [barrier];`
std::string arrive_after_copies(Instruction& instruction) {
  instruction.ignore({"arrive", "b64"});
  const bool counts = instruction.take("noinc");
  const bool shared = take_space(instruction);
  instruction.finish();
  instruction.need(1, 1);
  return call("cp_async_mbarrier_arrive", counts ? "true" : "false", instruction.address(0, shared));
}

}  // namespace

/// `cp.async.cg.shared.global [to], [from], 16, given;`, and the waits for such copies
std::string copy_asynchronously(Instruction& instruction) {
  if (!instruction.take("async")) instruction.fail("of cp in inline PTX only cp.async is simulated");
  if (instruction.take("bulk")) return copy_in_bulk(instruction);
  if (instruction.take("mbarrier")) return arrive_after_copies(instruction);
  for (const char* name : {"commit_group", "wait_group", "wait_all"}) {
    if (!instruction.take(name)) continue;
    instruction.finish();
    instruction.need(std::string_view(name) == "wait_group" ? 1 : 0, 1);
    return call(std::string("cp_async_") + name, "", instruction.values());
  }
  const std::size_t count = operands_without_policy(instruction);
  instruction.need(3, 5);
  ignore_cache_hints(instruction);
  take_space(instruction);
  instruction.take("global");
  instruction.finish();
  return call("cp_async", "", instruction.address(0, true) + ", " + instruction.address(1, false) + ", " + instruction.values(2, count));
}

}  // namespace lockstep::translate::ptx
