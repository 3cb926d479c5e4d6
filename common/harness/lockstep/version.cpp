/// @file
/// @brief Derives what is known of a version from the name of its file.
#include "lockstep/version.hpp"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace lockstep {
namespace {

std::string stage_of(const std::string& stem) {
  if (stem.starts_with("v0")) return "cpu";
  if (stem.starts_with("peer_") || stem.starts_with("exercise_peer")) return "library";
  for (const char* stage : {"naive", "coalesced", "shared_memory", "reduction_optimized", "atomic_combine"}) {
    if (!stem.starts_with('v') || stem.substr(std::min(stem.find('_'), stem.size() - 1) + 1) != stage) continue;
    std::string dashed = stage;
    std::ranges::replace(dashed, '_', '-');
    return dashed;
  }
  return "beyond";
}

}  // namespace

VersionInfo describe_version(std::string_view file, std::string_view idea, std::string_view suffix, Memory memory) {
  const std::filesystem::path path(file);
  const std::string stem = path.stem().string();
  const bool on_host = stem.starts_with("v0") && path.extension() == ".cpp";
  return {.name = suffix.empty() ? stem : stem + "_" + std::string(suffix),
          .stage = stage_of(stem),
          .idea = std::string(idea),
          .memory = on_host ? Memory::host : memory};
}

bool comes_before(const VersionInfo& a, const VersionInfo& b) {
  const auto key = [](const VersionInfo& info) { return std::tuple<bool, const std::string&>(info.stage == "library", info.name); };
  return key(a) < key(b);
}

}  // namespace lockstep
