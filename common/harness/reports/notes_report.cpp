/// @file
/// @brief What versions reported about themselves.
#include <fmt/format.h>

#include <algorithm>

#include "harness/reports/report.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kWidestName = 38;

std::string block_of(const VersionResult& result) {
  std::size_t width = 0;
  for (const Note& note : result.notes) width = std::max(width, std::min(display_width(note.name), kWidestName));
  const std::size_t indent = 2 + width + 2;
  std::string text = '\n' + result.version.name + '\n';
  for (const Note& note : result.notes) {
    const std::string name = cut_to(note.name, kWidestName);
    text += fmt::format("  {:{}}  {}\n", name, width, wrapped(note.value, kScreenWidth - indent, indent));
  }
  return text;
}

}  // namespace

std::string notes_text(const RunResult& run) {
  std::string text;
  for (const VersionResult& result : run.points.front().versions)
    if (!result.notes.empty()) text += block_of(result);
  return text;
}

}  // namespace lockstep
