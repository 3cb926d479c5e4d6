/// @file
/// @brief Removes from an output what differs from run to run.
#include "site/weaving/comparable.hpp"

#include "site/numbers/text.hpp"
#include "support/text/text.hpp"

namespace lockstep::site {

std::string comparable(const std::string& output) {
  std::string kept;
  const bool timed = output.find("own") != output.npos && output.find("time ms") != output.npos;
  for (std::string line : lines_of(output)) {
    if (timed && line.find("v0_cpu") != line.npos) continue;
    if (timed && (line.starts_with("✓") || line.starts_with("✗"))) line = line.substr(0, line.find_last_of(' '));
    kept += trimmed(line) + "\n";
  }
  return trimmed(kept);
}

}  // namespace lockstep::site
