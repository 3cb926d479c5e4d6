/// @file
/// @brief The records of all devices, and which of them a page's numbers are checked against.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "site/numbers/records.hpp"

namespace lockstep::site {

/// The records in a folder, by the names of their files: docs/results.
class RecordShelf {
 public:
  /// @param usual  of the pages that name no record: docs/results/DEVICE.json. The others are those beside it
  explicit RecordShelf(const std::filesystem::path& usual);
  /// One record alone.
  explicit RecordShelf(Records only) : usual_(), records_{{"", std::move(only)}} {}

  const Records& usual() const { return records_.at(usual_); }

  /// The one whose file's name begins so. @throws UsageError where there is none, or more than one
  const Records& named(const std::string& prefix) const;

  /// The one that a page names: `<!-- record: nvidia_h200 -->`. @throws UsageError  with the line, where it cannot be found
  const Records& of_page(const std::string& markdown) const;

 private:
  std::string usual_;
  std::map<std::string, Records> records_;
};

}  // namespace lockstep::site
