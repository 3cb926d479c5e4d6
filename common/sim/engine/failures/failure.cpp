/// @file
/// @brief The messages of a failed launch.
#include "sim/engine/failures/failure.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/accesses/memory_answers.hpp"
#include "sim/engine/failures/faults.hpp"
#include "sim/engine/failures/polled.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

std::string coordinates(uint3 at) { return fmt::format("({},{},{})", at.x, at.y, at.z); }

struct Situation {
  Wait wait;
  std::string name, site;
  std::uint32_t mask;
  std::uint32_t column;  // tells two barriers on one line apart; as the translator left it, so that it is not shown
  auto operator<=>(const Situation&) const = default;
};

bool is_spinning(const Thread& thread) { return thread.wait == Wait::ready || thread.wait == Wait::fresh; }

// A warp that waits for its lanes, or for one of them, at a barrier of a part of the block waits for that barrier.
Wait wait_of(const Thread& thread) {
  return thread.wait == Wait::warp_sync && is_block_instruction(thread.name) ? Wait::named_barrier : thread.wait;
}

// One line for each group of threads that are in the same situation. Those that spin differ in what no line can tell.
std::string situation(const Block& block, bool with_spinning = true) {
  std::map<Situation, std::vector<std::uint32_t>> groups;
  for (std::uint32_t rank = 0; rank < block.threads_total; ++rank) {
    const Thread& thread = block.threads[rank];
    if (!with_spinning && is_spinning(thread)) continue;
    const bool gone = thread.wait == Wait::exited;
    const Wait wait = wait_of(thread);
    groups[{wait, gone || thread.name == nullptr ? "" : thread.name, gone ? "" : describe(thread.site),
            wait == Wait::warp_sync ? thread.mask : 0, gone ? 0 : thread.site.column()}]
        .push_back(rank);
  }
  std::string text;
  for (const auto& [place, ranks] : groups) {
    const std::string count = fmt::format("  {} of {} threads ", ranks.size(), block.threads_total);
    if (place.wait == Wait::exited) {
      text += count + fmt::format("have returned: {}\n", describe_ranks(ranks));
    } else if (place.wait == Wait::warp_sync) {
      text += count + fmt::format("wait at {} with mask {:#010x} in {}: {}\n", place.name, place.mask, place.site, describe_ranks(ranks));
    } else {
      text += count + fmt::format("wait at {} in {}: {}\n", place.name, place.site, describe_ranks(ranks));
    }
  }
  return text;
}

// The block to show: the first that is not finished.
const Block* stuck_block(Worker& worker, std::size_t& others) {
  const Block* first = nullptr;
  others = 0;
  for (const auto& cluster : worker.resident())
    for (const auto& block : cluster->blocks) {
      if (block->alive == 0) continue;
      if (first == nullptr) {
        first = block.get();
      } else {
        ++others;
      }
    }
  return first;
}

struct Waits {
  bool barrier = false, warp = false, grid = false, cluster = false, named = false;
};

Waits waits_in(const Block& block) {
  Waits any;
  for (std::uint32_t rank = 0; rank < block.threads_total; ++rank) {
    const Wait wait = wait_of(block.threads[rank]);
    any.barrier |= wait == Wait::block_barrier;
    any.warp |= wait == Wait::warp_sync;
    any.grid |= wait == Wait::grid_barrier;
    any.cluster |= wait == Wait::cluster_barrier;
    any.named |= wait == Wait::named_barrier;
  }
  return any;
}

const char* advice(const Waits& waits) {
  if (waits.named) return "as many threads as bar.sync is told must reach the barrier of that number, each warp as a whole";
  if (waits.barrier) return "every thread of a block that has not returned must reach the same __syncthreads(): move it out of the branch";
  if (waits.warp)
    return "every lane in the mask must reach the same call with the same mask: call it outside the branch, or leave the other lanes "
           "out of the mask";
  if (waits.grid) return "every block of the grid must reach grid.sync()";
  if (waits.cluster) return "every block of the cluster must reach cluster.sync()";
  return "";
}

const char* kind_of(const Waits& waits) {
  if (waits.barrier || waits.grid || waits.cluster || waits.named) return "divergent-barrier";
  return waits.warp ? "divergent-warp" : "deadlock";
}

const char* kind_of(cudaError_t error) {
  switch (error) {
    case cudaErrorMisalignedAddress:
      return "misaligned";
    case cudaErrorIllegalAddress:
      return "out-of-bounds";
    case cudaErrorAssert:
      return "assert";
    default:
      return "launch-failure";
  }
}

bool same_place(const Site& a, const Site& b) { return a.line() == b.line() && std::strcmp(a.file_name(), b.file_name()) == 0; }

// Two places where threads of the block wait, the first with the lowest rank.
void note_places(const Block& block, Failure& failure) {
  for (std::uint32_t rank = 0; rank < block.threads_total; ++rank) {
    const Thread& thread = block.threads[rank];
    if (thread.wait == Wait::exited || thread.site.line() == 0) continue;
    if (failure.site.line() == 0) failure.site = thread.site;
    if (same_place(failure.site, thread.site)) continue;
    failure.other = thread.site;
    return;
  }
}

Failure stuck_failure(const Block& block, std::string text) {
  const Waits waits = waits_in(block);
  Failure failure{.error = cudaErrorLaunchFailure, .kind = kind_of(waits), .text = std::move(text), .fix = advice(waits)};
  note_places(block, failure);
  return failure;
}

// The value that a thread looks at again and again, where it is one that can be shown.
std::string polled_value(const Thread& thread) {
  const Polled polled = polled_by(thread);
  return polled.bytes == 0 ? "" : fmt::format("\n  it looks at {}: {} there", memory_answers.describe(thread.polled), polled.value);
}

