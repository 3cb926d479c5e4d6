/// @file
/// @brief Files that appear whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// A file beside `target` that replaces it at commit(), and vanishes if that is never called.
/// A target that is not a regular file (a pipe, /dev/stdout) is written to directly.
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

/// Whether the name is `-`, the standard output. Then nothing else is printed, because a program reads it.
inline bool is_standard_output(std::string_view path) { return path == "-"; }

/// Writes `content` to `path`, whole, or prints it. @throws UsageError where that fails; std::runtime_error where the output was lost
void write_file(const std::string& path, std::string_view content);

/// Flushes what was printed. @throws std::runtime_error where it was lost: a full disk, a closed output
void flush_output();

/// Checks before long work that its result can be written. @throws UsageError where it cannot
void require_writable(const std::string& path);

}  // namespace lockstep
