/// @file
/// @brief Reads files of numbers.
#include "text_lines.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "lockstep/usage_error.hpp"

namespace lockstep {

std::string read_text(const std::string& path) {
  std::error_code absent;
  if (std::filesystem::is_directory(path, absent)) throw UsageError("cannot read " + path + ": it is a directory");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("cannot read " + path + ": " + std::strerror(errno));
  std::string content, block(std::size_t{1} << 20, '\0');
  do {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto count = static_cast<std::size_t>(file.gcount());
    if (std::memchr(block.data(), '\0', count) != nullptr) throw UsageError("cannot read " + path + ": it is no text");  // or has no end
    content.append(block, 0, count);
  } while (file);
  if (content.starts_with("\x1f\x8b")) throw UsageError("cannot read " + path + ": it is compressed; gunzip it first");
  return content;
}

bool Lines::next() {
  while (!rest_.empty()) {
    const std::size_t length = rest_.find('\n');
    line_ = rest_.substr(0, length);
    rest_.remove_prefix(length == std::string_view::npos ? rest_.size() : length + 1);
    ++number_;
    const std::size_t first = line_.find_first_not_of(" \t\r\v\f");
    if (first != std::string_view::npos && line_[first] != comment_) return true;
  }
  return false;
}

}  // namespace lockstep
