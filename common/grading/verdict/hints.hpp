/// @file
/// @brief The hints of an exercise, by part.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::grading {

/// Reads hints.md: under each heading `## part1 …` a list, each item a hint. An item's lines become one.
/// @return the hints by the part's name, in their order; none where there is no such file
std::map<std::string, std::vector<std::string>> read_hints(const std::filesystem::path& path);

}  // namespace lockstep::grading
