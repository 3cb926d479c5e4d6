/// @file
/// @brief The words of a failed launch.
#include "engine/failure.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <tuple>

#include "engine/source_lines.hpp"
#include "engine/worker.hpp"

namespace lockstep::sim {

namespace {

std::string coordinates(uint3 at) { return fmt::format("({},{},{})", at.x, at.y, at.z); }

// "threads 0-15 and 32 of block (1,0,0)": ranks, because a range of coordinates would be ambiguous in two dimensions.
std::string ranges(const std::vector<std::uint32_t>& ranks) {
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

struct Place {
  Wait wait;
  std::string name, site;
  std::uint32_t mask;
  auto operator<=>(const Place&) const = default;
};

// One line for each group of threads that are in the same situation.
std::string situation(const Block& block) {
  std::map<Place, std::vector<std::uint32_t>> groups;
  for (std::uint32_t rank = 0; rank < block.threads_total; ++rank) {
    const Thread& thread = block.threads[rank];
    const bool gone = thread.wait == Wait::exited;
    groups[{thread.wait, gone || thread.name == nullptr ? "" : thread.name, gone ? "" : describe(thread.site),
            thread.wait == Wait::warp_meeting ? thread.mask : 0}]
        .push_back(rank);
  }
  std::string text;
  for (const auto& [place, ranks] : groups) {
    const std::string count = fmt::format("  {} of {} threads ", ranks.size(), block.threads_total);
    if (place.wait == Wait::exited) {
      text += count + fmt::format("have returned: {}\n", ranges(ranks));
    } else if (place.wait == Wait::warp_meeting) {
      text += count + fmt::format("wait at {} with mask {:#010x} in {}: {}\n", place.name, place.mask, place.site, ranges(ranks));
    } else {
      text += count + fmt::format("wait at {} in {}: {}\n", place.name, place.site, ranges(ranks));
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

const char* advice(const Block& block) {
  bool barrier = false, warp = false, grid = false, cluster = false;
  for (std::uint32_t rank = 0; rank < block.threads_total; ++rank) {
    const Wait wait = block.threads[rank].wait;
    barrier |= wait == Wait::block_barrier;
    warp |= wait == Wait::warp_meeting;
    grid |= wait == Wait::grid_barrier;
    cluster |= wait == Wait::cluster_barrier;
  }
  if (barrier) return "every thread of a block that has not returned must reach the same __syncthreads(): move it out of the branch";
  if (warp)
    return "every lane in the mask must reach the same call with the same mask: call it outside of the branch, or leave the others out of "
           "the mask";
  if (grid) return "every block of the grid must reach grid.sync()";
  if (cluster) return "every block of the cluster must reach cluster.sync()";
  return "";
}

}  // namespace

std::string describe(Site site) {
  if (site.line() == 0) return "an unknown line";
  return fmt::format("{}:{}", site.file_name(), site.line());
}

std::string describe(const Thread& thread) {
  return fmt::format("thread {} of block {}", coordinates(thread.index), coordinates(thread.block->index));
}

void report_failure(Worker& worker, cudaError_t error, std::string_view text) {
  GridRun& grid = worker.grid();
  if (grid.failed.exchange(true)) return;
  grid.error = error;
  std::fflush(stdout);  // what the kernel printed comes before what ended it
  fmt::print(stderr, "lockstep: error in kernel {}: {}\n", grid.request.kernel->traits.name, text);
}

void report_stuck(Worker& worker) {
  std::size_t others = 0;
  const Block* const block = stuck_block(worker, others);
  if (block == nullptr) return;
  std::string text = fmt::format("block {} can never go on\n", coordinates(block->index)) + situation(*block);
  if (others > 0) text += fmt::format("  {} other block{} wait{} as well\n", others, others == 1 ? "" : "s", others == 1 ? "s" : "");
  if (worker.grid_arrived > 0 && worker.blocks_gone > 0)
    text += fmt::format("  {} of the grid's blocks have returned\n", worker.blocks_gone);
  report_failure(worker, cudaErrorLaunchTimeout, text + "  " + advice(*block));
}

void fail_mixed_barrier(Worker& worker, Block& block) {
  report_failure(
      worker, cudaErrorLaunchTimeout,
      fmt::format("the threads of block {} wait at different barriers\n{}  {}", coordinates(block.index), situation(block), advice(block)));
  worker.abandon();
}

void fail_spinning(Worker& worker) {
  const Thread& thread = worker.current();
  const std::string where = thread.pc != nullptr ? source_line(thread.pc) : describe(thread.site);
  report_failure(
      worker, cudaErrorLaunchTimeout,
      fmt::format(
          "all threads that still run wait for a value in memory that nobody changes\n"
          "  {} waits at {} in {}\n"
          "  who should change it has returned, or waits as well: is a lock never released, or a block waited for that has not started?",
          describe(thread), thread.name, where));
  worker.abandon();
}

void fail_kernel(cudaError_t error, std::string_view message, Site site) {
  Worker& worker = *current_worker;
  report_failure(worker, error, fmt::format("{}\n  {} in {}", message, describe(worker.current()), describe(site)));
  worker.abandon();
}

void fail_at(const void* pc, cudaError_t error, std::string_view message) {
  Worker& worker = *current_worker;
  report_failure(worker, error, fmt::format("{}\n  {} in {}", message, describe(worker.current()), source_line(pc)));
  worker.abandon();
}

}  // namespace lockstep::sim
