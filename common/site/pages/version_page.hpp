/// @file
/// @brief The page of one version: its idea, its kernel, what it changes, what its warps touch, what it counts, its file.
#pragma once

#include <string>

#include "site/pages/course.hpp"
#include "site/pages/kernel_listing.hpp"
#include "site/numbers/records.hpp"
#include "site/numbers/scratch.hpp"
#include "site/weaving/weave.hpp"

namespace lockstep::site {

bool is_kernel(const VersionFile& version);  ///< not the CPU's

std::string version_label(const Lesson& lesson, const VersionFile& version);

/// @param told  what the lesson's page says about the version, woven
WovenPage version_page(const Lesson& lesson, const VersionFile& version, const KernelListings& listings, const std::string& told,
                       const Records& records, const Scratch& scratch);

}  // namespace lockstep::site
