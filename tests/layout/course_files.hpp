/// @file
/// @brief The course's files, as the tests of its layout read them.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace lockstep::testing {

inline const std::filesystem::path kRoot = LOCKSTEP_SOURCE_DIR;

inline std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace lockstep::testing
