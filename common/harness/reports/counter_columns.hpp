/// @file
/// @brief Counters as columns of a table for people.
#pragma once

#include <string>
#include <vector>

#include "harness/reports/text_table.hpp"
#include "observation/observation.hpp"

namespace lockstep {

/// A column. A cell with nothing to count is a dash.
struct CounterColumn {
  const char* over;  ///< the first line of its heading
  const char* name;  ///< the second
  int least_width;
  std::string (*cell)(const Counters&);
};

/// What accesses to global memory cost.
extern const std::vector<CounterColumn> kGlobalColumns;
/// What accesses to shared memory cost.
extern const std::vector<CounterColumn> kSharedColumns;
/// How many lanes are active, and what they wait for.
extern const std::vector<CounterColumn> kWorkColumns;
/// What a launch does.
extern const std::vector<CounterColumn> kLaunchColumns;
/// What a line of the source does.
extern const std::vector<CounterColumn> kLineColumns;

/// The columns as text: two lines of heading, and a line for each of `rows`.
std::vector<TextColumn> text_columns(const std::vector<CounterColumn>& columns, const std::vector<Counters>& rows);

/// A count in at most 5 characters: 9999, 65.5k, 1.05M, 268M.
std::string short_count(double count);

}  // namespace lockstep
