/// @file
/// @brief What a reader, or a program that reads aloud, would miss in a folder of HTML: targets of links, files, words for pictures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::testing {

/// Reads every page, drawing, style sheet and list of pages in the folder. Each fault is a line: "lesson_04.html: x.png is not there".
std::vector<std::string> faults_of_links(const std::filesystem::path& site);

}  // namespace lockstep::testing
