/// @file
/// @brief What Nsight Compute counted on an H100 for single accesses of a warp: tests/observers/data/h100_access_patterns.csv.
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/observers/counting/coalescing.hpp"

namespace lockstep::testing {

struct AccessPattern {
  std::string space, op;
  sim::WarpAccess access;
  std::string requests, sectors, wavefronts, conflicts;  ///< empty where the profiler has no such count
};

inline std::vector<AccessPattern> measured_access_patterns() {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/tests/observers/data/h100_access_patterns.csv");
  std::vector<AccessPattern> all;
  std::string line;
  std::getline(file, line);  // names of the columns
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    AccessPattern row;
    std::string bytes, lanes;
    for (std::string* field : {&row.space, &row.op, &bytes, &lanes, &row.requests, &row.sectors, &row.wavefronts, &row.conflicts})
      std::getline(fields, *field, ',');
    row.access.bytes = static_cast<std::uint32_t>(std::stoul(bytes));
    std::istringstream indices(lanes);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      long index = -1;
      indices >> index;
      if (index < 0) continue;
      row.access.lanes |= 1u << lane;
      row.access.address[lane] = static_cast<std::uint64_t>(index) * row.access.bytes;
    }
    all.push_back(row);
  }
  return all;
}

}  // namespace lockstep::testing
