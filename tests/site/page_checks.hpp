/// @file
/// @brief What is wrong with a page of the site, as a reader with a wide or a narrow screen would see it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "browser.hpp"

namespace lockstep::testing {

constexpr int kWide = 1440, kNarrow = 360;  ///< pixels: a desk, a phone

/// Opens the file at one width, changes to the other, and then between the themes. Tells all faults, each a line.
std::vector<std::string> faults_of_page(Page& page, const std::filesystem::path& file, int first_width = kNarrow);

/// The faults of many pages, opened in several tabs at once, in turns narrow and wide at first: each fault once, with the pages that
/// have it.
std::string faults_of_pages(Browser& browser, const std::vector<std::filesystem::path>& files);

}  // namespace lockstep::testing
