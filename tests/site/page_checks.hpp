/// @file
/// @brief What is wrong with a page of the site, as a reader with a wide or a narrow screen would see it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "browser.hpp"

namespace lockstep::testing {

constexpr int kWide = 1440, kNarrow = 360;  ///< pixels: a desk, a phone

/// How a page is looked at.
struct View {
  int width = kNarrow;
  Theme theme = Theme::light;
  View other() const { return {width == kWide ? kNarrow : kWide, theme == Theme::dark ? Theme::light : Theme::dark}; }
};

/// Opens the file as `first` says, changes to the other width, and then to the other theme. Tells all faults, each a line.
std::vector<std::string> faults_of_page(Page& page, const std::filesystem::path& file, View first = {});

/// The faults of many pages, opened in several tabs at once: each fault once, with the pages that have it. What Doxygen makes of sources by
/// one template is looked at narrow, in one theme; a sample of each kind, and every other page, in all ways.
std::string faults_of_pages(Browser& browser, const std::vector<std::filesystem::path>& files);

}  // namespace lockstep::testing
