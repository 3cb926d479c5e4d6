/// @file
/// @brief Counters of runs on the simulator, by the field names that texts use.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "site/numbers/scratch.hpp"

namespace lockstep::site {

/// Whether "[04] run v4 …" is asked for, rather than a record.
bool is_simulated(const std::string& where);

/// The runs that a page's numbers come from. Each distinct command runs once.
class SimulatedRuns {
 public:
  explicit SimulatedRuns(const Scratch& scratch) : scratch_(scratch) {}

  /// One number: `field` of `where`, "run [LESSON] VERSION [kernel=NAME] [OPTION…]", for example "run v1 --size 5000" or
  /// "run 03 v8 kernel=reduce". Without a lesson it is `lesson`'s; with a kernel it is for that kernel's launches, otherwise for all.
  /// Fields, as the ladder has them: sectors_per_load, sectors_per_store, moved (bytes), moved_per_needed, wavefronts, bank_conflicts,
  /// active_lanes, barriers, atomics, contention; and loads, stores (accesses of warps to global memory), sectors (of all accesses),
  /// blocks and threads (of all launches).
  /// @throws UsageError  one line, where there is no such number
  double value(const std::string& field, const std::string& where, const std::string& lesson);

 private:
  const nlohmann::json& run(const std::string& lesson, const std::string& options);

  const Scratch& scratch_;
  std::map<std::string, nlohmann::json> runs_{};  ///< by command
};

}  // namespace lockstep::site
