/// @file
/// @brief What was recorded and counted is written into the Markdown: after a new measurement its numbers are the new ones.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/numbers/measured.hpp"

namespace lockstep::site {

/// A Markdown file with the right numbers, and what of it changed; `Difference::line` is that of the file.
struct Accepted {
  std::string text{};
  std::vector<Difference> changed{};
};

/// @throws UsageError  with the line, where there is no such number
Accepted accepted(const std::string& markdown, const Numbers& numbers);

}  // namespace lockstep::site
