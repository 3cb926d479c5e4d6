/// @file
/// @brief The files in `cases/`.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/// All `cases/*.cu`.
inline std::vector<std::filesystem::path> case_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/translate/cases"))
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  return files;
}

/// A file's bytes; nothing where there is no such file.
inline std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
