/// @file
/// @brief The kernel of a version, beside that of the version before: what `<!-- kernel: v3 -->` asks for.
#pragma once

#include <filesystem>
#include <string>

#include "site/listing/reference.hpp"
#include "site/pages/course.hpp"
#include "site/weaving/weave.hpp"

namespace lockstep::site {

/// Makes listings of a lesson's versions.
class KernelListings {
 public:
  KernelListings(std::filesystem::path root, const Lesson& lesson, const Reference& reference)
      : root_(std::move(root)), lesson_(lesson), reference_(reference) {}

  /// What a marker asks for. @param rest  "v3", "v3 whole" or "v3 file"
  /// @throws UsageError  one line, where there is no such version, no version to compare it with, or no link to its file in the README
  ShownCode marked(const std::string& rest) const;

  /// The version's kernel code, what changed marked where there is a kernel to compare it with; its launch folded.
  std::string of(const VersionFile& version) const;

  /// The difference from the version before as a diff of kernel code; empty where there is nothing to compare.
  std::string diff(const VersionFile& version) const;

 private:
  const VersionFile* kernel_before(const VersionFile& version) const;
  /// @param page  a text that shows some of the headers itself; these are folded here
  std::string shown(const VersionFile& version, const VersionFile* before, const std::string& page) const;
  std::string whole_file(const VersionFile& version) const;

  std::filesystem::path root_;
  const Lesson& lesson_;
  const Reference& reference_;
};

}  // namespace lockstep::site
