/// @file
/// @brief Which file of the tree is shown on which page, and links between them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace lockstep::site {

/// A page's name in Doxygen, also that of its HTML file, and the text of a link to it.
struct Target {
  std::string label{}, title{};
};

/// A link to a step of the player on a version's page: `[lane 3 waits here](v5_sequential.cu#step=12)`.
struct StepLink {
  std::string from{};  ///< the file that has it
  std::string path{};  ///< of the version
  std::size_t step = 1;
};

/// Pages by the file that they show. A file that a page links to gets a page with its source if it has none.
class PageMap {
 public:
  explicit PageMap(std::filesystem::path root) : root_(std::move(root)) {}

  /// @param path  from the root
  void add(const std::string& path, Target target) { pages_[path] = std::move(target); }

  /// @throws UsageError if no page shows that file
  const Target& at(const std::string& path) const;

  /// `text` with the Markdown links of the file `from` turned into Doxygen's references; links that leave the site stay.
  /// @throws UsageError where a link's file does not exist
  std::string relinked(const std::string& text, const std::string& from);

  /// Files that links have asked for, by path; safe to call when all pages are made.
  const std::set<std::string>& shown_sources() const { return sources_; }
  /// Pictures that pages show: path by the name that they get in the site.
  const std::map<std::string, std::string>& shown_pictures() const { return pictures_; }

  /// Links to steps; safe to call when all pages are made.
  const std::vector<StepLink>& step_links() const { return step_links_; }

  static std::string source_label(const std::string& path);

 private:
  std::string reference(const std::string& words, const std::string& target, const std::string& from);
  std::string step_reference(const std::string& words, const std::string& path, const std::string& step, const std::string& from);
  std::string picture(const std::string& alternative, const std::string& target, const std::string& from);

  std::filesystem::path root_;
  std::map<std::string, Target> pages_;
  std::mutex mutex_;  ///< pages are made by several threads
  std::set<std::string> sources_;
  std::map<std::string, std::string> pictures_;
  std::vector<StepLink> step_links_;
};

}  // namespace lockstep::site
