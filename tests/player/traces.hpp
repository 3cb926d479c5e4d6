/// @file
/// @brief The traces that the tests play, and how a page is made of them.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "player/page.hpp"
#include "player/steps.hpp"

namespace lockstep::testing {

/// A reduction in shared memory, of two warps, with sequential lanes and with interleaved ones; 32 lanes that read columns of a tile,
/// without and with padding; shuffles and atomics; a queue, which is read two barriers after it was filled; a race; and what else there may
/// be, with names and lines that are markup.
inline constexpr std::array kTraces{"tree", "tree_interleaved", "transpose", "transpose_padded", "shuffle", "race", "mixed",
                                    "queue"};

inline std::string trace_file(const std::string& name) { return LOCKSTEP_SOURCE_DIR "/tests/player/traces/" + name + ".json"; }
inline player::Trace trace(const std::string& name) { return player::read_trace(trace_file(name)); }

/// Writes a page of these traces. @return its path
inline std::string write_page(const std::string& path, const std::vector<std::string>& names, std::size_t step = 1) {
  std::vector<player::Trace> traces;
  for (const std::string& name : names) traces.push_back(trace(name));
  std::ofstream(path) << player::page(traces, step);
  return path;
}

}  // namespace lockstep::testing
