/// @file
/// @brief Reads a file in pieces.
#include "support/input_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace lockstep {

void require_readable(const std::string& path) {
  std::error_code absent;
  if (std::filesystem::is_directory(path, absent)) throw UsageError("it is a directory");
  if (access(path.c_str(), R_OK) != 0) throw UsageError(std::strerror(errno));
}

std::string read_content(const std::string& path, const Inspect& inspect) {
  require_readable(path);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(std::strerror(errno));
  std::string content, block(std::size_t{1} << 20, '\0');
  do {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const std::string_view piece(block.data(), static_cast<std::size_t>(file.gcount()));
    content.append(piece);
    inspect(content, piece);
  } while (file);
  return content;
}

}  // namespace lockstep
