/// @file
/// @brief Plays a trace in a terminal, by its keys.
#pragma once

#include "player/trace.hpp"

namespace lockstep::player {

/// @throws UsageError if input and output are not a terminal that obeys escapes
void require_terminal();

/// Shows step after step, from `step` on, which must be in the trace, until `q` or the end of the input. The terminal is left as it was,
/// also where a signal ends the player.
/// @return the exit status
int play_in_terminal(const Trace& trace, std::size_t step);

}  // namespace lockstep::player
