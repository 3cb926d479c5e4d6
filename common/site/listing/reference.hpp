/// @file
/// @brief Where the site explains the names of the device kit.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace lockstep::site {

/// What Doxygen's tag file says about the headers in `lockstep/`.
class Reference {
 public:
  Reference() = default;
  /// @throws UsageError where the file cannot be read
  explicit Reference(const std::filesystem::path& tag_file);

  /// @param name  as within the namespace: "covering_blocks", "Launch", "Launch::block_or"
  /// @return the page and the anchor on it; empty if the site does not explain it
  std::string address(const std::string& name) const;

 private:
  std::map<std::string, std::string> addresses_;
};

}  // namespace lockstep::site
