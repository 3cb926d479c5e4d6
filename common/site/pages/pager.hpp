/// @file
/// @brief Links from a page to its neighbours.
#pragma once

#include <string>
#include <vector>

#include "site/weaving/page_map.hpp"

namespace lockstep::site {

/// HTML: links to the page before the one of that label, to the list of all of them, and to the page after.
std::string pager(const std::vector<Target>& pages, const std::string& label, const Target& all);

}  // namespace lockstep::site
