/// @file
/// @brief Ctrl-C: child processes and temporary files are cleaned up before the program ends.
#pragma once

namespace lockstep {

/// From here on, the first SIGINT, SIGTERM or SIGHUP is remembered and does not end the program; a second one does. Ignored signals stay
/// ignored.
void remember_interruptions();

/// The signal that came; 0 while there is none.
int interruption();

/// @throws std::runtime_error where a signal came
void throw_if_interrupted();

/// Ends the program by the signal that came, as if it had not been remembered.
void end_by_interruption();

}  // namespace lockstep
