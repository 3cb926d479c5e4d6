/// @file
/// @brief Where these headers are: a line in there is not the student's.
#pragma once

#include <string_view>

namespace lockstep::sim {

/// This header's folder, two up: what stands in for CUDA's headers. Ends with a slash.
inline constexpr std::string_view kIncludeFolder = [] {
  const std::string_view here = __FILE__;
  return here.substr(0, here.rfind("lockstep/sim/"));
}();

}  // namespace lockstep::sim
