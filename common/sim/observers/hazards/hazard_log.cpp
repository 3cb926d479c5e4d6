/// @file
/// @brief Collects hazards.
#include "sim/observers/hazards/hazard_log.hpp"

#include <fmt/format.h>

#include <thread>
#include <utility>

namespace lockstep::sim {

CodeLine HazardLog::line_of(const void* pc) {
  if (pc == nullptr) return {};
  CodeLine found;
  std::thread([&] { found = code_line(pc); }).join();  // libdw needs more stack than a CUDA thread has
  return found;
}

Hazard& HazardLog::find(const char* kind, const void* pc, const void* before, bool* fresh) {
  Hazard*& known = by_code_[{kernel + '\n' + kind, pc, before}];
  *fresh = known == nullptr && find_by_lines(kind, pc, before, &known);
  if (!*fresh && counts) ++known->count;
  return *known;
}

bool HazardLog::find_by_lines(const char* kind, const void* pc, const void* before, Hazard** known) {
  const CodeLine here = line_of(pc), there = line_of(before);
  if (const auto turned = by_lines_.find({kernel, kind, there, here}); turned != by_lines_.end()) {
    *known = turned->second;
    return false;
  }
  const auto [entry, fresh] = by_lines_.try_emplace({kernel, kind, here, there}, nullptr);
  if (fresh)
    entry->second =
        &add({.kind = kind, .kernel = kernel, .file = here.file, .line = here.line, .other_file = there.file, .other_line = there.line});
  *known = entry->second;
  return fresh;
}

Hazard& HazardLog::find(const char* kind, const CodeLine& line, bool* fresh) {
  const auto [entry, added] = by_lines_.try_emplace({kernel, kind, line, CodeLine{}}, nullptr);
  *fresh = added;
  if (added) entry->second = &add({.kind = kind, .kernel = kernel, .file = line.file, .line = line.line});
  return *entry->second;
}

Hazard& HazardLog::add(Hazard hazard) {
  hazard.number = all_.size();
  all_.push_back(std::move(hazard));
  return all_.back();
}

void HazardLog::join(Hazard& first, Hazard& other) {
  first.count += other.count;
  joined_.insert(&other);
  for (auto& [code, known] : by_code_)
    if (known == &other) known = &first;
  for (auto& [lines, known] : by_lines_)
    if (known == &other) known = &first;
}

std::vector<const Hazard*> HazardLog::told() const {
  std::vector<const Hazard*> told;
  for (const Hazard& hazard : all_)
    if (!joined_.contains(&hazard)) told.push_back(&hazard);
  return told;
}

std::vector<Hazard> HazardLog::take() {
  std::vector<Hazard> taken;
  for (const Hazard* const hazard : told()) taken.push_back(*hazard);
  by_code_.clear();
  by_lines_.clear();
  joined_.clear();
  all_.clear();
  return taken;
}

std::string thread_name(unsigned rank, uint3 block, dim3 extent) {
  return fmt::format("thread ({},{},{}) of block ({},{},{})", rank % extent.x, rank / extent.x % extent.y, rank / extent.x / extent.y,
                     block.x, block.y, block.z);
}

}  // namespace lockstep::sim
