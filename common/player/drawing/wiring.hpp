/// @file
/// @brief Values in rows, and wires from the values of a row to those below that were made from them.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "player/trace.hpp"

namespace lockstep::player {

/// From a column of the row above to a column of this one.
struct Wire {
  std::size_t from, to;

  friend auto operator<=>(const Wire&, const Wire&) = default;
};

struct WiredRow {
  std::string label{};                                  ///< beside the values
  std::string step{};                                   ///< above the label, beside the wires
  bool behind_barrier = false;                          ///< a barrier is between this row and the one above
  std::vector<std::optional<nlohmann::json>> values{};  ///< by column; empty where nothing is known
  std::set<std::size_t> active{};                       ///< columns that are written, or whose lane takes part
  std::map<std::size_t, std::string> writers{};         ///< by column: a thread's number, or "4×" for four threads
  std::set<Wire> wires{};
};

struct WiredColumn {
  std::string head{};  ///< "3"
  std::string name{};  ///< "sums[3]", "lane 3"
};

struct Wiring {
  std::string title{};
  std::string axis{};  ///< what a column's head counts
  std::vector<WiredColumn> columns{};
  std::vector<WiredRow> rows{};
};

/// How the values of an array come about in the first launch that writes to it, and of a shared array in the first block.
/// @throws UsageError, one line, where the trace has no such array, no traced warp writes to it, or it has more elements than can be read
Wiring array_wiring(const Trace& trace, const std::string& name);

/// What the lanes of the first warp that shuffles hold before and after each shuffle, and what they store in the end.
/// @throws UsageError, one line, where no traced warp shuffles
Wiring lane_wiring(const Trace& trace);

/// "sums in reduce, v5_sequential"
std::string wiring_title(const std::string& what, const Launch& launch);

}  // namespace lockstep::player
