/// @file
/// @brief Writes what was recorded and counted into the Markdown: after a new measurement its numbers are up to date.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/numbers/measured.hpp"

namespace lockstep::site {

/// A Markdown file with the right numbers, and what changed in it; `Difference::line` is that of the file.
struct Accepted {
  std::string text{};
  std::vector<Difference> changed{};
};

/// @throws UsageError  with the line, where there is no such number
Accepted accepted(const std::string& markdown, const Numbers& numbers);

}  // namespace lockstep::site
