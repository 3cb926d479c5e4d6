/// @file
/// @brief Collects hazards.
#include "observers/hazard_log.hpp"

#include <fmt/format.h>

#include <thread>
#include <utility>

#include "observers/code_lines.hpp"

namespace lockstep::sim {

namespace {

void place(const void* pc, std::string* file, unsigned* line) {
  if (pc == nullptr) return;
  CodeLine found;
  std::thread([&] { found = code_line(pc); }).join();  // libdw needs more stack than a CUDA thread has
  *file = found.file;
  *line = found.line;
}

}  // namespace

Hazard& HazardLog::find(const char* kind, const void* pc, const void* before, bool* fresh) {
  const auto [at, added] = known_.try_emplace({kernel + '\n' + kind, pc, before}, all_.size());
  *fresh = added;
  if (!added) {
    ++all_[at->second].count;
    return all_[at->second];
  }
  Hazard hazard;
  hazard.kind = kind;
  hazard.kernel = kernel;
  place(pc, &hazard.file, &hazard.line);
  place(before, &hazard.other_file, &hazard.other_line);
  all_.push_back(std::move(hazard));
  return all_.back();
}

std::vector<Hazard> HazardLog::take() {
  known_.clear();
  const std::deque<Hazard> all = std::exchange(all_, {});
  return {all.begin(), all.end()};
}

std::string thread_name(unsigned rank, uint3 block, dim3 extent) {
  return fmt::format("thread ({},{},{}) of block ({},{},{})", rank % extent.x, rank / extent.x % extent.y, rank / extent.x / extent.y,
                     block.x, block.y, block.z);
}

}  // namespace lockstep::sim
