/// @file
/// @brief The areas of tests: folders of tests/ that `./lockstep test` can run alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::course {

/// Their names, in order.
std::vector<std::string> test_areas(const std::filesystem::path& root);

}  // namespace lockstep::course
