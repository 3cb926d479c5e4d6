/// @file
/// @brief Plays a trace in a terminal, by its keys.
#pragma once

#include "player/trace.hpp"

namespace lockstep::player {

/// @throws UsageError where input and output are not a terminal that obeys escapes
void require_terminal();

/// Shows step after step, from `step` on, which the trace has, until `q`, or until the input ends. The terminal is left as it was, also
/// where a signal ends the player.
/// @return the exit status
int play_in_terminal(const Trace& trace, std::size_t step);

}  // namespace lockstep::player
