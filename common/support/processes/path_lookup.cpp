/// @file
/// @brief Goes through PATH.
#include "support/processes/path_lookup.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>

namespace lockstep {

std::optional<std::filesystem::path> find_in_path(std::string_view name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path program = std::filesystem::path(folder) / name;
    if (folder.starts_with('/') && ::access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

}  // namespace lockstep
