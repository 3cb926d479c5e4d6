/// @file
/// @brief What was recorded is written into the Markdown: after a new measurement its numbers are the new ones.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/weaving/measured.hpp"
#include "site/weaving/records.hpp"

namespace lockstep::site {

/// A Markdown file with the recorded numbers, and what of it changed; `Difference::line` is that of the file.
struct Accepted {
  std::string text{};
  std::vector<Difference> changed{};
};

/// @param lesson  whose records are meant where none is named; may be empty
/// @throws UsageError  with the line, where a number was not recorded
Accepted accepted(const std::string& markdown, const Records& records, const std::string& lesson);

}  // namespace lockstep::site
