/// @file
/// @brief Writes to another name first.
#include "sim/observers/counting/whole_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <utility>

namespace lockstep::sim {

WholeFile::WholeFile(const char* variable, std::string path)
    : variable_(variable), path_(std::move(path)), part_(path_ + ".part"), file_(part_) {
  if (file_.good() && !std::filesystem::is_directory(path_)) return;
  fmt::print(stderr, "lockstep: {}={}: cannot write there; name a file in a folder that exists\n", variable_, path_);
  std::remove(part_.c_str());
  _exit(2);
}

void WholeFile::finish(const std::string& text) {
  file_ << text << '\n';
  file_.close();
  if (!file_.fail() && std::rename(part_.c_str(), path_.c_str()) == 0) return;
  std::remove(part_.c_str());
  fmt::print(stderr, "lockstep: {}={}: the disk is full, or the folder is gone\n", variable_, path_);
  _exit(2);
}

}  // namespace lockstep::sim
