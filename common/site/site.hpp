/// @file
/// @brief All pages of the site, from the tree, from runs on the simulator, and from what was recorded on GPUs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::site {

struct SiteFolders {
  std::filesystem::path root;     ///< of the tree
  std::filesystem::path build;    ///< of the simulator, with the lessons' programs in it
  std::filesystem::path records;  ///< docs/results/DEVICE.json: of pages that name none; others are beside it
  std::filesystem::path out;      ///< for the pages; what is in it is replaced
  std::filesystem::path tags{};   ///< Doxygen's tag file of the device kit; empty: listings have no links
  std::string only{};             ///< the one Markdown file, from the root, whose page is made; empty: all
};

/// Writes pages (*.md), pieces of HTML (parts/) and pictures (images/) for Doxygen.
/// @return where the tree's Markdown differs from runs and records, a line each
/// @throws UsageError  one line, where a page cannot be made
std::vector<std::string> make_site(const SiteFolders& folders);

/// Writes the numbers of records and runs into the tree's Markdown, over those that differ from them.
/// @return what changed, a line each
/// @throws UsageError  one line, where there is no such number; then nothing is written
std::vector<std::string> accept_records(const SiteFolders& folders);

}  // namespace lockstep::site
