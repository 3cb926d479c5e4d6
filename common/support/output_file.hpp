/// @file
/// @brief Files that appear whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// A file beside `target` that takes its place at commit(), and vanishes where that never comes.
/// A target that is no regular file (a pipe, /dev/stdout) is written to directly.
class PendingFile {
 public:
  explicit PendingFile(std::string target);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  /// Where to write.
  const std::string& path() const { return path_; }
  /// @throws UsageError where the target cannot be replaced
  void commit();

 private:
  std::string target_, path_;
};

/// Is the name that was asked for the standard output's, `-`? Then nothing else is printed: a program reads it.
inline bool is_standard_output(std::string_view path) { return path == "-"; }

/// Writes `content` to `path`, whole, or prints it. @throws UsageError where that fails; std::runtime_error where the output got lost
void write_file(const std::string& path, std::string_view content);

/// What was printed is out. @throws std::runtime_error where it got lost: a full disk, a closed output
void flush_output();

/// Finds out before long work whether its result can be written. @throws UsageError where it cannot
void require_writable(const std::string& path);

}  // namespace lockstep
