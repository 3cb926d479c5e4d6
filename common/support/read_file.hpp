/// @file
/// @brief A whole file at once.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

namespace lockstep {

/// A file's bytes; empty if it does not exist. Read in pieces, because the kernel's files do not tell their size.
inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 1 << 14> piece;
  std::string bytes;
  while (file.read(piece.data(), piece.size()), file.gcount() > 0) bytes.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace lockstep
