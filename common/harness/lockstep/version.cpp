/// @file
/// @brief Derives what is known about a version from the name of its file.
#include "lockstep/version.hpp"

#include <algorithm>
#include <filesystem>

#include "support/text/version_names.hpp"

namespace lockstep {
namespace {

bool is_aside(const std::filesystem::path& file) { return file.parent_path().filename() == "asides"; }

std::string stage_of(const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  if (is_aside(file)) return kAside;
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

std::string name_of(Stage stage) {
  switch (stage) {
    case Stage::naive:
      return "naive";
    case Stage::coalesced:
      return "coalesced";
    case Stage::shared_memory:
      return "shared-memory";
    case Stage::reduction_optimized:
      return "reduction-optimized";
    case Stage::atomic_combine:
      return "atomic-combine";
  }
  return {};
}

}  // namespace

VersionInfo describe_version(std::string_view file, std::string_view idea, std::string_view suffix, Memory memory) {
  const std::filesystem::path path(file);
  const std::string stem = path.stem().string();
  const bool on_host = (stem.starts_with("v0") || is_aside(path)) && path.extension() == ".cpp";
  return {.name = suffix.empty() ? stem : stem + "_" + std::string(suffix),
          .stage = stage_of(path),
          .idea = std::string(idea),
          .memory = on_host ? Memory::host : memory};
}

VersionInfo describe_version(std::string_view file, Stage stage, std::string_view idea, std::string_view suffix, Memory memory) {
  VersionInfo info = describe_version(file, idea, suffix, memory);
  info.stage = name_of(stage);
  return info;
}

bool comes_before(const VersionInfo& a, const VersionInfo& b) {
  const auto place = [](const VersionInfo& v) { return v.stage == "library" ? 2 : v.is_aside() ? 1 : 0; };
  return place(a) == place(b) ? comes_before_name(a.name, b.name) : place(a) < place(b);
}

}  // namespace lockstep
