/// @file
/// @brief The browser and the page of the site that a test asks for; it says why, where one is not there.
#pragma once

#include <filesystem>
#include <optional>
#include <regex>
#include <string>

#include "browser.hpp"
#include "catch.hpp"
#include "site_folder.hpp"

namespace lockstep::testing {

inline std::optional<std::filesystem::path> browser_here() {
  const auto program = find_browser();
  if (!program) skip("there is no chromium on the PATH");
  return program;
}

/// The browser, where there is one and a site to look at.
inline std::optional<std::filesystem::path> browser_for_site() { return is_site_there() ? browser_here() : std::nullopt; }

/// The site's first page of this name, a regular expression.
inline std::filesystem::path page_named(const std::string& name) {
  for (const std::filesystem::path& file : html_files(site_folder()))
    if (std::regex_match(file.stem().string(), std::regex(name))) return file;
  FAIL("the site has no page " << name);
  return {};
}

}  // namespace lockstep::testing
