/// @file
/// @brief A copy of the course to try things in, built already.
#pragma once

#include <filesystem>
#include <string>

#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {

/// A copy of a source tree and of its finished build. Commands run in a box in which the copies stand in the places of the originals: so
/// nothing has to be built again but what changes. Nothing outside of the copy can be written.
class CourseCopy {
 public:
  /// @throws std::runtime_error, std::filesystem::filesystem_error where it cannot be made
  CourseCopy(std::filesystem::path source, std::filesystem::path build);

  /// Where a file of the copied tree is.
  std::filesystem::path at(const std::string& path) const { return tree() / path; }

  /// Runs a line of shell in the copied tree.
  Outcome run(const std::string& line) const;

  /// Whether git is there, and the copy a repository with one commit.
  bool has_git() const { return has_git_; }

 private:
  std::filesystem::path tree() const { return folder_.path() / "tree"; }
  std::filesystem::path links() const { return folder_.path() / "original"; }
  void copy_source() const;
  void copy_build() const;

  std::filesystem::path source_, build_;
  TemporaryFolder folder_;
  bool has_git_ = false;
};

}  // namespace lockstep::testing
