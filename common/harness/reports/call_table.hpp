/// @file
/// @brief What calls of the same name add up to.
#pragma once

#include <string>
#include <vector>

namespace lockstep {

/// Calls of one kernel, or copies of one kind.
struct CallGroup {
  std::string name;
  std::vector<double> values{};  ///< of each call: its time, or what stands for it
};

/// Adds a call to the group of its name, which is made where there is none.
void add_call(std::vector<CallGroup>& groups, const std::string& name, double value);

/// A line for each group, the one with most of the total first: share, total, calls, mean, least, most and name; 80 columns.
/// @param unit  of a value, as headings have it: "ms"; or what is counted: "steps"
std::string calls_text(std::vector<CallGroup> groups, const std::string& unit);

}  // namespace lockstep
