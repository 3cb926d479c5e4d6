/// @file
/// @brief The page of one version: its idea, its code, what it changes, what its warps touch, what it counts.
#pragma once

#include <filesystem>
#include <string>

#include "site/pages/course.hpp"
#include "site/weaving/records.hpp"
#include "site/weaving/scratch.hpp"
#include "site/weaving/weave.hpp"

namespace lockstep::site {

bool is_kernel(const VersionFile& version);  ///< not the CPU's

std::string version_label(const Lesson& lesson, const VersionFile& version);

/// @param root  of the tree
WovenPage version_page(const std::filesystem::path& root, const Lesson& lesson, const VersionFile& version, const Records& records,
                       const Scratch& scratch);

}  // namespace lockstep::site
