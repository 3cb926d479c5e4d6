/// @file
/// @brief A trace with what this program finds out about its steps, for a page.
#pragma once

#include <nlohmann/json.hpp>

#include "player/trace.hpp"

namespace lockstep::player {

/// The trace's own JSON, in which each event also has its `sentence`, and a barrier its `crossing`: the cells that it is for, as
/// "array:index". So a page need not work these out again.
nlohmann::json told(const Trace& trace);

}  // namespace lockstep::player
