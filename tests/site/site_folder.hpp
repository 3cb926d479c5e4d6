/// @file
/// @brief Where the site is that is tested, and what is done where it cannot be.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

namespace lockstep::testing {

/// What `LOCKSTEP_SITE` names, or what `./lockstep docs` made.
inline std::filesystem::path site_folder() {
  const char* named = std::getenv("LOCKSTEP_SITE");
  return named != nullptr ? named : LOCKSTEP_SOURCE_DIR "/build/docs/html";
}

/// Says why a test does nothing here. CTest counts it as skipped by this line.
inline void skip(const std::string& why) { std::cout << "skipped here: " << why << std::endl; }

inline bool is_site_there() {
  if (std::filesystem::exists(site_folder() / "index.html")) return true;
  skip("there is no site in " + site_folder().string() + " (./lockstep docs makes it)");
  return false;
}

/// The HTML files of a folder itself, in order.
inline std::vector<std::filesystem::path> html_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".html") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace lockstep::testing
