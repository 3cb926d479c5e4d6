/// @file
/// @brief Ctrl-C: what runs is ended and cleared away before the program goes.
#pragma once

namespace lockstep {

/// From here on the first SIGINT, SIGTERM or SIGHUP does not end the program, but is remembered; a second one does. Those that are
/// ignored stay ignored.
void remember_interruptions();

/// The signal that came; 0 while there is none.
int interruption();

/// @throws std::runtime_error where a signal came
void throw_if_interrupted();

/// Ends the program by the signal that came, as if it had not been remembered.
void end_by_interruption();

}  // namespace lockstep