// Who else of the block is in the same loop, and what the rest of the block does.
std::string others_of(const Thread& spinning) {
  const Block& block = *spinning.block;
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < block.threads_total; ++rank)
    if (is_spinning(block.threads[rank])) ranks.push_back(rank);
  std::string text =
      fmt::format("\n  {} of {} threads of its block are in such a loop: {}", ranks.size(), block.threads_total, describe_ranks(ranks));
  if (const std::string rest = situation(block, false); !rest.empty()) text += '\n' + rest.substr(0, rest.size() - 1);
  return text;
}

// What both sides may use (cuda::barrier), used wrongly by host code.
[[noreturn]] void fail_host(const Failure& failure) {
  std::fflush(stdout);
  fmt::print(stderr, "lockstep: error in host code: {}\n  in {}\n", failure.text, describe(failure.site));
  if (before_host_fault != nullptr) before_host_fault();
  _exit(1);
}

std::string where(const Failure& failure) { return failure.pc != nullptr ? source_line(failure.pc) : describe(failure.site); }

}  // namespace

std::string describe(Site site) {
  if (site.line() == 0) return "an unknown line";
  return fmt::format("{}:{}", short_path(site.file_name()), site.line());
}

std::string describe(const Thread& thread) {
  return fmt::format("thread {} of block {}", coordinates(thread.index), coordinates(thread.block->index));
}

std::string describe_ranks(const std::vector<std::uint32_t>& ranks) {
  constexpr std::size_t kMost = 6;
  std::string text = ranks.size() == 1 ? "thread " : "threads ";
  std::size_t shown = 0;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (shown == kMost) return text + ", …";
    if (shown++ != 0) text += ", ";
    text += last == i ? fmt::format("{}", ranks[i]) : fmt::format("{}-{}", ranks[i], ranks[last]);
    i = last + 1;
  }
  return text;
}

void report_failure(Worker& worker, const Failure& failure) {
  GridRun& grid = worker.grid();
  if (grid.failed.exchange(true)) return;
  grid.error = failure.error;
  const std::vector<Observer*>& all = observers();
  if (std::any_of(all.begin(), all.end(), [&](Observer* observer) { return observer->launch_fails(failure); })) return;
  std::fflush(stdout);  // what the kernel printed comes before what ended it
  fmt::print(stderr, "lockstep: error in kernel {}: {}\n", grid.request.kernel->traits.name, failure.text);
  if (failure.thread != nullptr) fmt::print(stderr, "  {} in {}\n", describe(*failure.thread), where(failure));
  if (!failure.fix.empty()) fmt::print(stderr, "  {}\n", failure.fix);
}

void report_stuck(Worker& worker) {
  std::size_t others = 0;
  const Block* const block = stuck_block(worker, others);
  if (block == nullptr) return;
  std::string text = fmt::format("block {} can never go on\n", coordinates(block->index)) + situation(*block);
  if (others > 0) text += fmt::format("  {} other block{} wait{} as well\n", others, others == 1 ? "" : "s", others == 1 ? "s" : "");
  if (worker.grid_arrived > 0 && worker.blocks_gone > 0)
    text += fmt::format("  {} of the grid's blocks have returned\n", worker.blocks_gone);
  text.pop_back();
  report_failure(worker, stuck_failure(*block, std::move(text)));
}

void fail_mixed_barrier(Worker& worker, Block& block) {
  std::string text = fmt::format("the threads of block {} wait at different barriers\n", coordinates(block.index)) + situation(block);
  text.pop_back();
  report_failure(worker, stuck_failure(block, std::move(text)));
  worker.abandon();
}

void fail_spinning(Worker& worker) {
  const Thread& thread = worker.current();
  Failure failure{.error = cudaErrorLaunchTimeout, .kind = "deadlock", .site = thread.site, .pc = thread.pc};
  failure.text = fmt::format(
      "all threads that are still running wait for a value in memory that no thread changes\n"
      "  {} waits at {} in {}",
      describe(thread), thread.name, where(failure));
  failure.text += polled_value(thread) + others_of(thread);
  failure.fix =
      "the thread that should change it has returned or is waiting too: is a lock never released, or do they wait for a block that has not "
      "started?";
  report_failure(worker, failure);
  worker.abandon();
}

void fail(Failure failure) {
  if (current_worker == nullptr) fail_host(failure);
  Worker& worker = *current_worker;
  failure.thread = &worker.current();
  report_failure(worker, failure);
  worker.abandon();
}

Failure misaligned_failure(const void* pc) {
  return {.error = cudaErrorMisalignedAddress,
          .kind = "misaligned",
          .text = "a misaligned access: its address is not a multiple of its size",
          .fix =
              "cast a pointer to a larger type only where it points to a multiple of that type's size; every row that is read as float4 "
              "must begin at a multiple of 16 bytes",
          .pc = pc};
}

Failure misaligned_failure(const void* pc, std::string_view does, std::size_t needed, const void* address) {
  Failure failure = misaligned_failure(pc);
  if (!inside_space(address) && !memory_answers.device_may_touch(address)) failure.fix = memory_answers.advice(address);
  failure.text = fmt::format("a misaligned access: it {} at an address that is not a multiple of {}: {}", does, needed,
                             memory_answers.describe(address));
  return failure;
}

Failure division_failure(const void* pc) {
  return {.error = cudaErrorLaunchFailure,
          .kind = "division-by-zero",
          .text = "an integer division by zero: on a GPU its result is undefined",
          .pc = pc};
}

void fail_kernel(cudaError_t error, const std::string& message, Site site) {
  fail({.error = error, .kind = kind_of(error), .text = message, .site = site});
}

void fail_kernel(cudaError_t error, const char* message, Site site) { fail_kernel(error, std::string(message), site); }

}  // namespace lockstep::sim
